#include "codegen/common/pool_builder.h"

#include <fmt/core.h>

#include <utility>

#include "codegen/common/contract_kinds.h"

namespace meshc::codegen {
namespace {

using contract::Index;
using contract::Span;

bool IsNamed(contract::TypeKind kind) {
  return kind == contract::TypeKind::kRecord || kind == contract::TypeKind::kEnum ||
         kind == contract::TypeKind::kUnion;
}

/// What makes two types one.
std::string Identity(const contract::Type& type) {
  if (IsNamed(type.kind)) return fmt::format("{} {}", static_cast<int>(type.kind), type.name);
  return fmt::format("{} {} {} {} {} {} {} {} {}", static_cast<int>(type.kind), type.element, type.has_min,
                     type.has_max, type.min, type.max, type.float_min, type.float_max, type.pattern);
}

void SetBounds(const types::Constraint& constraint, contract::Type& type) {
  type.has_min = constraint.min.has_value() || constraint.float_min.has_value();
  type.has_max = constraint.max.has_value() || constraint.float_max.has_value();
  type.min = constraint.min.value_or(0);
  type.max = constraint.max.value_or(0);
  type.float_min = constraint.float_min.value_or(0);
  type.float_max = constraint.float_max.value_or(0);
}

template <typename T>
Span Append(std::vector<T>& entries, const std::vector<T>& added) {
  if (added.empty()) return {};
  const Span span{static_cast<Index>(entries.size()), static_cast<Index>(added.size())};
  entries.insert(entries.end(), added.begin(), added.end());
  return span;
}

template <typename T>
Index Push(std::vector<T>& entries, T entry) {
  entries.push_back(std::move(entry));
  return static_cast<Index>(entries.size() - 1);
}

}  // namespace

PoolBuilder::PoolBuilder(const types::Declarations& declarations, const contract::Pool& begin)
    : declarations_(declarations) {
  for (const std::string_view text : begin.strings) AddString(text);
  pool_.indices.assign(begin.indices.begin(), begin.indices.end());
  for (contract::Type type : begin.types) {
    type.name = Text(type.name);
    type.pattern = Text(type.pattern);
    types_.emplace(Identity(type), Push(pool_.types, type));
  }
  for (contract::Member member : begin.members) {
    member.name = Text(member.name);
    pool_.members.push_back(member);
  }
  for (contract::Constant constant : begin.constants) {
    constant.text = Text(constant.text);
    pool_.constants.push_back(constant);
  }
  pool_.constant_children.assign(begin.constant_children.begin(), begin.constant_children.end());
  pool_.code.assign(begin.code.begin(), begin.code.end());
  pool_.programs.assign(begin.programs.begin(), begin.programs.end());
}

Index PoolBuilder::AddType(types::TypeId id) {
  const types::Type& source = declarations_.types[id];
  contract::Type type{.kind = ToContract(source.kind)};
  if (IsNamed(type.kind)) return AddNamedType(type, source);
  if (source.element.has_value()) type.element = AddType(source.element);
  SetBounds(source.constraint, type);
  type.pattern = source.constraint.pattern;
  return AddPlainType(type);
}

Index PoolBuilder::PushType(const contract::Type& type) {
  const Index index = Push(pool_.types, type);
  types_.emplace(Identity(type), index);
  return index;
}

Index PoolBuilder::AddPlainType(contract::Type type) {
  const auto found = types_.find(Identity(type));
  if (found != types_.end()) return found->second;
  type.pattern = Text(type.pattern);
  return PushType(type);
}

std::string_view PoolBuilder::DeclaredName(const types::Type& type) const {
  if (type.kind == types::TypeKind::kRecord) return declarations_.records[type.record()].name;
  if (type.kind == types::TypeKind::kEnum) return declarations_.enums[type.enumeration()].name;
  return declarations_.unions[type.union_type()].name;
}

Index PoolBuilder::AddNamedType(contract::Type type, const types::Type& source) {
  type.name = DeclaredName(source);
  const auto found = types_.find(Identity(type));
  if (found != types_.end()) return found->second;
  type.name = Text(type.name);
  // The number is given before the parts are looked at: a record may contain itself.
  const Index index = PushType(type);
  FillParts(index, source);
  return index;
}

void PoolBuilder::FillParts(Index index, const types::Type& source) {
  if (source.kind == types::TypeKind::kEnum) {
    const types::Enum& declared = declarations_.enums[source.enumeration()];
    std::vector<std::string> values;
    for (const types::EnumValue& value : declared.values) values.push_back(value.name);
    pool_.types[index].values = AddStrings(values);
    pool_.types[index].open = declared.open;
    return;
  }
  const bool is_record = source.kind == types::TypeKind::kRecord;
  const Span members = AddMembers(is_record ? declarations_.records[source.record()].members
                                            : declarations_.unions[source.union_type()].tags);
  pool_.types[index].members = members;
}

Index PoolBuilder::AddString(std::string_view text) { return Push(pool_.strings, Text(text)); }

Span PoolBuilder::AddStrings(const std::vector<std::string>& texts) {
  std::vector<std::string_view> views;
  for (const std::string& text : texts) views.push_back(Text(text));
  return Append(pool_.strings, views);
}

Span PoolBuilder::AddIndices(const std::vector<Index>& indices) { return Append(pool_.indices, indices); }

Span PoolBuilder::AddMembers(const std::vector<types::Member>& members) {
  // Collected first: reaching a member's type may append members of its own.
  std::vector<contract::Member> added;
  for (const types::Member& member : members) {
    const Index type = AddType(member.type);
    added.push_back({Text(member.name), type, AddConstant(member.default_value), member.sensitive});
  }
  return Append(pool_.members, added);
}

Index PoolBuilder::AddConstant(const std::optional<types::Constant>& constant) {
  return constant ? AddConstant(*constant) : contract::kNone;
}

Index PoolBuilder::AddConstant(const types::Constant& source) {
  contract::Constant constant{
      .kind = ToContract(source.kind),
      .boolean = source.boolean,
      .integer = source.integer,
      .number = source.number,
  };
  if (source.kind == types::ConstantKind::kTimestamp) {
    constant.nanoseconds = static_cast<std::uint32_t>(std::exchange(constant.number, 0));
  }
  std::vector<Index> children;
  for (const types::Constant& child : source.children) children.push_back(AddConstant(child));
  for (const auto& [key, value] : source.entries) {
    children.push_back(AddConstant(types::Constant::String(key)));
    children.push_back(AddConstant(value));
  }
  if (source.type.has_value()) constant.type = AddType(source.type);
  constant.children = Append(pool_.constant_children, children);
  const bool shared = children.empty() && constant.type == contract::kNone;
  const std::string identity = fmt::format("{} {} {} {} {}", static_cast<int>(source.kind), source.boolean,
                                           source.integer, source.number, source.text);
  if (const auto found = scalars_.find(identity); shared && found != scalars_.end()) return found->second;
  constant.text = Text(source.text);
  const Index index = Push(pool_.constants, constant);
  if (shared) scalars_.emplace(identity, index);
  return index;
}

}  // namespace meshc::codegen
