// What a mesh keeps on RabbitMQ where it has no store beside it: which calls of suspects have begun. Each
// start is a queue without messages, because a broker keeps no state but its queues.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/state.h"
#include "mesh/transport/amqp/amqp_receiver.h"

namespace mesh::transport {

/// Thread rule: every function may be called from any thread but that of the receiver.
class AmqpStarts final : public state::State {
 public:
  /// Outlives it.
  explicit AmqpStarts(AmqpReceiver& receiver) : receiver_(receiver) {}

  /// Something, if that start is kept; nothing else is. Waits for the broker.
  std::optional<std::string> Get(std::string_view key) const override;
  std::vector<state::Entry> Scan(std::string_view) const override { return {}; }
  bool keeps_roots() const override { return false; }

  /// Makes changes of starts, and waits for the broker to know them where one is put. False: it is away, and
  /// with it all that is on loan.
  bool Make(const std::vector<state::Change>& changes);

 private:
  AmqpReceiver& receiver_;
};

}  // namespace mesh::transport
