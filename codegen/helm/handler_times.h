// How long the handlers of a mesh may take, whatever their calls say.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::codegen::helm {

/// A call's own timeout wins over a deploy's, which wins over the actor's; an undo states none.
class HandlerTimes {
 public:
  explicit HandlerTimes(const ir::Mesh& mesh);

  /// False: every call says its own, so that a deploy's timeout reaches none.
  bool LeavesTime(types::ActorId actor) const;
  /// Nanoseconds at most, with the timeout that a deploy states for the actor.
  std::int64_t Of(types::ActorId actor, const std::optional<types::Stated<std::int64_t>>& stated) const;

 private:
  struct Calls {
    bool any = false;
    bool without_timeout = false;
    std::int64_t longest_ns = 0;  ///< Of those with a timeout.
  };
  void Note(const ir::Visit& visit);

  const types::Declarations& declarations_;
  std::vector<Calls> calls_;  ///< By ActorId.
};

}  // namespace meshc::codegen::helm
