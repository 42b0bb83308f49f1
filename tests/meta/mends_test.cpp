// Mends that are said to need no choice really mend: applied to every program under tests/, they
// leave no mend open and break no syntax.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/driver/commands/mend_files.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/driver/findings/findings.h"
#include "tests/support/places.h"

namespace meshc {
namespace {

std::vector<std::string> WrongPrograms() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::SourceFolder() / "tests")) {
    if (entry.path().extension() == ".flow") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool HasMachineFix(const diagnostics::Diagnostic& diagnostic) {
  return std::any_of(diagnostic.fixes.begin(), diagnostic.fixes.end(), [](const diagnostics::Fix& fix) {
    return fix.applicability == diagnostics::Applicability::kMachine && !fix.edits.empty();
  });
}

std::ptrdiff_t SyntaxErrors(const driver::Compilation& c) {
  const auto& all = c.diagnostics.all();
  return std::count_if(all.begin(), all.end(), [](const diagnostics::Diagnostic& diagnostic) {
    return diagnostics::PrintCode(diagnostic.code).starts_with("MC1");
  });
}

std::unique_ptr<driver::Compilation> Check(const driver::CommonOptions& options,
                                           const source::FileSystem& files) {
  auto c = driver::Compile({options.files.front(), options.imports, driver::Stage::kFacts}, files);
  driver::Settle(options, *c);
  return c;
}

TEST(Mends, OfEveryWrongProgramDoMend) {
  std::size_t mends = 0;
  for (const std::string& path : WrongPrograms()) {
    driver::CommonOptions options;
    options.files = {path};
    driver::OverlayFiles files(source::DiskFileSystem());
    const auto before = Check(options, files);
    for (const auto& [file, count] : driver::MendFiles(options, files)) mends += count;
    const auto after = Check(options, files);
    EXPECT_LE(SyntaxErrors(*after), SyntaxErrors(*before)) << path;
    for (const auto& diagnostic : after->diagnostics.all())
      EXPECT_FALSE(HasMachineFix(diagnostic)) << path << ": " << diagnostic.message;
  }
  EXPECT_GT(mends, 50U);
}

}  // namespace
}  // namespace meshc
