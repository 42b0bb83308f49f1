// The handler of processor `quote`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/quote.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class QuoteHandler final : public Quote {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.price = input.id * 3};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeQuote() { return std::make_unique<QuoteHandler>(); }

}  // namespace test_statements::actors
