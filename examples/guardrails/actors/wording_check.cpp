#include "desk_assistant/actors/wording_check.h"

#include <string_view>

#include "text.h"

namespace desk_assistant::actors {
namespace {

/// Looks for whole words: a shell is no hell.
class WordingCheckHandler final : public WordingCheck {
  Result<Output> handle(const Input& input, Context&) override {
    const std::vector<std::string> words = text::Words(input.draft);
    for (const std::string_view forbidden : kForbidden) {
      if (text::Holds(words, forbidden)) return Output{.clean = false};
    }
    return Output{.clean = true};
  }

  static constexpr std::string_view kForbidden[] = {"damn", "hell", "stupid", "idiot"};
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeWordingCheck() { return std::make_unique<WordingCheckHandler>(); }

}  // namespace desk_assistant::actors
