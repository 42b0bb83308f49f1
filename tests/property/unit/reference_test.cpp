// The reference interpreter against small programs that were written by hand: every scenario of
// tests/property/programs holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/diagnostics/render.h"
#include "compiler/loading/load_files.h"
#include "tests/property/reference/scenario.h"
#include "tests/support/places.h"

namespace meshc::property {
namespace {

std::vector<std::string> ProgramFiles() {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::SourceFolder() / "tests/property/programs")) {
    if (entry.path().extension() == ".flow") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string Failures(const sema::TypedProgram& program, const sema::Scenario& scenario) {
  std::string text;
  for (const std::string& failure : RunScenario(program, scenario)) text += failure + "\n";
  return text;
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, EveryScenarioHolds) {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  const source::FileSystem& disk = source::DiskFileSystem();
  const auto root = sources.Add(GetParam(), std::get<std::string>(disk.Read(GetParam())));
  auto files = loading::LoadFiles(sources, root, disk, {}, diagnostics);
  const auto program = sema::Check(std::move(files), sources, disk, diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors()) << diagnostics::RenderText(diagnostics.all(), sources, false);
  EXPECT_FALSE(program.scenarios.empty());
  for (const sema::Scenario& scenario : program.scenarios) {
    EXPECT_EQ(Failures(program, scenario), "") << scenario.declaration->title.str();
  }
}

std::string NameOf(const testing::TestParamInfo<std::string>& info) {
  return std::filesystem::path(info.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(Reference, Programs, testing::ValuesIn(ProgramFiles()), NameOf);

TEST(RunScenario, TellsWhatDoesNotHold) {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  const source::FileSystem& disk = source::DiskFileSystem();
  const auto root = sources.Add("wrong.flow", R"(mesh a.b;
envelope E { var n: int = 1; late: int; }
processor p() -> (n: int);
flow f on E { p; }
scenario "all wrong" for f {
  stub p returns { n: 4 };
  expect visits none;
  expect outcome failed timeout;
  expect n == 1;
  expect late == 1;
  expect absent n;
  expect hops <= 1;
})");
  const auto program =
      sema::Check(loading::LoadFiles(sources, root, disk, {}, diagnostics), sources, disk, diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors());
  const std::string failures = Failures(program, program.scenarios.at(0));
  for (const char* part : {"outcome succeeded, expected failed timeout", "visits p", "expectation 1",
                           "expectation 2", "`n` is present", "2 hops, expected 1 at most"}) {
    EXPECT_NE(failures.find(part), std::string::npos) << part << " in\n" << failures;
  }
}

}  // namespace
}  // namespace meshc::property
