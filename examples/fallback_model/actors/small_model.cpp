#include "desk_answers/actors/small_model.h"

namespace desk_answers::actors {
namespace {

class SmallModelHandler final : public SmallModel {
  Result<Output> handle(const Input& input, Context&) override {
    if (input.text.find("blackout") != std::string::npos) {
      return errors::ModelError{.message = "not a light on", .model = Model::small};
    }
    return Output{.answer = "In short: " + input.text.substr(0, 40)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeSmallModel() { return std::make_unique<SmallModelHandler>(); }

}  // namespace desk_answers::actors
