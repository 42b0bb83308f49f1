#include <algorithm>

#include "compiler/driver/package/completions.h"

namespace meshc::driver::package {

ValueKind KindOf(const OptionRow& option) {
  if (option.value.empty()) return ValueKind::kNone;
  if (!option.choices.empty()) return ValueKind::kChoice;
  if (option.value == "DIR") return ValueKind::kFolder;
  return option.value == "FILE" || option.value == "PATH" ? ValueKind::kFile : ValueKind::kWord;
}

bool TakesFiles(const CommandRow& command) {
  return std::any_of(command.positionals.begin(), command.positionals.end(),
                     [](const PositionalRow& word) { return word.name == "FILE" || word.name == "DIR"; });
}

}  // namespace meshc::driver::package
