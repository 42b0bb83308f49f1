#include "compiler/queries/completion/completion.h"

namespace meshc::queries {
namespace {

/// Behind the number that the cursor is at the end of.
void AddUnits(CompletionList& list, std::initializer_list<const char*> units) {
  const std::string& word = list.context().word;
  std::string digits = word.substr(0, word.find_first_not_of("0123456789"));
  if (digits.empty()) return;
  for (const char* unit : units) list.Add(digits + unit, ItemKind::kProperty, 1, "unit");
}

}  // namespace

void AddUnitsOf(CompletionList& list, const Words& item) {
  const std::string& last = item.back();
  const std::string& of = last == ".." && item.size() > 2 ? item[item.size() - 3] : last;
  if (of == "cpu") return AddUnits(list, {"m"});
  for (const char* size : {"memory", "ephemeral", "size", "empty"}) {
    if (of == size) return AddUnits(list, {"Mi", "Gi", "Ki"});
  }
  for (const char* time : {"timeout", "grace", "redelivery", "cooldown", "polling", "constant", "linear",
                           "exponential", "sla"}) {
    if (of == time) return AddUnits(list, {"s", "m", "ms", "h", "d"});
  }
}

}  // namespace meshc::queries
