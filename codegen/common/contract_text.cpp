#include "codegen/common/contract_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <concepts>
#include <functional>
#include <type_traits>
#include <utility>

#include "codegen/common/contract_names.h"
#include "codegen/common/cpp_literals.h"
#include "codegen/common/naming.h"
#include "mesh/route/table_fields.h"

namespace meshc::codegen {
namespace {

namespace contract = mesh::contract;
using contract::Span;

std::string Text(bool value) { return value ? "true" : "false"; }
std::string Text(std::int64_t value) { return CppInt(value); }
std::string Text(std::uint8_t value) { return fmt::format("{}", value); }
std::string Text(std::uint32_t value) {
  return value == contract::kNone ? "kNone" : fmt::format("{}", value);
}
std::string Text(double value) { return CppFloat(value); }
std::string Text(std::string_view value) { return CppString(value) + "sv"; }
std::string Text(Span value) { return fmt::format("{{{}, {}}}", value.first, value.count); }

template <typename T>
requires std::is_enum_v<T> std::string Text(T value) { return std::string(Spell(value)); }

template <typename T>
bool Same(const T& a, const T& b) {
  return a == b;
}
bool Same(Span a, Span b) { return a.first == b.first && a.count == b.count; }

/// `{.kind = TypeKind::kInt, .has_min = true}`: members that have their default are left out, but
/// for the one that says what the entry is. They stand in the order of declaration, as C++ wants it.
template <typename T>
std::string Initialiser(const T& entry) {
  const T standard{};
  std::vector<std::pair<const void*, std::string>> given;
  mesh::route::Members<T>([&](mesh::route::MemberName name, auto member) {
    const auto& value = entry.*member;
    const std::string_view spelling = name.cpp;
    if (Same(value, standard.*member) && spelling != "kind" && spelling != "op") return;
    given.emplace_back(&value, fmt::format(".{} = {}", spelling, Text(value)));
  });
  std::sort(given.begin(), given.end(),
            [](const auto& a, const auto& b) { return std::less<>()(a.first, b.first); });
  std::string text;
  for (const auto& [address, initialiser] : given) text += (text.empty() ? "" : ", ") + initialiser;
  return "{" + text + "}";
}
std::string Initialiser(std::string_view entry) { return Text(entry); }
std::string Initialiser(contract::Index entry) { return Text(entry); }

std::string ConstantName(std::string_view field) { return "k" + UpperCamel(field); }

template <typename Owner>
std::vector<Holes> Definitions(const Owner& owner) {
  std::vector<Holes> arrays;
  mesh::route::Arrays<Owner>([&](mesh::route::ArrayName name, auto array) {
    const auto& entries = owner.*array;
    if (entries.size == 0) return;
    std::vector<Holes> items;
    for (const auto& entry : entries) {
      items.push_back(Holes().Set("text", Initialiser(entry)).Set("index", fmt::format("{}", items.size())));
    }
    arrays.push_back(Holes()
                         .Set("type", name.entry)
                         .Set("name", ConstantName(name.wire))
                         .Set("entries", std::move(items)));
  });
  return arrays;
}

template <typename Owner>
std::vector<Holes> Initialisers(const Owner& owner) {
  std::vector<Holes> items;
  mesh::route::Arrays<Owner>([&](mesh::route::ArrayName name, auto array) {
    const bool empty = (owner.*array).size == 0;
    const std::string value = empty ? "{}" : fmt::format("All({})", ConstantName(name.wire));
    items.push_back(Holes().Set("name", name.wire).Set("value", value));
  });
  return items;
}

}  // namespace

std::vector<Holes> ArrayDefinitions(const contract::Pool& pool) { return Definitions(pool); }
std::vector<Holes> ArrayDefinitions(const contract::RouteTable& table) { return Definitions(table); }
std::vector<Holes> ArrayInitialisers(const contract::Pool& pool) { return Initialisers(pool); }
std::vector<Holes> ArrayInitialisers(const contract::RouteTable& table) { return Initialisers(table); }

}  // namespace meshc::codegen
