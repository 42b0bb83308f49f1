// Wrong programs, three mistakes in each: every mistake is reported at its line, in one run, and
// nothing else is. A line of `wrong/*.flow` that ends in `// MC1234` says what is to be found there.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

using Findings = std::multiset<std::pair<int, std::string>>;

Findings Marked(const std::string& text) {
  static const std::regex mark("// (MC\\d{4})$");
  Findings findings;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::smatch match;
    if (std::regex_search(line, match, mark)) findings.emplace(number, match[1]);
  }
  return findings;
}

Findings Reported(const std::string& json) {
  Findings findings;
  for (const auto& finding : nlohmann::json::parse(json)) {
    if (finding.at("severity") != "error") continue;
    findings.emplace(finding.at("place").at("line").get<int>(), finding.at("code").get<std::string>());
  }
  return findings;
}

std::vector<std::filesystem::path> WrongPrograms() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(test::SourceFolder() / "tests/e2e/wrong")) {
    if (entry.path().extension() == ".flow") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class WrongProgram : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(WrongProgram, HasAllItsMistakesReportedInOneRun) {
  const Findings marked = Marked(ReadFile(GetParam()));
  ASSERT_EQ(marked.size(), 3U);
  const ProgramRun run = RunProgram({Meshc(), "check", "--format", "json", GetParam().string()});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(Reported(run.out), marked) << run.out << run.err;
}

INSTANTIATE_TEST_SUITE_P(All, WrongProgram, testing::ValuesIn(WrongPrograms()),
                         [](const auto& tested) { return tested.param.stem().string(); });

TEST(WrongPrograms, AreFive) { EXPECT_GE(WrongPrograms().size(), 5U); }

}  // namespace
}  // namespace meshc::test
