#include "desk_answers/actors/large_model.h"

namespace desk_answers::actors {
namespace {

/// Stands for a model behind a network: the text says what the day is like.
class LargeModelHandler final : public LargeModel {
  Result<Output> handle(const Input& input, Context& context) override {
    if (input.text.size() > kLongestText) {
      return errors::TooLong{
          .message = "at most 200 characters", .model = Model::large, .limit = kLongestText};
    }
    if (IsBusy(input.text, context.attempt())) {
      return errors::Overloaded{.message = "try again later", .model = Model::large};
    }
    return Output{.answer = "In depth: " + input.text};
  }

  static bool IsBusy(const std::string& text, std::uint32_t attempt) {
    const auto says = [&](const char* word) { return text.find(word) != std::string::npos; };
    return says("outage") || says("blackout") || (says("busy") && attempt < 3);
  }

  static constexpr int kLongestText = 200;
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeLargeModel() { return std::make_unique<LargeModelHandler>(); }

}  // namespace desk_answers::actors
