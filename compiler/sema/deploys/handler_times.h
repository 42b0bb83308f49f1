// How long the handlers of a mesh may take.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/sema/context.h"

namespace meshc::sema {

/// What gives a handler its time.
enum class TimeSource : std::uint8_t { kActor, kSetting, kCall };

struct HandlerTime {
  std::int64_t nanoseconds = 0;
  TimeSource source = TimeSource::kActor;
  SourceRange range;  ///< The actor's name, the setting's duration or the call's clause.
};

/// The time of one actor.
struct ActorTime {
  ActorId actor;
  HandlerTime time;
};

/// A call's own timeout wins over a deploy's, which wins over the actor's.
class HandlerTimes {
 public:
  using Stated = std::optional<types::Stated<std::int64_t>>;

  /// Calls must have been checked.
  explicit HandlerTimes(const Context& context);

  /// The longest over all calls, with the timeout that a deploy states for the actor.
  HandlerTime Of(ActorId actor, const Stated& stated) const;
  /// The longest where no deploy states any; none: there are no actors.
  std::optional<ActorTime> LongestDeclared() const;
  /// The longest of the actors that `deploy` does not name; none: it names all. Takes time for those
  /// that it names only, so that many deploys of a large mesh are checked at once.
  std::optional<ActorTime> LongestUnnamed(const types::Deploy& deploy) const;

 private:
  struct Calls {
    bool any = false;
    bool without_timeout = false;  ///< Some call, or an undo, leaves the time to the actor.
    HandlerTime longest;           ///< Of those with a timeout.
    bool LeavesTime() const { return without_timeout || !any; }
  };

  void NoteCalls(const TypedProgram& program);
  void NoteTimeouts(const FlowSites& sites);
  void Sort();

  const types::Declarations& declarations_;
  std::vector<Calls> calls_;             ///< By ActorId.
  std::vector<ActorId> by_declaration_;  ///< The longest time first, where a deploy states none.
  std::vector<ActorId> by_call_;         ///< The longest timeout of a call first.
  std::vector<ActorId> leaving_time_;    ///< Those that a deploy's timeout reaches.
};

}  // namespace meshc::sema
