#include <algorithm>
#include <limits>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/route/pool_json.h"
#include "mesh/route/table_fields.h"
#include "mesh/route/table_names.h"
#include "mesh/value/base64.h"
#include "mesh/value/json_number.h"

namespace mesh::route {
namespace {

using contract::Span;
using nlohmann::json;

template <typename Number>
bool ReadNumber(const json& source, Number& target) {
  if (source.is_number_unsigned()) {
    const auto value = source.get<std::uint64_t>();
    target = static_cast<Number>(value);
    return value <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
  }
  if (!source.is_number_integer() || !std::is_signed_v<Number>) return false;
  const auto value = source.get<std::int64_t>();
  target = static_cast<Number>(value);
  return value >= static_cast<std::int64_t>(std::numeric_limits<Number>::min());
}

bool ReadValue(const json& source, std::string_view& target, PoolData& pool) {
  if (source.is_string()) target = pool.Text(source.get<std::string>());
  return source.is_string();
}

bool ReadValue(const json& source, Span& target, PoolData&) {
  return source.is_array() && source.size() == 2 && ReadNumber(source[0], target.first) &&
         ReadNumber(source[1], target.count);
}

template <typename T>
bool ReadEnum(const json& source, T& target) {
  if (!source.is_string()) return false;
  const auto names = NamesOf(target);
  const auto found = std::find(names.begin(), names.end(), source.get_ref<const std::string&>());
  if (found == names.end()) return false;
  target = static_cast<T>(found - names.begin());
  return true;
}

template <typename T>
bool ReadValue(const json& source, T& target, PoolData&) {
  if constexpr (std::is_enum_v<T>) {
    return ReadEnum(source, target);
  } else if constexpr (std::same_as<T, bool>) {
    if (source.is_boolean()) target = source.get<bool>();
    return source.is_boolean();
  } else if constexpr (std::is_floating_point_v<T>) {
    const auto digits = ExactDigits(source);
    if (digits) target = NearestFloat(*digits);
    if (source.is_number()) target = source.get<T>();
    return digits || source.is_number();
  } else {
    return ReadNumber(source, target);
  }
}

template <typename Entry>
bool ReadEntry(const json& source, Entry& entry, PoolData& pool) {
  if constexpr (std::is_class_v<Entry> && !std::same_as<Entry, std::string_view>) {
    if (!source.is_object()) return false;
    bool good = true;
    Members<Entry>([&](MemberName name, auto member) {
      const auto found = source.find(name.wire);
      if (good && found != source.end()) good = ReadValue(*found, entry.*member, pool);
    });
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
std::string ReadAll(const json& object, Owner& owner, PoolData& pool) {
  std::string wrong;
  Arrays<Owner>([&](ArrayName name, auto member) {
    const auto found = object.find(name.wire);
    if (!wrong.empty()) return;
    if (found == object.end() || !found->is_array())
      return void(wrong = fmt::format("there is no array `{}`", name.wire));
    (owner.*member).resize(found->size());
    for (std::size_t i = 0; i < found->size() && wrong.empty(); ++i) {
      if (!ReadEntry((*found)[i], (owner.*member)[i], pool))
        wrong = fmt::format("entry {} of `{}` is malformed", i, name.wire);
    }
  });
  return wrong;
}

}  // namespace

std::string ReadPool(const json& object, PoolData& pool) {
  if (!object.is_object()) return "an object is expected";
  return ReadAll(object, pool, pool);
}

std::string ReadArrays(const json& object, TableData& table) {
  if (!object.is_object()) return "an object is expected";
  return ReadAll(object, table, table.pool);
}

}  // namespace mesh::route
