#include "people_handbook/actors/keyword_finder.h"

#include "handbook.h"

namespace people_handbook::actors {
namespace {

class KeywordFinderHandler final : public KeywordFinder {
  Result<Output> handle(const Input& input, Context&) override {
    std::vector<Passage> found;
    for (const handbook::Entry& entry : handbook::Entries()) {
      if (handbook::CountShared({input.keyword}, entry.text) > 0) {
        found.push_back(handbook::MakePassage(entry, 1.0));
      }
    }
    return Output{.found = std::move(found)};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeKeywordFinder() { return std::make_unique<KeywordFinderHandler>(); }

}  // namespace people_handbook::actors
