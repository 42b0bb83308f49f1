#include <algorithm>
#include <type_traits>

#include "mesh/route/same_member.h"
#include "mesh/route/table_fields.h"
#include "mesh/route/table_json.h"

namespace mesh::route {
namespace {

template <typename Entry>
bool SameEntry(const Entry& a, const Entry& b) {
  if constexpr (std::is_class_v<Entry> && !std::same_as<Entry, std::string_view>) {
    bool same = true;
    Members<Entry>([&](auto, auto member) { same = same && Same(a.*member, b.*member); });
    return same;
  } else {
    return a == b;
  }
}

template <typename Owner>
bool SameArrays(const Owner& a, const Owner& b) {
  bool same = true;
  Arrays<Owner>([&](auto, auto member) {
    const auto& left = a.*member;
    const auto& right = b.*member;
    const auto equal = [](const auto& one, const auto& other) { return SameEntry(one, other); };
    same = same && std::equal(left.begin(), left.end(), right.begin(), right.end(), equal);
  });
  return same;
}

}  // namespace

bool EqualTables(const contract::RouteTable& a, const contract::RouteTable& b) {
  return a.version == b.version && a.mesh == b.mesh && a.digest == b.digest && SameArrays(a.pool, b.pool) &&
         SameArrays(a, b);
}

}  // namespace mesh::route
