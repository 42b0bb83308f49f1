#include "people_handbook/actors/passage_ranker.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace people_handbook::actors {
namespace {

class PassageRankerHandler final : public PassageRanker {
  Result<Output> handle(const Input& input, Context&) override {
    std::map<std::string, Passage> ranked;
    Add(input.passages, ranked);
    for (const std::vector<Passage>& found : input.hits) Add(found, ranked);
    std::vector<Passage> passages;
    for (auto& [id, passage] : ranked) passages.push_back(std::move(passage));
    std::ranges::stable_sort(passages, std::ranges::greater(), &Passage::score);
    return Output{.passages = std::move(passages)};
  }

  /// A passage that was found more than once scores the sum.
  static void Add(const std::vector<Passage>& found, std::map<std::string, Passage>& ranked) {
    for (const Passage& passage : found) {
      const auto [place, is_new] = ranked.emplace(passage.id, passage);
      if (!is_new) place->second.score += passage.score;
    }
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakePassageRanker() { return std::make_unique<PassageRankerHandler>(); }

}  // namespace people_handbook::actors
