// Evaluates an expression by walking the AST, straight from section 6 of the language.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
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

/// With the variable that names each; a clause without one has an invalid id.
using CaughtErrors = std::vector<std::pair<sema::VariableId, ReferenceError>>;
/// An `each` variable that is bound.
struct BoundElement {
  sema::VariableId variable;
  std::string name;
  mesh::Value value;
};
using Elements = std::vector<BoundElement>;

/// What an expression may read.
struct ReferenceScope {
  const sema::TypedProgram& program;
  const mesh::ValueList& fields;  ///< In the condition of a stub: the arguments.
  const CaughtErrors& caught;
  const Elements& elements;
};

/// The value; absent for `null` only.
mesh::Value Evaluate(const syntax::Expression& expression, const ReferenceScope& scope);
/// As what a param takes that may be left out: a path that leads to nothing is absent.
mesh::Value EvaluateSoft(const syntax::Expression& expression, const ReferenceScope& scope);
/// The name of the tag of `value`, which is that of `subject`.
mesh::Value TagName(const sema::TypedProgram& program, const syntax::Expression& subject,
                    const mesh::Value& value);
mesh::Value ToValue(const types::Constant& constant);

}  // namespace meshc::property
