#include <llvm/ADT/StringRef.h>

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::diagnostics {

NearName Nearest(std::string_view name, const std::vector<std::string_view>& candidates) {
  // A third of the letters may differ: beyond that another name is meant.
  const auto limit = static_cast<unsigned>((name.size() + 2) / 3);
  const std::string wanted = llvm::StringRef(name.data(), name.size()).lower();
  NearName nearest;
  unsigned least = limit + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate == name) continue;
    const std::string lower = llvm::StringRef(candidate.data(), candidate.size()).lower();
    const unsigned distance = llvm::StringRef(wanted).edit_distance(lower, true, limit);
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
