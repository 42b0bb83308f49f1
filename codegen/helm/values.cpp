#include "codegen/helm/values.h"

#include <algorithm>
#include <utility>

namespace meshc::codegen::helm {

const Value* Find(const Map& map, std::string_view key) {
  const auto found =
      std::find_if(map.begin(), map.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == map.end() ? nullptr : &found->value;
}

Value* Find(Map& map, std::string_view key) { return const_cast<Value*>(Find(std::as_const(map), key)); }

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
