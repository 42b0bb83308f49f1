#include <fmt/format.h>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {
namespace {

void TakeNames(const SettingScope& scope, llvm::ArrayRef<syntax::Setting> entries, types::Lanes& lanes) {
  OnceNames once;
  for (const syntax::Setting& entry : entries) {
    const llvm::StringRef name = NameOf(entry);
    if (name.empty() || !once.Enter(scope.context, name, entry.range)) continue;
    lanes.names.push_back(name.str());
    lanes.ranges.push_back(entry.range);
  }
}

std::string Count(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// `9:1`, one for each of `count` lanes.
void TakeWeights(SettingWords& words, std::size_t count, types::Lanes& lanes) {
  std::size_t stated = 0;
  do {
    ++stated;
    if (const auto weight = words.TakeCount(1)) lanes.weights.push_back(*weight);
  } while (words.Skip(":"));
  if (words.has_failed() || stated == count) return;
  words.scope()
      .context.diagnostics
      .Report(diag::LaneWeights, words.range(), Word{Count(stated, "weight")}, Word{Count(count, "lane")})
      .AddHelp("give each lane one weight, in the order of the lanes");
}

}  // namespace

void ReadLanes(SettingWords& words, types::Deploy& deploy) {
  const auto entries = words.TakeBlock();
  if (!entries) return;
  const SettingScope& scope = words.scope();
  TakeNames(scope, *entries, deploy.lanes);
  if (entries->empty() && !scope.recovered) {
    scope.context.diagnostics.Report(diag::EmptyList, words.range(), Word{"`lanes` names at least one lane"})
        .AddHelp("list at least one");
  }
  SettingWords tail = words.Tail();
  if (tail.Skip("policy")) {
    const auto policy = tail.TakeOneOf({"strict", "weighted"});
    if (policy == 1U) {
      deploy.lanes.policy = types::LanePolicy::kWeighted;
      TakeWeights(tail, entries->size(), deploy.lanes);
    }
  }
  tail.Finish();
}

}  // namespace meshc::sema
