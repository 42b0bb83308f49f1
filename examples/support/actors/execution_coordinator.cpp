#include "shop_support/actors/execution_coordinator.h"

#include <string>

#include "rules/actions.h"

namespace shop_support::actors {
namespace {

/// Carries out what the intent asks for. The ledger makes sure that a second run changes nothing.
class ExecutionCoordinatorHandler final : public ExecutionCoordinator {
  Result<Output> handle(const Input& input, Context& context) override {
    std::vector<ActionReport> actions;
    for (const Action action : rules::ActionsFor(input.intent.category)) {
      actions.push_back(Run(action, input, context));
    }
    return Output{.actions = std::move(actions)};
  }

  ActionReport Run(Action action, const Input& input, const Context& context) {
    ActionReport report;
    report.action = action;
    report.status = ActionStatus::refused;
    if (!rules::IsAllowed(action, input.customer, input.intent, input.sentiment.urgency)) return report;
    report.status = ActionStatus::done;
    report.receipt = ledger_.Perform(context.envelope_id(), action, input.email + "\n" + input.message);
    return report;
  }

  rules::Ledger ledger_;
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeExecutionCoordinator() {
  return std::make_unique<ExecutionCoordinatorHandler>();
}

}  // namespace shop_support::actors
