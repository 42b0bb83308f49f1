#include <llvm/ADT/StringRef.h>

#include <algorithm>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/edit_distance.h"

namespace meshc::diagnostics {
NearName Nearest(std::string_view name, const std::vector<std::string_view>& candidates) {
  // A third of the letters may differ, and of a very long name no more than a word: beyond that another
  // name is meant.
  constexpr std::size_t kMostLetters = 16;
  const std::size_t limit = std::min((name.size() + 2) / 3, kMostLetters);
  const std::string wanted = llvm::StringRef(name.data(), name.size()).lower();
  NearName nearest;
  std::size_t least = limit + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate == name) continue;
    if (std::max(candidate.size(), name.size()) - std::min(candidate.size(), name.size()) > limit) continue;
    const std::string lower = llvm::StringRef(candidate.data(), candidate.size()).lower();
    const std::size_t distance = EditDistance(wanted, lower, limit);
    if (distance == std::max(candidate.size(), name.size())) continue;  // No letter in common.
    if (distance < least) {
      least = distance;
      nearest = {candidate, true};
    } else if (distance == least && candidate != nearest.name) {
      nearest.alone = false;
    }
  }
  return nearest;
}

NameList JoinNames(const std::vector<std::string>& names) {
  NameList list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list.text += i + 1 == names.size() ? " and " : ", ";
    list.text += "`" + names[i] + "`";
  }
  return list;
}

}  // namespace meshc::diagnostics
