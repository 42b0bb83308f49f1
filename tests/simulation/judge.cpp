#include "tests/simulation/judge.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "mesh/route/retry_delay.h"
#include "tests/simulation/replay.h"

namespace mesh::simulation {

namespace {

class Judgement {
 public:
  Judgement(const Mesh& mesh, const Plan& plan, const History& history)
      : mesh_(mesh), plan_(plan), history_(history) {}

  std::vector<std::string> Take() {
    for (const std::string& left : history_.left) broken_.push_back("left: " + left);
    for (std::uint32_t i = 0; i < plan_.envelopes; ++i) JudgeRoot(fmt::format("r{}", i));
    JudgeAttempts();
    return std::move(broken_);
  }

 private:
  void JudgeRoot(const std::string& root) {
    const auto recorded = history_.recorded.find(root);
    const int ends = recorded == history_.recorded.end() ? 0 : recorded->second;
    if (ends != 1) broken_.push_back(fmt::format("{} has ended {} times", root, ends));
    const auto told = history_.told.find(root);
    if (told == history_.told.end())
      return broken_.push_back(fmt::format("nobody was told the end of {}", root));
    const Envelope& end = told->second.front();
    for (const Envelope& other : told->second) {
      if (other.payload != end.payload || other.status.phase != end.status.phase)
        broken_.push_back(fmt::format("{} was told to have ended in two ways", root));
    }
    Replay replay(mesh_, history_.calls, end);
    if (!replay.Matches()) {
      broken_.push_back(fmt::format("{}: no way leads to its end\n{}", root, replay.Print()));
      return;
    }
    JudgeEffects(root, replay);
    JudgeSignals(root, end);
  }

  /// Of lines that count: those that have not ended on the way are none of ours to tell.
  void JudgeEffects(const std::string& root, const Replay& replay) {
    for (const std::string& key : history_.calls.EffectsOf(root)) {
      const std::string envelope = key.substr(0, key.find('/'));
      if (envelope != root && !replay.Counts(envelope)) continue;
      const auto on_the_way = replay.effects().find(envelope);
      if (on_the_way == replay.effects().end() || !on_the_way->second.contains(key))
        broken_.push_back(
            fmt::format("the effect {} of {} is not on its way\n{}", key, root, replay.Print()));
    }
  }

  void JudgeSignals(const std::string& root, const Envelope& end) {
    const contract::Index field = mesh_.Field("heard");
    if (field == contract::kNone) return;
    std::set<std::int64_t> heard;
    const auto sent = history_.signalled.find(root);
    for (const Value& value : end.payload[field].list()) {
      if (!heard.insert(value.integer()).second)
        broken_.push_back(fmt::format("{} has heard the signal {} twice", root, value.integer()));
      if (sent == history_.signalled.end() || !sent->second.contains(value.integer()))
        broken_.push_back(
            fmt::format("{} has heard the signal {}, which is not its own", root, value.integer()));
    }
  }

  const contract::RetryPolicy* PolicyOf(const Call& call) const {
    const contract::Actor& actor = mesh_.ActorOf(call.actor);
    return actor.retry == contract::kNone ? nullptr : &mesh_.table().retries[actor.retry];
  }

  void JudgeAttempts() {
    for (const Call& call : history_.calls.calls()) {
      const contract::RetryPolicy* const policy = PolicyOf(call);
      if (call.attempt > (policy == nullptr ? 1 : policy->attempts))
        broken_.push_back(fmt::format("#{} is attempt {}", call.number, call.attempt));
      if (call.attempt > 1 && policy != nullptr && !MayBeTakenForDead()) JudgeMoment(call, *policy);
    }
  }

  /// Who is cut off may work with what is somebody else's by now, who takes him for dead: that counts as an
  /// attempt while his own has not ended.
  bool MayBeTakenForDead() const {
    return plan_.doubled > 0 || std::ranges::any_of(plan_.faults, [](const Fault& fault) {
             return fault.kind == Fault::Kind::kCutOff || fault.kind == Fault::Kind::kDouble ||
                    fault.kind == Fault::Kind::kBringBack || fault.kind == Fault::Kind::kLapse;
           });
  }

  /// Some attempt before it has ended so long ago.
  void JudgeMoment(const Call& call, const contract::RetryPolicy& policy) {
    const auto before = history_.calls.Asked({call.envelope, call.point, call.arguments, call.attempt - 1});
    const std::int64_t delay_ns = route::RetryDelay(policy, call.attempt - 1, 0);
    const bool in_time = std::ranges::any_of(before, [&](const Call* each) {
      const std::int64_t failed_ns = each->fate == Call::Fate::kAnswered ? each->ended_ns : each->begun_ns;
      return failed_ns + delay_ns <= call.begun_ns;
    });
    // A process may have died between its record of the start and the call.
    if (!before.empty() && !in_time) broken_.push_back(fmt::format("#{} is too early", call.number));
  }

  const Mesh& mesh_;
  const Plan& plan_;
  const History& history_;
  std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> Judge(const Mesh& mesh, const Plan& plan, const History& history) {
  return Judgement(mesh, plan, history).Take();
}

}  // namespace mesh::simulation
