#include "shop_support/actors/guardrail_validator.h"

#include "rules/guardrail.h"

namespace shop_support::actors {
namespace {

/// Reads the text as the customer would.
class GuardrailValidatorHandler final : public GuardrailValidator {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.guardrail = rules::Validate(input.draft)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeGuardrailValidator() {
  return std::make_unique<GuardrailValidatorHandler>();
}

}  // namespace shop_support::actors
