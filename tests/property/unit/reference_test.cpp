// The reference interpreter against small programs that were written by hand: every scenario of
// tests/property/programs holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/diagnostics/render.h"
#include "tests/property/reference/scenario.h"

namespace meshc::property {
namespace {

std::vector<std::string> ProgramFiles() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(MESHC_SOURCE_DIR "/tests/property/programs")) {
    if (entry.path().extension() == ".flow") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Programs : public testing::TestWithParam<std::string> {};

TEST_P(Programs, EveryScenarioHolds) {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  const source::FileSystem& disk = source::DiskFileSystem();
  const auto root = sources.Add(GetParam(), std::get<std::string>(disk.Read(GetParam())));
  auto files = sema::LoadFiles(sources, root, disk, {}, diagnostics);
  const auto program = sema::Check(std::move(files), sources, disk, diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors()) << diagnostics::RenderText(diagnostics.all(), sources, false);
  EXPECT_FALSE(program.scenarios.empty());
  for (const sema::Scenario& scenario : program.scenarios) {
    std::string failures;
    for (const std::string& failure : RunScenario(program, scenario)) failures += failure + "\n";
    EXPECT_EQ(failures, "") << scenario.declaration->title.str();
  }
}

std::string NameOf(const testing::TestParamInfo<std::string>& info) {
  return std::filesystem::path(info.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(Reference, Programs, testing::ValuesIn(ProgramFiles()), NameOf);

}  // namespace
}  // namespace meshc::property
