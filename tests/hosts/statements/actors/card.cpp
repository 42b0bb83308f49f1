// The handler of processor `card`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/card.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class CardHandler final : public Card {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.note = "card" + std::to_string(input.id)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeCard() { return std::make_unique<CardHandler>(); }

}  // namespace test_statements::actors
