// Tables from libraries may hold kinds that a later version has added: nothing may switch over those.
#pragma once

#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "mesh/route/table_fields.h"
#include "mesh/route/table_names.h"

namespace mesh::route {

/// The wire name of the first member whose value is none of its enumeration's; null: all are known.
template <typename Entry>
const char* UnknownMember(const Entry& entry) {
  const char* unknown = nullptr;
  if constexpr (std::is_class_v<Entry> && !std::is_same_v<Entry, std::string_view>) {
    Members<Entry>([&](MemberName name, auto member) {
      if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(entry.*member)>>) {
        const auto value = entry.*member;
        if (unknown == nullptr && static_cast<std::size_t>(value) >= NamesOf(value).size())
          unknown = name.wire;
      }
    });
  }
  return unknown;
}

/// Of a pool, or of a table without its pool. Empty, or the first that is not known.
template <typename Owner>
std::string UnknownEnumerator(const Owner& owner) {
  std::string wrong;
  Arrays<Owner>([&](ArrayName array, auto entries) {
    for (contract::Index i = 0; i < (owner.*entries).size && wrong.empty(); ++i) {
      const char* const member = UnknownMember((owner.*entries)[i]);
      if (member != nullptr)
        wrong = fmt::format("{}[{}]: this version does not know its `{}`", array.wire, i, member);
    }
  });
  return wrong;
}

}  // namespace mesh::route
