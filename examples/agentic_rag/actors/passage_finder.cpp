#include "people_handbook/actors/passage_finder.h"

#include "handbook.h"

namespace people_handbook::actors {
namespace {

/// Passages that share at least two words with the question.
class PassageFinderHandler final : public PassageFinder {
  Result<Output> handle(const Input& input, Context&) override {
    const std::vector<std::string> keywords = handbook::Keywords(input.question);
    std::vector<Passage> passages;
    for (const handbook::Entry& entry : handbook::Entries()) {
      const auto shared = handbook::CountShared(keywords, entry.text);
      if (shared >= 2) passages.push_back(handbook::MakePassage(entry, static_cast<double>(shared)));
    }
    return Output{.passages = std::move(passages)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakePassageFinder() { return std::make_unique<PassageFinderHandler>(); }

}  // namespace people_handbook::actors
