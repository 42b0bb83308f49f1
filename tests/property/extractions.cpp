// Steps of the examples that become a flow of their own leave every scenario as it was.
//
//   extractions_test [--every N]
#include <fmt/format.h>

#include <optional>
#include <string>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"
#include "tests/property/editing/run_every.h"
#include "tests/property/editing/scenario_outcomes.h"

namespace meshc::property {
namespace {

constexpr std::size_t kLongest = 8;  // Lines.

/// Where each line begins, and where the text ends.
std::vector<std::size_t> LinesOf(const std::string& text) {
  std::vector<std::size_t> lines{0};
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    lines.push_back(at + 1);
  return lines;
}

class Extractions {
 public:
  explicit Extractions(const Texts& texts) : texts_(texts) {
    for (const auto& [path, text] : texts) editor_.Open(path, text);
    before_ = Outcomes();
  }

  /// The texts with these bytes extracted; none: that is not offered.
  std::optional<Texts> Extract(const std::string& path, std::size_t begin, std::size_t end) {
    Json params = editor_.At(path);
    params["range"] = {{"start", editor_.Position(path, begin)}, {"end", editor_.Position(path, end)}};
    params["context"] = {{"diagnostics", Json::array()}, {"only", {"refactor.extract"}}};
    for (const Json& action : editor_.Ask("textDocument/codeAction", params)) {
      if (action["title"] == "extract into a flow") return editor_.With(action["edit"]);
    }
    return std::nullopt;
  }

  /// Empty: errors and scenarios are what they were.
  std::string Try(const Texts& extracted) {
    Put(extracted);
    std::string after = Outcomes();
    Put(texts_);
    return after == before_ ? "" : after;
  }

 private:
  void Put(const Texts& texts) {
    for (const auto& [path, text] : texts) editor_.Replace(path, 0, editor_.Text(path).size(), text);
  }

  /// Errors or, if there are none, what scenarios come to, which say whom they visit.
  std::string Outcomes() {
    std::string outcomes;
    for (const auto& [path, text] : texts_) {
      for (const Json& finding : editor_.Findings(path)) {
        if (finding["severity"] == 1) outcomes += finding["message"].get<std::string>() + "\n";
      }
    }
    return outcomes.empty() ? ScenarioOutcomes(editor_, texts_) : outcomes;
  }

  const Texts& texts_;
  source::MemoryFileSystem disk_;
  Editor editor_{disk_};
  std::string before_;
};

struct Tally {
  int asked = 0;
  int extracted = 0;
  int wrong = 0;
};

void Look(const Texts& texts, int every, Tally& tally) {
  Extractions extractions(texts);
  for (const auto& [path, text] : texts) {
    const std::vector<std::size_t> lines = LinesOf(text);
    for (std::size_t first = 0; first + 1 < lines.size(); ++first) {
      for (std::size_t last = first + 1; last < lines.size() && last <= first + kLongest; ++last) {
        if (++tally.asked % every != 0) continue;
        const auto extracted = extractions.Extract(path, lines[first], lines[last]);
        if (!extracted) continue;
        ++tally.extracted;
        const std::string problem = extractions.Try(*extracted);
        if (problem.empty()) continue;
        ++tally.wrong;
        fmt::print("{}: lines {} to {} extracted come to\n{}\n", path, first + 1, last, problem);
      }
    }
  }
}

int Run(int every) {
  Tally tally;
  for (const Texts& texts : Examples()) Look(texts, every, tally);
  fmt::print("{} places: {} extracted, {} of them wrong\n", tally.asked / every, tally.extracted,
             tally.wrong);
  return tally.extracted > 0 && tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::RunEvery(argc, argv, "Makes flows of steps of the examples", 1,
                                   meshc::property::Run);
}
