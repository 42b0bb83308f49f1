// What beginners write who come from other languages: one mistake is one finding, which says what to write;
// where it mends by itself, nothing is left to say.
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

std::vector<std::string> Mistakes() {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::SourceFolder() / "tests" / "file" / "mistakes")) {
    if (entry.path().extension() == ".flow") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<diagnostics::Diagnostic> Findings(const driver::CommonOptions& options,
                                              const source::FileSystem& files) {
  auto c = driver::Compile({options.files.front(), options.imports, driver::Stage::kFacts}, files);
  driver::Settle(options, *c);
  return c->diagnostics.all();
}

bool IsMachine(const diagnostics::Diagnostic& finding) {
  return std::any_of(finding.fixes.begin(), finding.fixes.end(), [](const diagnostics::Fix& fix) {
    return fix.applicability == diagnostics::Applicability::kMachine && !fix.edits.empty();
  });
}

TEST(Mistakes, AreOneFindingEachWithHelp) {
  std::size_t count = 0;
  for (const std::string& path : Mistakes()) {
    driver::CommonOptions options;
    options.files = {path};
    const auto findings = Findings(options, source::DiskFileSystem());
    ++count;
    ASSERT_EQ(findings.size(), 1U) << path;
    EXPECT_FALSE(findings.front().fixes.empty()) << path << ": " << findings.front().message;
  }
  EXPECT_GT(count, 100U);
}

TEST(Mistakes, AreGoneWhereTheMendNeedsNoChoice) {
  std::size_t mended = 0;
  for (const std::string& path : Mistakes()) {
    driver::CommonOptions options;
    options.files = {path};
    driver::OverlayFiles files(source::DiskFileSystem());
    const auto found = Findings(options, files);
    if (!IsMachine(found.front())) continue;
    driver::MendFiles(options, files);
    // What was meant may have findings of its own.
    for (const auto& left : Findings(options, files))
      EXPECT_NE(left.code, found.front().code) << path << ": " << left.message;
    ++mended;
  }
  EXPECT_GT(mended, 60U);
}

}  // namespace
}  // namespace meshc
