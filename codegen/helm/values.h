// What a file of values holds: a tree in the order in which it is written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace meshc::codegen::helm {

struct Entry;
struct Value;
using Map = std::vector<Entry>;
using List = std::vector<Value>;

/// A comment says which layer gave the value; empty: the chart.
struct Value {
  std::variant<std::string, std::int64_t, bool, List, Map> content;
  std::string comment = {};
};

/// Keys are unique within a map.
struct Entry {
  std::string key;
  Value value;
};

inline Value Text(std::string text, std::string comment = {}) {
  return {std::move(text), std::move(comment)};
}
inline Value Number(std::int64_t number, std::string comment = {}) { return {number, std::move(comment)}; }
inline Value Flag(bool flag, std::string comment = {}) { return {flag, std::move(comment)}; }

/// The value of a key; null: there is none.
const Value* Find(const Map& map, std::string_view key);
Value* Find(Map& map, std::string_view key);
/// Lays `top` over `map`: maps key by key, all else as a whole.
void Lay(Map& map, Map top);

}  // namespace meshc::codegen::helm
