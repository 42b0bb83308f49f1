#include "studio_slogans/actors/improver.h"

#include "craft.h"

namespace studio_slogans::actors {
namespace {

class ImproverHandler final : public Improver {
  Result<Output> handle(const Input& input, Context&) override {
    return Output{.draft = Improve(input.draft, input.topic, input.advice)};
  }

  static std::string Improve(const std::string& draft, const std::string& topic, Advice advice) {
    switch (advice) {
      case Advice::mention_topic: return topic + ": " + draft;
      case Advice::drop_filler: return craft::DropFiller(draft);
      case Advice::shorten: return craft::Shorten(draft, topic);
      case Advice::nothing: return draft;
    }
    return draft;
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeImprover() { return std::make_unique<ImproverHandler>(); }

}  // namespace studio_slogans::actors
