// Programs in which somebody is typing a line: every example, with one line cut after one of its tokens, or
// without one of its brackets. All else is sound, so whatever is found follows from that one gap.
//
//   torn_lines_test [--every N] [--show CODE]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compiler/driver/commands/mend_files.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/pipeline/settle.h"
#include "tests/property/example_paths.h"

namespace meshc::property {
namespace {

namespace fs = std::filesystem;

/// Percent that may give more than two findings, or one that is neither at the gap nor tells of it. To be
/// lowered, never raised.
constexpr std::size_t kMostOfCuts = 9;
constexpr std::size_t kMostOfBrackets = 8;

/// Has nothing to do with the gap: it is told of whatever stands before.
constexpr std::string_view kOtherMistake = "\nrecord Aside { other: int; other: int; }\n";

struct Options {
  std::size_t every = 1;
  std::string show;
};

bool IsWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Of one line, up to its comment: where its words and signs end.
std::vector<std::size_t> TokenEnds(const std::string& text, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> ends;
  bool quoted = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (!quoted && text.compare(i, 2, "//") == 0) break;
    const bool blank = std::isspace(static_cast<unsigned char>(text[i])) != 0;
    const bool goes_on = i + 1 < end && IsWordPart(text[i]) && IsWordPart(text[i + 1]);
    if (!blank && !goes_on && !quoted) ends.push_back(i + 1);
  }
  return ends;
}

/// What is found in texts of one kind.
struct Tally {
  std::size_t texts = 0;
  std::size_t many = 0;
  std::size_t far = 0;
  std::size_t either = 0;
  std::map<std::string, std::size_t> codes;  ///< Of those that are not as they should be.
};

std::size_t LineOf(const std::string& text, std::size_t at) {
  return static_cast<std::size_t>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
         1;
}

class Tearing {
 public:
  explicit Tearing(Options options) : options_(std::move(options)) {}

  int Run() {
    for (const std::string& path : ExamplePaths()) {
      std::ifstream file(path);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      known_ = CodesOf(*Check(path, text));
      CutLines(path, text);
      DropBrackets(path, text);
    }
    Tally cuts;
    Tally brackets;
    for (const auto& [kind, tally] : tallies_) {
      fmt::print("{}: {} texts, {} with more than two findings, {} with one far away, {} either\n", kind,
                 tally.texts, tally.many, tally.far, tally.either);
      for (const auto& [code, count] : tally.codes) fmt::print("  {} {}\n", count, code);
      Tally& sum = kind == "cut" ? cuts : brackets;
      sum.texts += tally.texts;
      sum.either += tally.either;
    }
    fmt::print("{} of {} cut lines and {} of {} lost brackets give more than two findings, or one far away\n",
               cuts.either, cuts.texts, brackets.either, brackets.texts);
    if (hidden_ > 0) fmt::print("{} texts hide a mistake elsewhere\n", hidden_);
    const bool few = IsWithin(cuts, kMostOfCuts) && IsWithin(brackets, kMostOfBrackets);
    return few && hidden_ == 0 ? 0 : 1;
  }

 private:
  static std::unique_ptr<driver::Compilation> Check(const std::string& path, const std::string& text) {
    driver::OverlayFiles files(source::DiskFileSystem());
    files.Put(path, text);
    auto c = driver::Compile({path, {}, driver::Stage::kFacts}, files);
    pipeline::Settle({}, *c);
    return c;
  }

  static std::set<std::string> CodesOf(const driver::Compilation& c) {
    std::set<std::string> codes;
    for (const diagnostics::Diagnostic& finding : c.diagnostics.all())
      codes.insert(diagnostics::PrintCode(finding.code));
    return codes;
  }

  static bool IsWithin(const Tally& tally, std::size_t percent) {
    return tally.texts > 0 && tally.either * 100 <= tally.texts * percent;
  }

  void CutLines(const std::string& path, const std::string& text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const auto ends = TokenEnds(text, begin, end);
      for (std::size_t i = 0; i + 1 < ends.size(); ++i)
        Try("cut", path, text.substr(0, ends[i]) + text.substr(end), ends[i]);
      begin = end + 1;
    }
  }

  void DropBrackets(const std::string& path, const std::string& text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      for (const std::size_t behind : TokenEnds(text, begin, end)) {
        const std::size_t at = behind - 1;
        if (std::string_view("(){}[]").find(text[at]) == std::string_view::npos) continue;
        Try(std::string("without ") + text[at], path, text.substr(0, at) + text.substr(behind), at);
      }
      begin = end + 1;
    }
  }

  void Try(const std::string& kind, const std::string& path, const std::string& text, std::size_t at) {
    if (count_++ % options_.every != 0) return;
    const auto c = Check(path, text + std::string(kOtherMistake));
    Tally& tally = tallies_[kind];
    ++tally.texts;
    const std::size_t line = LineOf(text, at);
    const auto [first, last] = LinesAround(text + std::string(kOtherMistake), at);
    const std::size_t last_line = LineOf(text, text.size());
    std::size_t found = 0;
    bool hidden = true;
    bool far = false;
    std::string codes;
    std::string all;
    for (const diagnostics::Diagnostic& finding : c->diagnostics.all()) {
      if (c->sources.Locate(finding.range.file, finding.range.begin).line > last_line) {
        hidden &= finding.message.find("`other`") == std::string::npos;
        continue;
      }
      // Parts that no mesh uses are told so.
      const std::string code = diagnostics::PrintCode(finding.code);
      if (known_.count(code) != 0) continue;
      ++found;
      const auto place = c->sources.Locate(finding.range.file, finding.range.begin);
      const bool near = place.line >= first && place.line <= last;
      far |= !near && !IsLabelledAt(*c, finding, first, last);
      if (codes.find(code) == std::string::npos) codes += " " + code;
      all += fmt::format("  {}:{}: {} {}\n", place.line, place.column, code, finding.message);
    }
    if (hidden) {
      ++hidden_;
      fmt::print("hides a mistake elsewhere: {}, {} line {}\n", path, kind, line);
    }
    if (found > 2) ++tally.many;
    if (far) ++tally.far;
    if (found <= 2 && !far) return;
    ++tally.either;
    ++tally.codes[codes];
    if (options_.show.empty() || (kind + codes).find(options_.show) == std::string::npos) return;
    const std::size_t from = text.rfind('\n', at == 0 ? 0 : at - 1) + 1;
    fmt::print("--- {} {}:{}: {}\n{}", kind, fs::path(path).filename().string(), line,
               text.substr(from, text.find('\n', at) - from), all);
  }

  /// A bracket is named where it opens, and told of where it should end.
  static bool IsLabelledAt(const driver::Compilation& c, const diagnostics::Diagnostic& finding,
                           std::size_t first, std::size_t last) {
    return std::any_of(finding.labels.begin(), finding.labels.end(), [&](const auto& label) {
      const auto place = c.sources.Locate(label.range.file, label.range.begin);
      return place.line >= first && place.line <= last;
    });
  }

  /// From the line of what stands before to that of what stands behind, which shows that something is
  /// missing.
  static std::pair<std::size_t, std::size_t> LinesAround(const std::string& text, std::size_t at) {
    const std::size_t before = text.find_last_not_of(" \n", at == 0 ? 0 : at - 1);
    std::size_t behind = at;
    while (true) {
      behind = std::min(text.find_first_not_of(" \n", behind), text.size());
      if (text.compare(behind, 2, "//") != 0) break;
      behind = std::min(text.find('\n', behind), text.size());
    }
    return {LineOf(text, before == std::string::npos ? 0 : before), LineOf(text, behind)};
  }

  Options options_;
  std::set<std::string> known_;  ///< Told of the sound text, too.
  std::size_t count_ = 0;
  std::size_t hidden_ = 0;  ///< Texts in which the other mistake is not told.
  std::map<std::string, Tally> tallies_;
};

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Tears lines of programs and counts what meshc says");
  meshc::property::Options options;
  app.add_option("--every", options.every, "Takes one text of so many");
  app.add_option("--show", options.show, "Prints the texts of which these words are told");
  CLI11_PARSE(app, argc, argv);
  return meshc::property::Tearing(options).Run();
}
