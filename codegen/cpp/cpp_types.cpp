#include "codegen/cpp/cpp_types.h"

#include <fmt/core.h>

#include <utility>

#include "codegen/common/naming.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen {

using types::Type;
using types::TypeId;
using types::TypeKind;

CppTypes::CppTypes(const types::Declarations& declarations, std::string space)
    : declarations_(declarations), space_(std::move(space)), order_(declarations) {}

std::string CppTypes::Spell(TypeId id, const TypeScope& scope) const {
  const Type& type = declarations_.types[id];
  switch (type.kind) {
    case TypeKind::kBool: return "bool";
    case TypeKind::kInt: return "std::int64_t";
    case TypeKind::kFloat: return "double";
    case TypeKind::kString: return "std::string";
    case TypeKind::kBytes: return "mesh::Bytes";
    case TypeKind::kTimestamp: return "mesh::Timestamp";
    case TypeKind::kDuration: return "mesh::Duration";
    case TypeKind::kInvalid:
    case TypeKind::kNull:
    case TypeKind::kJson: return "mesh::Value";
    case TypeKind::kList: return fmt::format("std::vector<{}>", Spell(type.element, scope));
    case TypeKind::kMap: return fmt::format("std::map<std::string, {}>", Spell(type.element, scope));
    case TypeKind::kOptional: return SpellOptional(type.element, scope);
    case TypeKind::kRecord: return SpellNamed(declarations_.records[type.record()].name, scope);
    case TypeKind::kEnum: return SpellNamed(declarations_.enums[type.enumeration()].name, scope);
    case TypeKind::kUnion: return SpellNamed(declarations_.unions[type.union_type()].name, scope);
  }
  NoSuchEnumerator();
}

void CppTypes::AddNames(TypeId id, std::set<std::string>& names) const {
  const Type& type = declarations_.types[id];
  if (type.element.has_value()) return AddNames(type.element, names);
  if (type.kind == TypeKind::kRecord) names.insert(declarations_.records[type.record()].name);
  if (type.kind == TypeKind::kEnum) names.insert(declarations_.enums[type.enumeration()].name);
  if (type.kind == TypeKind::kUnion) names.insert(declarations_.unions[type.union_type()].name);
}

std::string CppTypes::SpellNamed(const std::string& name, const TypeScope& scope) const {
  const std::string plain = CppTypeName(name);
  return scope.Hides(plain) ? fmt::format("::{}::{}", space_, plain) : plain;
}

std::string CppTypes::SpellOptional(TypeId element, const TypeScope& scope) const {
  const Type& type = declarations_.types[element];
  const bool named = type.kind == TypeKind::kRecord || type.kind == TypeKind::kUnion;
  // std::optional needs to know the size of what it holds; inside that very type nobody does.
  const bool boxed = named && scope.inside && order_.InOneCycle(*scope.inside, {type.kind, type.decl});
  return fmt::format("{}<{}>", boxed ? "mesh::Boxed" : "std::optional", Spell(element, scope));
}

std::string CppTypes::FirstValue(const Type& type, const TypeScope& scope) const {
  const types::Enum& declared = declarations_.enums[type.enumeration()];
  return fmt::format("{}::{}", SpellNamed(declared.name, scope), CppIdentifier(declared.values.front().name));
}

std::string CppTypes::Initialiser(const types::Member& member, const TypeScope& scope) const {
  const Type& type = declarations_.types[member.type];
  if (member.default_value) {
    // An empty list or map is what a default-made one is.
    const bool empty = member.default_value->children.empty() && member.default_value->entries.empty();
    if (empty && (type.kind == TypeKind::kList || type.kind == TypeKind::kMap))
      return DefaultMade(member.type, scope);
    return " = " + Literal(*member.default_value, member.type, scope);
  }
  if (type.kind == TypeKind::kBool) return " = false";
  if (type.kind == TypeKind::kInt) return " = 0";
  if (type.kind == TypeKind::kFloat) return " = 0.0";
  const bool closed = type.kind == TypeKind::kEnum && !declarations_.enums[type.enumeration()].open;
  return closed ? " = " + FirstValue(type, scope) : DefaultMade(member.type, scope);
}

/// Written out so that a member may be left out where others are named. Not in a cycle of types:
/// there the member's type may be incomplete, and cannot be made yet.
std::string CppTypes::DefaultMade(TypeId id, const TypeScope& scope) const {
  return scope.inside && MentionsNeighbour(id, *scope.inside) ? "" : " = {}";
}

bool CppTypes::MentionsNeighbour(TypeId id, TypeRef inside) const {
  const Type& type = declarations_.types[id];
  if (type.element.has_value()) return MentionsNeighbour(type.element, inside);
  if (type.kind != TypeKind::kRecord && type.kind != TypeKind::kUnion) return false;
  const TypeRef other{type.kind, type.decl};
  return !(other == inside) && order_.InOneCycle(other, inside);
}

}  // namespace meshc::codegen
