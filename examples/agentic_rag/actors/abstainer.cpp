#include "people_handbook/actors/abstainer.h"

namespace people_handbook::actors {
namespace {

class AbstainerHandler final : public Abstainer {
  Result<Output> handle(const Input&, Context&) override {
    return Output{.answer = "The handbook does not say."};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeAbstainer() { return std::make_unique<AbstainerHandler>(); }

}  // namespace people_handbook::actors
