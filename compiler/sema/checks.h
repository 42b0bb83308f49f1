// The checks that come after all declarations are values. Each walks the program once.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Bodies of all flows, in source order; then calls of flows that go round in a circle.
void CheckFlows(Context& context);
/// What the bounds of types decide: operations in flows that always fail, comparisons that never change.
void CheckRanges(Context& context);
/// Fields that two branches of one `parallel`, or two steps of one plan, write.
void CheckWrites(Context& context);
/// What runs in a saga, also of a caller: its joins, effects and undo calls, whose facts it fills in.
void CheckSagas(Context& context);
/// Warnings: effects that may happen more often than once, run where they may run again.
void CheckRepeatedEffects(Context& context);
/// What deploys state against what handlers may take, calls included.
void CheckDeploys(Context& context);
/// Marks the flows, and the statements in them, that are not to be trusted because of an error in them or in
/// what they use.
void FindFlowHealth(Context& context);
/// Scenarios of the root file; fills in the program's list of them.
void CheckScenarios(Context& context);
/// Warnings: names that do not follow the convention of the language.
void CheckConventions(Context& context);
/// Warnings: declarations and fields of the root file that nothing uses.
void CheckUnused(Context& context);

}  // namespace meshc::sema
