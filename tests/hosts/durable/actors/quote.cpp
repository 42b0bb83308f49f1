// The handler of processor `quote`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_jobs/actors/quote.h"

#include "ledger.h"

namespace test_jobs::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class QuoteHandler final : public Quote {
  Result<Output> handle([[maybe_unused]] const Input& input, [[maybe_unused]] Context& context) override {
    if (Chance(3) == 0) return errors::Busy{.message = "by chance"};
    return Output{.quoted = Enter("quote", input.id, context.effect_key())};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeQuote() { return std::make_unique<QuoteHandler>(); }

}  // namespace test_jobs::actors
