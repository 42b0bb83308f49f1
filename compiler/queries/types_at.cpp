#include "compiler/queries/types_at.h"

#include <llvm/Support/Casting.h>

#include "compiler/queries/name_at.h"

namespace meshc::queries {
namespace {

/// The last name in a type as written is what it is made of: `[shop.Order]?` is of orders.
const Declared* Named(const CheckedRoot& root, source::SourceRange range) {
  const Declared* found = nullptr;
  for (const sema::Mention& mention : MentionsIn(root, range)) found = root.names().Find(mention.declared);
  return found;
}

/// Of a flow that was not looked into nothing is known.
const Declared* TypeOfVariable(const CheckedRoot& root, const Declared& variable) {
  const auto& each = llvm::cast<syntax::EachStatement>(*variable.statement);
  const auto& known = root.program()->facts[each.range.file.index].index;
  if (each.id >= known.size() || known[each.id] == types::FlowId::kNone) return nullptr;
  return DeclarationOf(root, root.program()->FactsOf(each).element);
}

}  // namespace

const Declared* DeclarationOf(const CheckedRoot& root, types::TypeId id) {
  const types::Declarations& declarations = root.program()->declarations;
  types::Type type = declarations.types[id];
  while (type.element.has_value()) type = declarations.types[type.element];
  if (type.kind == types::TypeKind::kRecord)
    return root.names().Find(declarations.records[type.record()].origin.range);
  if (type.kind == types::TypeKind::kEnum)
    return root.names().Find(declarations.enums[type.enumeration()].origin.range);
  if (type.kind == types::TypeKind::kUnion)
    return root.names().Find(declarations.unions[type.union_type()].origin.range);
  return nullptr;
}

const Declared* TypeOf(const CheckedRoot& root, const Declared& declared) {
  if (root.program() == nullptr) return nullptr;
  if (declared.type != nullptr) return Named(root, declared.type->range);
  if (const auto* alias = llvm::dyn_cast<syntax::TypeAliasDeclaration>(declared.declaration);
      alias != nullptr && declared.kind == DeclaredKind::kTypeAlias && alias->type != nullptr)
    return Named(root, alias->type->range);
  if (const auto* flow = llvm::dyn_cast<syntax::FlowDeclaration>(declared.declaration);
      flow != nullptr && declared.kind == DeclaredKind::kFlow)
    return Named(root, flow->envelope.range);
  if (declared.kind == DeclaredKind::kVariable) return TypeOfVariable(root, declared);
  return nullptr;
}

}  // namespace meshc::queries
