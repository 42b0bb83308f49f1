#include "codegen/common/contract_text.h"

#include <fmt/core.h>

#include <concepts>
#include <type_traits>

#include "codegen/common/contract_fields.h"
#include "codegen/common/contract_names.h"
#include "codegen/common/cpp_literals.h"
#include "codegen/common/naming.h"

namespace meshc::codegen {
namespace {

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

/// `{.kind = TypeKind::kInt, .has_min = true}`: fields that have their default are left out, but
/// for the one that says what the entry is.
template <typename T>
std::string Initialiser(const T& entry) {
  std::string text;
  VisitFields(entry, T{}, [&](std::string_view name, const auto& value, const auto& standard) {
    if (Same(value, standard) && name != "kind" && name != "op") return;
    text += fmt::format("{}.{} = {}", text.empty() ? "" : ", ", name, Text(value));
  });
  return "{" + text + "}";
}
std::string Initialiser(std::string_view entry) { return Text(entry); }
std::string Initialiser(contract::Index entry) { return Text(entry); }

std::string ConstantName(std::string_view field) { return "k" + UpperCamel(field); }

template <typename Owner>
std::vector<Holes> Definitions(const Owner& owner) {
  std::vector<Holes> arrays;
  VisitArrays(owner, [&](std::string_view name, std::string_view type, const auto& entries) {
    if (entries.size == 0) return;
    std::vector<Holes> items;
    for (const auto& entry : entries) {
      items.push_back(Holes().Set("text", Initialiser(entry)).Set("index", fmt::format("{}", items.size())));
    }
    arrays.push_back(Holes()
                         .Set("type", std::string(type))
                         .Set("name", ConstantName(name))
                         .Set("entries", std::move(items)));
  });
  return arrays;
}

template <typename Owner>
std::vector<Holes> Initialisers(const Owner& owner) {
  std::vector<Holes> items;
  VisitArrays(owner, [&](std::string_view name, std::string_view, const auto& entries) {
    const std::string value = entries.size == 0 ? "{}" : fmt::format("All({})", ConstantName(name));
    items.push_back(Holes().Set("name", std::string(name)).Set("value", value));
  });
  return items;
}

template <typename Owner>
std::string Canonical(const Owner& owner) {
  std::string text;
  VisitArrays(owner, [&](std::string_view name, std::string_view, const auto& entries) {
    text += fmt::format("{} {}\n", name, entries.size);
    for (const auto& entry : entries) text += Initialiser(entry) + "\n";
  });
  return text;
}

}  // namespace

std::vector<Holes> ArrayDefinitions(const contract::Pool& pool) { return Definitions(pool); }
std::vector<Holes> ArrayDefinitions(const contract::RouteTable& table) { return Definitions(table); }
std::vector<Holes> ArrayInitialisers(const contract::Pool& pool) { return Initialisers(pool); }
std::vector<Holes> ArrayInitialisers(const contract::RouteTable& table) { return Initialisers(table); }

std::string CanonicalText(const contract::Pool& pool) { return Canonical(pool); }

std::string CanonicalText(const contract::RouteTable& table) {
  return fmt::format("version {}\nmesh {}\n", table.version, table.mesh) + Canonical(table.pool) +
         Canonical(table);
}

}  // namespace meshc::codegen
