#include "studio_slogans/actors/judge.h"

#include "craft.h"

namespace studio_slogans::actors {
namespace {

/// A third for each virtue.
class JudgeHandler final : public Judge {
  Result<Output> handle(const Input& input, Context&) override {
    const bool on_topic = craft::Mentions(input.draft, input.topic);
    const bool dry = craft::CountFiller(input.draft) == 0;
    const bool brief = input.draft.size() <= craft::kBrief;
    const Advice advice = !on_topic ? Advice::mention_topic
                          : !dry    ? Advice::drop_filler
                          : !brief  ? Advice::shorten
                                    : Advice::nothing;
    return Output{.score = (on_topic + dry + brief) / 3.0, .advice = advice};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeJudge() { return std::make_unique<JudgeHandler>(); }

}  // namespace studio_slogans::actors
