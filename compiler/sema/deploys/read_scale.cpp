#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/deploys/setting_blocks.h"
#include "compiler/sema/expressions/durations.h"
#include "compiler/types/pod_time.h"

namespace meshc::sema {
namespace {

using StatedBound = types::Stated<std::int64_t>;

void ReportReversed(Context& context, const StatedBound& min, const StatedBound& max) {
  const SourceRange range = source::Cover(min.range, max.range);
  const std::string_view smaller = context.sources.Text(max.range);
  const std::string_view larger = context.sources.Text(min.range);
  context.diagnostics.Report(diag::ReversedRange, range, Lexeme{std::string(context.sources.Text(range))})
      .AddFix("write the smaller number first",
              {{min.range, std::string(smaller)}, {max.range, std::string(larger)}},
              diagnostics::Applicability::kMachine);
}

/// `0..5`: at least one replica at the most.
Found<types::Replicas> TakeReplicas(SettingWords& words) {
  const auto min = words.TakeNumber();
  words.Expect("..", "a range such as `0..5`");
  const auto max = words.TakeNumber();
  if (!min || !max) return std::nullopt;
  if (min->value > max->value) {
    ReportReversed(words.scope().context, *min, *max);
    return std::nullopt;
  }
  if (!words.CheckCount(*min, 0) || !words.CheckCount(*max, 1)) return std::nullopt;
  const types::Replicas replicas{static_cast<std::uint32_t>(min->value),
                                 static_cast<std::uint32_t>(max->value)};
  return types::Stated<types::Replicas>{replicas, source::Cover(min->range, max->range)};
}

/// KEDA counts in seconds.
Found<std::int64_t> TakeSeconds(SettingWords& words) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const auto time = TakePodTime(words);
  if (!time || time->value >= kSecond) return time;
  words.Refuse("at least `1s`", words.scope().context.sources.Text(time->range));
  return std::nullopt;
}

}  // namespace

Found<std::int64_t> TakePodTime(SettingWords& words) {
  const auto time = words.TakeDuration();
  if (!time || time->value <= types::kLongestPodNs) return time;
  words.Refuse("at most `" + WriteDuration(types::kLongestPodNs) + "`",
               words.scope().context.sources.Text(time->range));
  return std::nullopt;
}

void ReadScale(SettingWords& words, ActorBlock& block) {
  types::Scale& scale = block.settings.scale;
  scale.replicas = TakeReplicas(words);
  enum Part : std::uint8_t { kPer, kCooldown, kPolling, kActivation };
  while (const auto part = words.TakePart({"per", "cooldown", "polling", "activation"})) {
    switch (static_cast<Part>(*part)) {
      case kPer: scale.per = words.TakeCount(1); break;
      case kCooldown: scale.cooldown_ns = TakeSeconds(words); break;
      case kPolling:
        if (const auto polling = TakeSeconds(words)) scale.polling_ns = polling->value;
        break;
      case kActivation: scale.activation = words.TakeCount(0); break;
    }
  }
}

}  // namespace meshc::sema
