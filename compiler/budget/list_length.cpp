#include "compiler/budget/list_length.h"

#include <llvm/Support/Casting.h>

#include <algorithm>

namespace meshc::budget {
namespace {

using llvm::dyn_cast;

// A literal has its elements, a choice the longer of two; of anything else its type may tell.
Amount LengthOf(const sema::TypedProgram& program, const syntax::Expression& list) {
  const auto longer = [&](const syntax::Expression& a, const syntax::Expression& b) {
    return std::max(LengthOf(program, a), LengthOf(program, b));
  };
  if (const auto* literal = dyn_cast<syntax::ListExpression>(&list))
    return Amount(static_cast<std::int64_t>(literal->elements.size()));
  if (const auto* choice = dyn_cast<syntax::ConditionalExpression>(&list))
    return longer(*choice->then_value, *choice->else_value);
  const auto* binary = dyn_cast<syntax::BinaryExpression>(&list);
  if (binary != nullptr && binary->op == syntax::BinaryOperator::kCoalesce)
    return longer(*binary->left, *binary->right);
  const types::TypeStore& types = program.declarations.types;
  const auto bound = types[types.Present(program.FactsOf(list).type)].constraint.max;
  return bound ? Amount(*bound) : Amount::Unbounded();
}

}  // namespace

// More elements than `max` raise an error.
Amount LargestLength(const sema::TypedProgram& program, const syntax::EachStatement& statement) {
  const Amount length = LengthOf(program, *statement.list);
  return statement.max.present ? std::min(length, Amount(statement.max.value)) : length;
}

}  // namespace meshc::budget
