#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/statements/flow_checker.h"

namespace meshc::sema {

/// What `parallel` and `each` say of their join. One that may go on while branches run is noted, as
/// a saga cannot have it.
void FlowChecker::CheckJoin(const syntax::WaitClause& wait, const syntax::DurationClause& timeout) {
  if (wait.present && wait.kind == syntax::WaitKind::kCount) {
    syntax::CountClause count;
    count.range = wait.range;
    count.value = wait.count;
    CheckCount(context_, count, "wait", kNoLimit);
  }
  if (wait.present && wait.kind != syntax::WaitKind::kAll)
    context_.sites.joins.push_back({around_, wait.range});
  if (timeout.present) context_.sites.joins.push_back({around_, timeout.range});
  ReadDuration(context_, timeout);
}

}  // namespace meshc::sema
