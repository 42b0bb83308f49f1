// Evaluates an expression by walking the AST, straight from section 6 of the language.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/sema/typed_program.h"
#include "mesh/value/value.h"

namespace meshc::property {

/// An error in flight, in the reference's own terms.
struct ReferenceError {
  std::string name;
  std::string message;
  std::string actor;
  bool by_raise = false;
};

/// `expression_error`: thrown out of Evaluate, caught by the interpreter.
struct ExpressionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What an expression may read.
struct ReferenceScope {
  const sema::TypedProgram& program;
  const mesh::ValueList& fields;
  /// Errors of the clauses that are open in this flow, with the variable that names each.
  const std::vector<std::pair<sema::VariableId, ReferenceError>>& caught;
};

/// The value; absent is possible for optional paths only.
mesh::Value Evaluate(const syntax::Expression& expression, const ReferenceScope& scope);
mesh::Value ToValue(const types::Constant& constant);

}  // namespace meshc::property
