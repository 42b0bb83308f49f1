// Programs that somebody is typing: every example, cut after each of its tokens. An editor asks for findings
// all the time, so half a program gets few of them, and what is wrong with its text is said where it ends.
//
//   cuts_test [--every N]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <fstream>
#include <string>
#include <vector>

#include "compiler/driver/commands/mend_files.h"
#include "compiler/driver/compilation/compile.h"
#include "tests/property/example_paths.h"

namespace meshc::property {
namespace {

constexpr std::size_t kMostFindings = 4;

/// Where words and signs end; what stands in comments counts like the rest.
std::vector<std::size_t> TokenEnds(const std::string& text) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool blank = std::isspace(static_cast<unsigned char>(text[i])) != 0;
    const bool goes_on = is_word(text[i]) && i + 1 < text.size() && is_word(text[i + 1]);
    if (!blank && !goes_on) ends.push_back(i + 1);
  }
  return ends;
}

std::string Problem(const driver::Compilation& c, const std::string& text) {
  std::size_t errors = 0;
  bool half = false;
  const auto last = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const diagnostics::Diagnostic& finding : c.diagnostics.all()) {
    if (finding.severity != diagnostics::Severity::kError) continue;
    const std::string code = diagnostics::PrintCode(finding.code);
    // Names that are declared behind the cut are unknown, and rightly so.
    if (!code.starts_with("MC2")) ++errors;
    half |= code.starts_with("MC1");
    // Brackets that are open are named where they open.
    const bool at_end = !code.starts_with("MC1") || code == "MC1021" || code == "MC1003" || code == "MC1004";
    if (at_end || c.sources.Locate(finding.range.file, finding.range.begin).line + 2 >= last) continue;
    return fmt::format("{}, far from its end: {}", code, finding.message);
  }
  // Between two declarations a text is a whole program, if a wrong one: nobody calls its flows yet.
  return half && errors > kMostFindings ? fmt::format("{} errors", errors) : "";
}

int CutAll(std::size_t every) {
  std::size_t cuts = 0;
  for (const std::string& path : ExamplePaths()) {
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const std::size_t end : TokenEnds(text)) {
      if (++cuts % every != 0) continue;
      driver::OverlayFiles files(source::DiskFileSystem());
      files.Put(path, text.substr(0, end));
      const auto c = driver::Compile({path, {}, driver::Stage::kFacts}, files);
      const std::string problem = Problem(*c, text.substr(0, end));
      if (problem.empty()) continue;
      fmt::print("{}\n--- {} cut at byte {}: {}\n", text.substr(0, end), path, end, problem);
      return 1;
    }
  }
  fmt::print("{} half programs get few findings\n", cuts / every);
  return cuts > 0 ? 0 : 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Cuts programs after each token and counts what meshc says");
  std::size_t every = 1;
  app.add_option("--every", every, "Takes one cut of so many");
  CLI11_PARSE(app, argc, argv);
  return meshc::property::CutAll(every);
}
