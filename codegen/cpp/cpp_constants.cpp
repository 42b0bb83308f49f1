// Constants of Flow as C++ expressions.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "codegen/common/cpp_literals.h"
#include "codegen/common/naming.h"
#include "codegen/cpp/cpp_types.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen {
namespace {

using types::Constant;
using types::ConstantKind;
using types::Type;
using types::TypeId;
using types::TypeKind;

/// A std::string; the length is given where a NUL would end the literal.
std::string StringLiteral(const std::string& text) {
  if (text.find('\0') == std::string::npos) return CppString(text);
  return fmt::format("std::string({}, {})", CppString(text), text.size());
}

std::string Join(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

}  // namespace

std::string CppTypes::Literal(const Constant& constant, TypeId id, const TypeScope& scope) const {
  const Type& type = declarations_.types[id];
  switch (type.kind) {
    case TypeKind::kBool: return constant.boolean ? "true" : "false";
    case TypeKind::kInt: return CppInt(constant.integer);
    case TypeKind::kFloat:
      return CppFloat(constant.kind == ConstantKind::kInt ? static_cast<double>(constant.integer)
                                                          : constant.number);
    case TypeKind::kString: return StringLiteral(constant.text);
    case TypeKind::kBytes: return fmt::format("mesh::Bytes{{{}}}", StringLiteral(constant.text));
    case TypeKind::kTimestamp:
      return fmt::format("mesh::Timestamp{{{}, {}}}", CppInt(constant.integer), constant.number);
    case TypeKind::kDuration: return fmt::format("mesh::Duration{{{}}}", CppInt(constant.integer));
    case TypeKind::kInvalid:
    case TypeKind::kNull:
    case TypeKind::kJson: return JsonLiteral(constant);
    case TypeKind::kList: return ListLiteral(constant, id, scope);
    case TypeKind::kMap: return MapLiteral(constant, id, scope);
    case TypeKind::kOptional:
      return constant.kind == ConstantKind::kNull ? "std::nullopt" : Literal(constant, type.element, scope);
    case TypeKind::kRecord: return RecordLiteral(constant, id, scope);
    case TypeKind::kEnum: return EnumLiteral(constant.text, id, scope);
    case TypeKind::kUnion: return UnionLiteral(constant, id, scope);
  }
  NoSuchEnumerator();
}

std::string CppTypes::EnumLiteral(const std::string& value, TypeId id, const TypeScope& scope) const {
  const types::Enum& declared = declarations_.enums[declarations_.types[id].enumeration()];
  const std::string name = Spell(id, scope);
  if (!declared.open) return fmt::format("{}::{}", name, CppIdentifier(value));
  const bool listed = std::any_of(declared.values.begin(), declared.values.end(),
                                  [&](const types::EnumValue& known) { return known.name == value; });
  if (listed) return fmt::format("{}{{{}::Listed::{}}}", name, name, CppIdentifier(value));
  return fmt::format("{}{{std::string({})}}", name, CppString(value));
}

std::string CppTypes::ListLiteral(const Constant& constant, TypeId id, const TypeScope& scope) const {
  std::vector<std::string> elements;
  for (const Constant& child : constant.children) {
    elements.push_back(Literal(child, declarations_.types[id].element, scope));
  }
  return fmt::format("{}{{{}}}", Spell(id, scope), Join(elements));
}

std::string CppTypes::MapLiteral(const Constant& constant, TypeId id, const TypeScope& scope) const {
  std::vector<std::string> entries;
  for (const auto& [key, value] : constant.entries) {
    entries.push_back(fmt::format("{{{}, {}}}", StringLiteral(key),
                                  Literal(value, declarations_.types[id].element, scope)));
  }
  return fmt::format("{}{{{}}}", Spell(id, scope), Join(entries));
}

std::string CppTypes::RecordLiteral(const Constant& constant, TypeId id, const TypeScope& scope) const {
  const types::Record& record = declarations_.records[declarations_.types[id].record()];
  std::vector<std::string> members;
  for (std::size_t i = 0; i < record.members.size(); ++i) {
    const types::Member& member = record.members[i];
    members.push_back(fmt::format(".{} = {}", CppMember(member.name, CppTypeName(record.name)),
                                  Literal(constant.children[i], member.type, scope)));
  }
  return fmt::format("{}{{{}}}", Spell(id, scope), Join(members));
}

std::string CppTypes::UnionLiteral(const Constant& constant, TypeId id, const TypeScope& scope) const {
  const types::Union& declared = declarations_.unions[declarations_.types[id].union_type()];
  const types::Member& tag = declared.tags[static_cast<std::size_t>(constant.integer)];
  const std::string name = Spell(id, scope);
  return fmt::format("{}::Make<{}::Tag::{}>({})", name, name, CppIdentifier(tag.name),
                     Literal(constant.children.front(), tag.type, scope));
}

std::string CppTypes::JsonLiteral(const Constant& constant) const {
  std::vector<std::string> parts;
  switch (constant.kind) {
    case ConstantKind::kBool: return fmt::format("mesh::Value::Bool({})", constant.boolean);
    case ConstantKind::kInt: return fmt::format("mesh::Value::Int({})", CppInt(constant.integer));
    case ConstantKind::kFloat: return fmt::format("mesh::Value::Float({})", CppFloat(constant.number));
    case ConstantKind::kString: return fmt::format("mesh::Value::String({})", StringLiteral(constant.text));
    case ConstantKind::kList:
      for (const Constant& child : constant.children) parts.push_back(JsonLiteral(child));
      return fmt::format("mesh::Value::List({{{}}})", Join(parts));
    case ConstantKind::kMap:
      for (const auto& [key, value] : constant.entries) {
        parts.push_back(fmt::format("{{{}, {}}}", StringLiteral(key), JsonLiteral(value)));
      }
      return fmt::format("mesh::Value::Map({{{}}})", Join(parts));
    // The rest has a type of its own, which no constant of type `json` has.
    case ConstantKind::kNull:
    case ConstantKind::kBytes:
    case ConstantKind::kTimestamp:
    case ConstantKind::kDuration:
    case ConstantKind::kRecord:
    case ConstantKind::kUnion: return "mesh::Value::Null()";
  }
  NoSuchEnumerator();
}

}  // namespace meshc::codegen
