// A mesh as somebody else on its server sees it: who doubles what waits there, and looks at what is left.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "durable_place.h"
#include "mesh/transport/steady_clock.h"
#include "mesh/transport/transport.h"

namespace meshc::test {

class MeshView {
 public:
  MeshView(PlaceKind kind, const DurablePlace& place, const std::string& mesh);

  /// Takes some messages out of a mailbox and sends each twice, as others than it was. How many.
  std::size_t Double(const std::string& mailbox, std::size_t most);
  /// Keys of what is kept for envelopes on their way.
  std::vector<std::string> Left() const;
  /// What waits in these mailboxes.
  std::size_t Waiting(const std::vector<std::string>& mailboxes) const;

 private:
  const std::unique_ptr<mesh::transport::Clock> clock_;
  const std::unique_ptr<mesh::transport::Transport> transport_;
};

}  // namespace meshc::test
