#include "compiler/ir/verify_parts.h"

namespace meshc::ir {

std::vector<std::string> Verify(const Mesh& mesh) {
  Problems problems;
  VerifyShape(mesh, problems);
  VerifyExpressions(mesh, problems);
  // The rest follows ids without asking.
  if (!problems.empty()) return problems;
  VerifyOperands(mesh, problems);
  VerifyScopes(mesh, problems);
  VerifyScenarios(mesh, problems);
  return problems;
}

}  // namespace meshc::ir
