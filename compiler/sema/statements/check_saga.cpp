#include <utility>

#include "compiler/sema/statements/flow_checker.h"
#include "compiler/source/first_word.h"

namespace meshc::sema {

void FlowChecker::CheckSaga(const syntax::SagaStatement& statement) {
  const SourceRange outer = std::exchange(around_.saga, source::FirstWord(statement.range, "saga"));
  CheckBlock(statement.body);
  around_.saga = outer;
}

}  // namespace meshc::sema
