#include "codegen/helm/values.h"

#include <algorithm>

namespace meshc::codegen::helm {

Value* Find(Map& map, std::string_view key) {
  const auto found =
      std::find_if(map.begin(), map.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == map.end() ? nullptr : &found->value;
}

void Lay(Map& map, Map top) {
  for (Entry& entry : top) {
    Value* below = Find(map, entry.key);
    if (below == nullptr) {
      map.push_back(std::move(entry));
      continue;
    }
    auto* inner = std::get_if<Map>(&below->content);
    auto* over = std::get_if<Map>(&entry.value.content);
    if (inner != nullptr && over != nullptr)
      Lay(*inner, std::move(*over));
    else
      *below = std::move(entry.value);
  }
}

}  // namespace meshc::codegen::helm
