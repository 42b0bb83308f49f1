// What a deploy states against what handlers may take, and limits against requests.
#include <llvm/ADT/MapVector.h>

#include <algorithm>
#include <cstdint>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/deploys/check_brokers.h"
#include "compiler/sema/deploys/check_claims.h"
#include "compiler/sema/deploys/check_volumes.h"
#include "compiler/sema/deploys/handler_times.h"
#include "compiler/sema/expressions/durations.h"
#include "compiler/support/enumerator.h"
#include "compiler/types/pod_time.h"

namespace meshc::sema {
namespace {

using Layers = std::vector<const types::ActorSettings*>;
using StatedTime = types::Stated<std::int64_t>;

/// What the last of the layers that say something says.
template <typename Read>
auto Last(const Layers& layers, Read read) {
  auto last = read(*layers.front());
  for (const types::ActorSettings* layer : layers) {
    if (const auto stated = read(*layer)) last = stated;
  }
  return last;
}

/// A time that must not be shorter than `factor` times what a handler may take, and `margin` beyond that.
struct TimeRule {
  diagnostics::Row<Name, Lexeme, Lexeme> row;
  std::int64_t margin;
  const char* instead;  ///< What else mends it.
  std::int64_t factor = 1;
};

constexpr TimeRule kGrace{diag::GraceTooShort, types::kDrainNs + types::kHostMarginNs,
                          "leave `grace` out: it then follows from the timeout"};
constexpr TimeRule kRedelivery{diag::RedeliveryTooShort, 0,
                               "leave `redelivery` out: hosts ask for more time for what they work on"};
constexpr TimeRule kAmqpRedelivery{diag::RedeliveryTooShort, 0,
                                   "give the handler less time, or let the broker wait longer "
                                   "(`consumer_timeout`) and say so by `redelivery`",
                                   2};
constexpr TimeRule kCooldown{diag::CooldownTooShort, 0, "keep one replica: `scale 1..`"};

/// A time that breaks a rule.
struct ShortTime {
  const TimeRule* rule = nullptr;
  StatedTime stated;
  bool assumed = false;  ///< Nobody states it: the range is that of the deploy.
  ActorTime needed;
  const types::Deploy* deploy = nullptr;
};

class DeployChecker {
 public:
  explicit DeployChecker(Context& context) : context_(context), times_(context) {}

  void Check(const types::Deploy& deploy) {
    // A host takes no table whose calls RabbitMQ would not wait for, whatever its settings say of them.
    if (const auto longest = times_.LongestDeclared(); longest && IsAmqp(deploy))
      CompareRedelivery(*longest, deploy);
    if (const auto longest = times_.LongestUnnamed(deploy)) CheckActor(deploy, {&deploy.defaults}, *longest);
    for (const types::DeployedActor& named : deploy.actors) {
      const Layers layers = types::LayersOf(context_.declarations(), deploy, named.actor);
      const auto timeout = Last(layers, [](const auto& layer) { return layer.timeout_ns; });
      CheckActor(deploy, layers, {named.actor, times_.Of(named.actor, timeout)});
    }
  }

  /// One finding for each place that states too little, about the actor that takes longest.
  void Report() {
    for (const auto& [place, found] : short_) Report(found);
  }

 private:
  void CheckActor(const types::Deploy& deploy, const Layers& layers, const ActorTime& needed) {
    Compare(kGrace, Last(layers, [](const auto& layer) { return layer.grace_ns; }), needed, deploy);
    if (deploy.transport) CompareRedelivery(needed, deploy);
    const auto replicas = Last(layers, [](const auto& layer) { return layer.scale.replicas; });
    if (replicas && replicas->value.min == 0) {
      const auto cooldown = Last(layers, [](const auto& layer) { return layer.scale.cooldown_ns; });
      Compare(kCooldown, cooldown, needed, deploy);
    }
    CheckLimits(layers);
    CheckVolumes(context_, types::SettingsOf(context_.declarations(), deploy, needed.actor));
  }

  static bool IsAmqp(const types::Deploy& deploy) {
    return deploy.transport && deploy.transport->kind == types::TransportKind::kAmqp;
  }

  void CompareRedelivery(const ActorTime& needed, const types::Deploy& deploy) {
    const auto& stated = deploy.transport->redelivery_ns;
    if (!IsAmqp(deploy)) return Compare(kRedelivery, stated, needed, deploy);
    if (stated) return Compare(kAmqpRedelivery, stated, needed, deploy);
    Compare(kAmqpRedelivery, StatedTime{types::kAmqpRedeliveryNs, deploy.transport->range}, needed, deploy);
  }

  /// A time that nobody states follows from the handlers.
  void Compare(const TimeRule& rule, const std::optional<StatedTime>& stated, const ActorTime& needed,
               const types::Deploy& deploy) {
    if (!stated || stated->value >= Needed(rule, needed)) return;
    ShortTime& known = short_[{stated->range.file.index, stated->range.begin}];
    const bool longer = needed.time.nanoseconds > known.needed.time.nanoseconds;
    const bool assumed = deploy.transport && stated->range == deploy.transport->range;
    if (known.rule == nullptr || longer) known = {&rule, *stated, assumed, needed, &deploy};
  }

  /// Durations end where 64 bits do.
  static std::int64_t Needed(const TimeRule& rule, const ActorTime& needed) {
    return std::min(needed.time.nanoseconds, (INT64_MAX - rule.margin) / rule.factor) * rule.factor +
           rule.margin;
  }

  void Report(const ShortTime& found) {
    const std::string& actor = context_.declarations().actors[found.needed.actor].name;
    const std::string needed = WriteDuration(Needed(*found.rule, found.needed));
    auto report = context_.diagnostics.Report(found.rule->row, found.stated.range, Name{actor},
                                              Lexeme{WriteDuration(found.stated.value)},
                                              Lexeme{WriteDuration(found.needed.time.nanoseconds)});
    report.AddLabel(found.needed.time.range, LabelOf(found.needed.time));
    if (found.rule->margin > 0)
      report.AddNote("a pod needs `" + WriteDuration(found.rule->margin) +
                     "` more: to hand back what has not begun, and for the host to end");
    if (found.rule->factor > 1)
      report.AddNote(
          "nobody can ask RabbitMQ for more time, and a message waits for its handler, too: so half "
          "of that is the handler's");
    report.AddNote("so it is in the deploy `" + found.deploy->name + "`");
    if (!found.assumed) report.AddFix("state at least `" + needed + "`", {{found.stated.range, needed}});
    report.AddHelp(found.rule->instead);
  }

  static std::string LabelOf(const HandlerTime& time) {
    switch (time.source) {
      case TimeSource::kActor: return "its timeout is `" + WriteDuration(time.nanoseconds) + "`";
      case TimeSource::kSetting: return "its timeout is stated here";
      case TimeSource::kCall: return "this call gives it more time";
    }
    NoSuchEnumerator();
  }

  void CheckLimits(const Layers& layers) {
    const auto check = [&](types::Amount types::Resources::*amount, const char* word) {
      const auto request = Last(layers, [=](const auto& layer) { return (layer.resources.*amount).request; });
      const auto limit = Last(layers, [=](const auto& layer) { return (layer.resources.*amount).limit; });
      if (!request || !limit || limit->value >= request->value) return;
      context_.diagnostics.Report(diag::LimitBelowRequest, limit->range, Word{word})
          .AddLabel(request->range, "the request")
          .AddHelp("a limit is at least what is requested");
    };
    check(&types::Resources::milli_cpu, "cpu");
    check(&types::Resources::memory_bytes, "memory");
    check(&types::Resources::ephemeral_bytes, "ephemeral");
  }

  Context& context_;
  const HandlerTimes times_;
  llvm::MapVector<std::pair<std::uint32_t, std::uint32_t>, ShortTime> short_;  ///< By what states it.
};

}  // namespace

void CheckDeploys(Context& context) {
  if (context.declarations().deploys.empty()) return;
  DeployChecker checker(context);
  for (const types::Deploy& deploy : context.declarations().deploys) checker.Check(deploy);
  checker.Report();
  CheckBrokers(context);
  CheckClaims(context);
}

}  // namespace meshc::sema
