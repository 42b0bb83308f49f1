#include "compiler/sema/deploys/handler_times.h"

#include <llvm/ADT/STLExtras.h>

namespace meshc::sema {

HandlerTimes::HandlerTimes(const Context& context)
    : declarations_(context.program.declarations), calls_(declarations_.actors.size()) {
  NoteCalls(context.program);
  NoteTimeouts(context.sites);
  Sort();
}

void HandlerTimes::NoteCalls(const TypedProgram& program) {
  const auto note = [&](const CallFacts& call) {
    if (!call.actor.has_value()) return;
    calls_[call.actor.index].any = true;
    if (!call.timeout_ns) calls_[call.actor.index].without_timeout = true;
  };
  for (const CallFacts& call : program.calls) note(call);
  for (const FollowFacts& follow : program.follows) llvm::for_each(follow.steps, note);
  for (const types::Actor& actor : declarations_.actors) {
    if (actor.undo.has_value()) calls_[actor.undo.index].without_timeout = true;
  }
}

void HandlerTimes::NoteTimeouts(const FlowSites& sites) {
  for (const OwnTimeout& own : sites.timeouts) {
    HandlerTime& longest = calls_[own.actor.index].longest;
    if (own.timeout_ns > longest.nanoseconds) longest = {own.timeout_ns, TimeSource::kCall, own.range};
  }
}

void HandlerTimes::Sort() {
  for (const ActorId id : declarations_.actors.ids()) {
    by_declaration_.push_back(id);
    if (calls_[id.index].longest.nanoseconds > 0) by_call_.push_back(id);
    if (calls_[id.index].LeavesTime()) leaving_time_.push_back(id);
  }
  llvm::stable_sort(by_declaration_, [&](ActorId a, ActorId b) {
    return Of(a, std::nullopt).nanoseconds > Of(b, std::nullopt).nanoseconds;
  });
  llvm::stable_sort(by_call_, [&](ActorId a, ActorId b) {
    return calls_[a.index].longest.nanoseconds > calls_[b.index].longest.nanoseconds;
  });
}

HandlerTime HandlerTimes::Of(ActorId id, const Stated& stated) const {
  const Calls& calls = calls_[id.index];
  if (!calls.LeavesTime()) return calls.longest;
  const types::Actor& actor = declarations_.actors[id];
  HandlerTime own{actor.timeout_ns, TimeSource::kActor, actor.origin.range};
  if (stated) own = {stated->value, TimeSource::kSetting, stated->range};
  return calls.longest.nanoseconds > own.nanoseconds ? calls.longest : own;
}

std::optional<ActorTime> HandlerTimes::LongestDeclared() const {
  if (by_declaration_.empty()) return std::nullopt;
  return ActorTime{by_declaration_.front(), Of(by_declaration_.front(), std::nullopt)};
}

std::optional<ActorTime> HandlerTimes::LongestUnnamed(const types::Deploy& deploy) const {
  const Stated& stated = deploy.defaults.timeout_ns;
  std::optional<ActorTime> longest;
  const auto take_first_of = [&](const std::vector<ActorId>& actors) {
    const auto first = llvm::find_if(actors, [&](ActorId id) { return deploy.Find(id) == nullptr; });
    if (first == actors.end()) return;
    const HandlerTime time = Of(*first, stated);
    if (!longest || time.nanoseconds > longest->time.nanoseconds) longest = {*first, time};
  };
  if (!stated) {
    take_first_of(by_declaration_);
  } else {
    take_first_of(by_call_);
    take_first_of(leaving_time_);
  }
  return longest;
}

}  // namespace meshc::sema
