// What is asked right after an edit, of no more than the question needs, is answered as it is of the whole.
//
//   focus_test [--every N]
#include <fmt/format.h>

#include <string>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"
#include "tests/property/editing/run_every.h"

namespace meshc::property {
namespace {

constexpr const char* kOfPlaces[] = {"textDocument/hover", "textDocument/definition",
                                     "textDocument/signatureHelp", "textDocument/completion"};
constexpr const char* kOfRanges = "textDocument/semanticTokens/range";
constexpr std::size_t kLong = 1500;  // Bytes of a range: some declarations.

struct Tally {
  int asked = 0;
  int answered = 0;
  int wrong = 0;
};

bool BeginsWord(const std::string& text, std::size_t at) {
  const auto letter = [&](std::size_t i) { return std::isalnum(static_cast<unsigned char>(text[i])) != 0; };
  return letter(at) && (at == 0 || !letter(at - 1));
}

class Pair {
 public:
  explicit Pair(const Texts& texts) {
    for (const auto& [path, text] : texts) editor_.Open(path, text);
  }

  /// Empty: both answers are the same, and say something.
  void Compare(const std::string& path, const std::string& method, const Json& params, Tally& tally) {
    // An edit that changes nothing: what was known of the text goes.
    editor_.Replace(path, 0, 0, "");
    const Json focused = editor_.Ask(method, params);
    editor_.Findings(path);
    const Json whole = editor_.Ask(method, params);
    ++tally.asked;
    if (!whole.empty()) ++tally.answered;
    if (focused == whole) return;
    ++tally.wrong;
    fmt::print("{} {} {}\nright after an edit: {}\nlater: {}\n", path, method, params.dump(), focused.dump(),
               whole.dump());
  }

  /// Each of so many brackets, signs and words is gone for a while: what is left of its line is asked of.
  void LookAtDamaged(const std::string& path, const std::string& text, int every, Tally& tally) {
    int places = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool sign = std::ispunct(static_cast<unsigned char>(text[at])) != 0;
      if ((!sign && !BeginsWord(text, at)) || ++places % (3 * every) != 0) continue;
      std::size_t end = at + 1;
      while (!sign && end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0) ++end;
      editor_.Replace(path, at, end, "");
      const std::string& damaged = editor_.Text(path);
      const std::size_t line_end = std::min(damaged.find('\n', at), damaged.size());
      for (std::size_t word = at; word < line_end; ++word) {
        if (!BeginsWord(damaged, word)) continue;
        Compare(path, kOfPlaces[0], editor_.At(path, word), tally);
        if (word == at) Compare(path, kOfPlaces[3], editor_.At(path, word), tally);
      }
      editor_.Replace(path, at, at, text.substr(at, end - at));
    }
  }

  void Look(const std::string& path, const std::string& text, int every, Tally& tally) {
    int words = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (!BeginsWord(text, at) || ++words % every != 0) continue;
      for (const char* method : kOfPlaces) Compare(path, method, editor_.At(path, at), tally);
    }
    for (std::size_t at = 0; at < text.size(); at += kLong) {
      Json params = editor_.At(path);
      params["range"] = {{"start", editor_.Position(path, at)},
                         {"end", editor_.Position(path, std::min(at + kLong, text.size()))}};
      Compare(path, kOfRanges, params, tally);
    }
  }

 private:
  source::MemoryFileSystem disk_;
  Editor editor_{disk_};
};

int Run(int every) {
  Tally tally;
  for (const Texts& texts : Examples()) {
    Pair pair(texts);
    for (const auto& [path, text] : texts) {
      pair.Look(path, text, every, tally);
      pair.LookAtDamaged(path, text, every, tally);
    }
  }
  fmt::print("{} questions, {} with an answer: {} wrong\n", tally.asked, tally.answered, tally.wrong);
  return tally.answered > 0 && tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::RunEvery(argc, argv, "Asks right after edits of the examples, and again later", 1,
                                   meshc::property::Run);
}
