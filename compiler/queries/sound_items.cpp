#include "compiler/queries/sound_items.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"
#include "compiler/queries/trial.h"

namespace meshc::queries {
namespace {

namespace diag = diagnostics::diag;

const std::string& TextOf(const CompletionItem& item) {
  return item.insert.empty() ? item.label : item.insert;
}

bool OnlyLacksValues(const Troubles& troubles) {
  return std::ranges::all_of(troubles, [](diagnostics::Code code) {
    return code == diag::UnboundParam.code || code == diag::MaybeAbsentParam.code;
  });
}

}  // namespace

void LeaveOutWrong(const CheckedRoot& root, Place place, const CursorContext& context,
                   Completion& completion) {
  std::map<std::string, std::size_t> first;  // Of those that are alike, the one that is tried.
  std::vector<std::size_t> tried;            // By item.
  std::vector<std::string> texts;
  for (const CompletionItem& item : completion.items) {
    const std::string& key = item.alike.empty() ? TextOf(item) : item.alike;
    const auto [known, is_new] = first.try_emplace(key, texts.size());
    if (is_new) texts.push_back(TextOf(item));
    tried.push_back(known->second);
  }
  const std::vector<Troubles> troubles = FindTroubles(root, place, context, texts);
  if (std::ranges::none_of(troubles, [](const Troubles& each) { return each.empty(); })) return;
  std::vector<CompletionItem> sound;
  std::vector<CompletionItem> lacking;
  for (std::size_t i = 0; i < completion.items.size(); ++i) {
    CompletionItem& item = completion.items[i];
    if (tried[i] >= troubles.size()) {
      completion.has_more = true;
      continue;
    }
    const Troubles& own = troubles[tried[i]];
    if (own.empty()) {
      sound.push_back(std::move(item));
    } else if (item.kind == ItemKind::kStep && OnlyLacksValues(own)) {
      if (item.detail.empty()) item.detail = "lacks a param";
      lacking.push_back(std::move(item));
    }
  }
  std::ranges::move(lacking, std::back_inserter(sound));
  completion.items = std::move(sound);
}

}  // namespace meshc::queries
