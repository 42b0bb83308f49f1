#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "mesh/route/pool_json.h"
#include "mesh/route/table_fields.h"
#include "mesh/route/table_names.h"
#include "mesh/value/base64.h"
#include "mesh/value/json_problem.h"

namespace mesh::route {
namespace {

using contract::Span;
using simdjson::dom::element;

template <typename Wide, typename Number>
bool ReadAs(element source, Number& target) {
  Wide value = 0;
  if (source.get(value) != simdjson::SUCCESS) return false;
  target = static_cast<Number>(value);
  return std::in_range<Number>(value);
}

template <typename Number>
bool ReadNumber(element source, Number& target) {
  return ReadAs<std::int64_t>(source, target) || ReadAs<std::uint64_t>(source, target);
}

bool ReadValue(element source, std::string_view& target, PoolData& pool) {
  std::string_view text;
  if (source.get(text) != simdjson::SUCCESS) return false;
  target = pool.Text(std::string(text));
  return true;
}

bool ReadValue(element source, Span& target, PoolData&) {
  simdjson::dom::array pair;
  return source.get(pair) == simdjson::SUCCESS && pair.size() == 2 &&
         ReadNumber(pair.at(0).value_unsafe(), target.first) &&
         ReadNumber(pair.at(1).value_unsafe(), target.count);
}

template <typename T>
bool ReadEnum(element source, T& target) {
  std::string_view name;
  if (source.get(name) != simdjson::SUCCESS) return false;
  const auto names = NamesOf(target);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return false;
  target = static_cast<T>(found - names.begin());
  return true;
}

template <typename T>
bool ReadValue(element source, T& target, PoolData&) {
  if constexpr (std::is_enum_v<T>) {
    return ReadEnum(source, target);
  } else if constexpr (std::same_as<T, bool> || std::is_floating_point_v<T>) {
    return source.get(target) == simdjson::SUCCESS;
  } else {
    return ReadNumber(source, target);
  }
}

/// Members are mostly in the order in which they are written, so that none is searched.
template <typename Entry>
bool ReadMembers(simdjson::dom::object source, Entry& entry, PoolData& pool) {
  bool good = true;
  auto next = source.begin();
  Members<Entry>([&](MemberName name, auto member) {
    if (next == source.end() || !next.key_equals(name.wire)) return;
    good = good && ReadValue(next.value(), entry.*member, pool);
    ++next;
  });
  if (next == source.end()) return good;
  Members<Entry>([&](MemberName name, auto member) {
    element found;
    if (source[name.wire].get(found) == simdjson::SUCCESS)
      good = good && ReadValue(found, entry.*member, pool);
  });
  return good;
}

template <typename Entry>
bool ReadEntry(element source, Entry& entry, PoolData& pool) {
  if constexpr (std::is_class_v<Entry> && !std::same_as<Entry, std::string_view>) {
    simdjson::dom::object object;
    if (source.get(object) != simdjson::SUCCESS) return false;
    const bool good = ReadMembers(object, entry, pool);
    if constexpr (std::same_as<Entry, contract::Constant>) {
      if (!good || entry.kind != contract::ConstantKind::kBytes) return good;
      auto raw = DecodeBase64(entry.text);
      if (raw) entry.text = pool.Text(std::move(*raw));
      return raw.has_value();
    }
    return good;
  } else {
    return ReadValue(source, entry, pool);
  }
}

template <typename Owner>
std::string ReadArrays(simdjson::dom::object object, Owner& owner, PoolData& pool) {
  std::string wrong;
  Arrays<Owner>([&](ArrayName name, auto member) {
    simdjson::dom::array entries;
    if (!wrong.empty()) return;
    if (object[name.wire].get(entries) != simdjson::SUCCESS)
      return void(wrong = fmt::format("there is no array `{}`", name.wire));
    auto& read = owner.*member;
    for (const element each : entries) {
      if (ReadEntry(each, read.emplace_back(), pool)) continue;
      return void(wrong = fmt::format("entry {} of `{}` is malformed", read.size() - 1, name.wire));
    }
  });
  return wrong;
}

std::string ReadHead(simdjson::dom::object object, TableData& table) {
  std::uint64_t version = 0;
  if (object["version"].get(version) != simdjson::SUCCESS || version != contract::kRouteTableVersion)
    return fmt::format("layout version {} is expected", contract::kRouteTableVersion);
  for (auto [name, target] : {std::pair("mesh", &table.mesh), std::pair("digest", &table.digest)}) {
    std::string_view text;
    if (object[name].get(text) != simdjson::SUCCESS) return fmt::format("there is no text `{}`", name);
    *target = text;
  }
  return "";
}

/// Calls `read` with the object that `text` is; what is wrong with it, or what `read` says.
template <typename Read>
std::string WithObject(std::string_view text, const Read& read) {
  if (const auto problem = FindJsonProblem(text)) return problem->Describe();
  simdjson::dom::parser parser;
  element root;
  // What is JSON and refused here are numbers beyond 64 bits; no table has such.
  if (const auto error = parser.parse(text.data(), text.size()).get(root))
    return simdjson::error_message(error);
  simdjson::dom::object object;
  if (root.get(object) != simdjson::SUCCESS) return "an object is expected";
  return read(object);
}

}  // namespace

std::string ReadPool(std::string_view text, PoolData& pool) {
  return WithObject(text, [&](simdjson::dom::object object) { return ReadArrays(object, pool, pool); });
}

std::string ReadTable(std::string_view text, TableData& table) {
  return WithObject(text, [&](simdjson::dom::object object) {
    std::string wrong = ReadHead(object, table);
    if (wrong.empty()) wrong = ReadArrays(object, table.pool, table.pool);
    return wrong.empty() ? ReadArrays(object, table, table.pool) : wrong;
  });
}

}  // namespace mesh::route
