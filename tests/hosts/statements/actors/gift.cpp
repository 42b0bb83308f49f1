// The handler of processor `gift`. This file is yours: meshc wrote it once and leaves it alone.
#include "test_statements/actors/gift.h"

namespace test_statements::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class GiftHandler final : public Gift {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return Output{.audit = "gift" + std::to_string(input.id)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeGift() { return std::make_unique<GiftHandler>(); }

}  // namespace test_statements::actors
