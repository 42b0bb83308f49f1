#include "compiler/queries/completion/sound_items.h"

#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"
#include "compiler/queries/completion/trial.h"

namespace meshc::queries {
namespace {

namespace diag = diagnostics::diag;

const std::string& TextOf(const CompletionItem& item) {
  return item.insert.empty() ? item.label : item.insert;
}

/// Those with the same are tried once.
const std::string& KeyOf(const CompletionItem& item) {
  return item.alike.empty() ? TextOf(item) : item.alike;
}

bool OnlyLacksValues(const Troubles& troubles) {
  return std::ranges::all_of(troubles, [](diagnostics::Code code) {
    return code == diag::UnboundParam.code || code == diag::MaybeAbsentParam.code;
  });
}

/// Editors show only what has the letters of the word, in their order.
bool MayComplete(std::string_view word, std::string_view item) {
  for (const char c : item) {
    if (!word.empty() && llvm::toLower(c) == llvm::toLower(word.front())) word.remove_prefix(1);
  }
  return word.empty();
}

/// What is tried of items.
class Texts {
 public:
  void Add(const CompletionItem& item) {
    if (numbers_.try_emplace(KeyOf(item), all_.size()).second) all_.push_back(TextOf(item));
  }
  const std::vector<std::string>& all() const { return all_; }
  std::size_t NumberOf(const CompletionItem& item) const { return numbers_.at(KeyOf(item)); }

 private:
  std::map<std::string, std::size_t> numbers_;  // By key.
  std::vector<std::string> all_;
};

}  // namespace

void LeaveOutWrong(const CheckedRoot& root, Place place, const CursorContext& context,
                   Completion& completion) {
  const std::string_view word =
      root.sources().Text(place.file).substr(completion.begin, place.offset - completion.begin);
  Texts texts;
  for (const CompletionItem& item : completion.items) {
    if (MayComplete(word, item.label)) texts.Add(item);
  }
  const std::size_t wanted = texts.all().size();
  for (const CompletionItem& item : completion.items) texts.Add(item);
  const std::vector<Troubles> troubles = FindTroubles(root, place, context, texts.all(), wanted);
  if (std::ranges::none_of(troubles, [](const Troubles& each) { return each.empty(); })) return;
  std::vector<CompletionItem> sound;
  std::vector<CompletionItem> untried;
  std::vector<CompletionItem> lacking;
  for (CompletionItem& item : completion.items) {
    const std::size_t number = texts.NumberOf(item);
    if (number >= troubles.size()) {
      if (troubles.size() < kFewest) untried.push_back(std::move(item));
      completion.has_more = true;
      continue;
    }
    const Troubles& own = troubles[number];
    if (own.empty()) {
      sound.push_back(std::move(item));
    } else if (item.kind == ItemKind::kStep && OnlyLacksValues(own)) {
      if (item.detail.empty()) item.detail = "lacks a param";
      lacking.push_back(std::move(item));
    }
  }
  std::ranges::move(untried, std::back_inserter(sound));
  std::ranges::move(lacking, std::back_inserter(sound));
  completion.items = std::move(sound);
}

}  // namespace meshc::queries
