#include "desk_assistant/actors/injection_check.h"

#include "text.h"

namespace desk_assistant::actors {
namespace {

class InjectionCheckHandler final : public InjectionCheck {
  Result<Output> handle(const Input& input, Context&) override {
    const std::vector<std::string> words = text::Words(input.question);
    return Output{.suspicious = text::Holds(words, "ignore") && text::Holds(words, "rules")};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeInjectionCheck() {
  return std::make_unique<InjectionCheckHandler>();
}

}  // namespace desk_assistant::actors
