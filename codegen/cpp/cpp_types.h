// Flow types and constants as C++ text.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "codegen/cpp/type_order.h"
#include "compiler/types/declarations.h"

namespace meshc::codegen {

/// Where a type is named.
struct TypeScope {
  std::set<std::string> shadowed;  ///< Names that mean something else here: types are qualified.
  std::optional<TypeRef> inside;   ///< The record or union whose member it is.
  const std::set<std::string>* neighbours = nullptr;  ///< More such names, shared by many scopes.

  bool Hides(const std::string& name) const {
    return shadowed.count(name) > 0 || (neighbours != nullptr && neighbours->count(name) > 0);
  }
};

class CppTypes {
 public:
  /// `space` is the namespace of the mesh. The declarations outlive this.
  CppTypes(const types::Declarations& declarations, std::string space);

  const TypeOrder& order() const { return order_; }
  /// `std::vector<Order>`
  std::string Spell(types::TypeId type, const TypeScope& scope) const;
  /// An expression of that type.
  std::string Literal(const types::Constant& constant, types::TypeId type, const TypeScope& scope) const;
  /// Adds the Flow names of the records, enums and unions that stand in a type.
  void AddNames(types::TypeId type, std::set<std::string>& names) const;
  /// ` = value`: the declared default, or a definite value for what C++ would leave undefined.
  std::string Initialiser(const types::Member& member, const TypeScope& scope) const;

 private:
  std::string SpellNamed(const std::string& name, const TypeScope& scope) const;
  std::string SpellOptional(types::TypeId element, const TypeScope& scope) const;
  std::string EnumLiteral(const std::string& value, types::TypeId type, const TypeScope& scope) const;
  std::string ListLiteral(const types::Constant& constant, types::TypeId type, const TypeScope& scope) const;
  std::string MapLiteral(const types::Constant& constant, types::TypeId type, const TypeScope& scope) const;
  std::string RecordLiteral(const types::Constant& constant, types::TypeId type,
                            const TypeScope& scope) const;
  std::string UnionLiteral(const types::Constant& constant, types::TypeId type, const TypeScope& scope) const;
  std::string JsonLiteral(const types::Constant& constant) const;
  std::string DefaultMade(types::TypeId type, const TypeScope& scope) const;
  bool MentionsNeighbour(types::TypeId type, TypeRef inside) const;
  std::string FirstValue(const types::Type& type, const TypeScope& scope) const;

  const types::Declarations& declarations_;
  std::string space_;
  TypeOrder order_;
};

}  // namespace meshc::codegen
