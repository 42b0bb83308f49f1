#include "bank_payments/actors/reminder.h"

namespace bank_payments::actors {
namespace {

/// Stands for a second message to them.
class ReminderHandler final : public Reminder {
  Result<Output> handle(const Input& input, Context& context) override {
    context.Log(mesh::actor::LogLevel::kInfo, "payment " + input.reference + " is still waiting");
    return Output{};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeReminder() { return std::make_unique<ReminderHandler>(); }

}  // namespace bank_payments::actors
