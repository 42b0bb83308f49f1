// The handler of processor `choose_words`. This file is yours: meshc wrote it once and leaves it alone.
#include "demo_greeting/actors/choose_words.h"

namespace demo_greeting::actors {
namespace {

/// Chooses the words.
/// There is one object per concurrency slot; it serves one envelope at a time.
class ChooseWordsHandler final : public ChooseWords {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    // Given: input.guest (Guest)
    // Return Output{.words = ...}
    //     or errors::TooTired{.message = "...", .hours = ...}
    return errors::Crash{.message = "not implemented: choose_words"};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeChooseWords() { return std::make_unique<ChooseWordsHandler>(); }

}  // namespace demo_greeting::actors
