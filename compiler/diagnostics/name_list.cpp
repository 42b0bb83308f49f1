#include "compiler/diagnostics/name_list.h"

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::diagnostics {

NameList ListNames(std::vector<std::string> names) {
  constexpr std::size_t kShown = 8;
  if (names.size() <= kShown + 1) return JoinNames(names);
  const std::size_t more = names.size() - kShown;
  std::string text;
  for (std::size_t i = 0; i < kShown; ++i) text += "`" + names[i] + "`, ";
  text.erase(text.size() - 2);
  return {text + " and " + std::to_string(more) + " more"};
}

}  // namespace meshc::diagnostics
