#include "studio_slogans/actors/publisher.h"

namespace studio_slogans::actors {
namespace {

class PublisherHandler final : public Publisher {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.slogan = input.accepted ? input.draft : input.draft + " (draft)"};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakePublisher() { return std::make_unique<PublisherHandler>(); }

}  // namespace studio_slogans::actors
