#include "people_handbook/actors/keyword_extractor.h"

#include "handbook.h"

namespace people_handbook::actors {
namespace {

class KeywordExtractorHandler final : public KeywordExtractor {
  Result<Output> handle(const Input& input, Context&) override {
    const std::vector<std::string> keywords = handbook::Keywords(input.question);
    if (input.mode == SearchMode::synonyms) return Output{.keywords = handbook::WithSynonyms(keywords)};
    return Output{.keywords = keywords};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeKeywordExtractor() {
  return std::make_unique<KeywordExtractorHandler>();
}

}  // namespace people_handbook::actors
