#include <utility>

#include "compiler/sema/statements/flow_checker.h"

namespace meshc::sema {

void FlowChecker::CheckSaga(const syntax::SagaStatement& statement) {
  const SourceRange outer = std::exchange(around_.saga, FirstWord(statement, "saga"));
  CheckBlock(statement.body);
  around_.saga = outer;
}

}  // namespace meshc::sema
