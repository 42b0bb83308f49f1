#include "compiler/queries/changes/zero_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/support/enumerator.h"

namespace meshc::queries {
namespace {

using types::Declarations;
using types::Type;
using types::TypeId;
using types::TypeKind;
using Text = std::optional<std::string>;

/// Longer texts and lists are nothing to write by hand.
constexpr std::int64_t kLongest = 100;
constexpr int kDeepest = 20;

Text Zero(const Declarations& declarations, TypeId id, int depth);

std::string IntText(const types::Constraint& limits) {
  const std::int64_t low = std::max<std::int64_t>(0, limits.min.value_or(0));
  return std::to_string(std::min(low, limits.max.value_or(low)));
}

std::string FloatText(const types::Constraint& limits) {
  const double low = std::max(0.0, limits.float_min.value_or(0.0));
  const std::string text = fmt::format("{}", std::min(low, limits.float_max.value_or(low)));
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

Text StringText(const types::Constraint& limits) {
  if (!limits.pattern.empty() || limits.min.value_or(0) > kLongest) return std::nullopt;
  return '"' + std::string(static_cast<std::size_t>(limits.min.value_or(0)), ' ') + '"';
}

Text ListText(const Declarations& declarations, const Type& type, int depth) {
  const std::int64_t count = type.constraint.min.value_or(0);
  if (count > kLongest) return std::nullopt;
  if (count == 0) return "[]";
  const Text element = Zero(declarations, type.element, depth);
  if (!element) return std::nullopt;
  std::string list;
  for (std::int64_t i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + *element;
  return "[" + list + "]";
}

Text RecordText(const Declarations& declarations, const std::vector<types::Member>& members, int depth) {
  std::string text;
  for (const types::Member& member : members) {
    if (member.default_value || declarations.types.IsOptional(member.type)) continue;
    const Text value = Zero(declarations, member.type, depth);
    if (!value) return std::nullopt;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", member.name, *value);
  }
  return text.empty() ? "{ }" : "{ " + text + " }";
}

Text UnionText(const Declarations& declarations, const Type& type, int depth) {
  const auto& tags = declarations.unions[type.union_type()].tags;
  if (tags.empty()) return std::nullopt;
  const Text value = Zero(declarations, tags.front().type, depth);
  return value ? Text(fmt::format("{{ {}: {} }}", tags.front().name, *value)) : std::nullopt;
}

Text EnumText(const Declarations& declarations, const Type& type) {
  const auto& values = declarations.enums[type.enumeration()].values;
  return values.empty() ? Text() : values.front().name;
}

Text Zero(const Declarations& declarations, TypeId id, int depth) {
  const Type& type = declarations.types[id];
  if (depth > kDeepest) return std::nullopt;
  switch (type.kind) {
    case TypeKind::kBool: return "false";
    case TypeKind::kInt: return IntText(type.constraint);
    case TypeKind::kFloat: return FloatText(type.constraint);
    case TypeKind::kString: return StringText(type.constraint);
    case TypeKind::kDuration: return "0s";
    case TypeKind::kMap:
    case TypeKind::kJson: return "{ }";
    case TypeKind::kList: return ListText(declarations, type, depth + 1);
    case TypeKind::kRecord:
      return RecordText(declarations, declarations.records[type.record()].members, depth + 1);
    case TypeKind::kUnion: return UnionText(declarations, type, depth + 1);
    case TypeKind::kEnum: return EnumText(declarations, type);
    case TypeKind::kOptional:
    case TypeKind::kNull: return "null";
    case TypeKind::kBytes:
    case TypeKind::kTimestamp:
    case TypeKind::kInvalid: return std::nullopt;
  }
  NoSuchEnumerator();
}

}  // namespace

std::optional<std::string> ZeroText(const Declarations& declarations, TypeId type) {
  return Zero(declarations, type, 0);
}

}  // namespace meshc::queries
