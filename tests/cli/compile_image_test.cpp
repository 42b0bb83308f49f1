// What Docker leaves out of the context that an image is built in.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

/// True if the pattern of a .dockerignore names the path or a folder above it: `**/` is any folders, `*` any
/// part of a name.
bool LeavesOut(std::string pattern, const std::string& path) {
  RE2::GlobalReplace(&pattern, R"(\.)", R"(\\.)");
  RE2::GlobalReplace(&pattern, R"((^|/)\*([^*]|$))", R"(\1[^/]*\2)");
  RE2::GlobalReplace(&pattern, R"(\*\*/)", "(?:.*/)?");
  return RE2::FullMatch(path, "(?:" + pattern + ")(?:/.*)?");
}

std::vector<std::string> PatternsOf(const std::string& text) {
  std::vector<std::string> patterns;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line.front() != '#') patterns.push_back(line);
  }
  return patterns;
}

/// What of the tree in `folder` is left out, but for the chart, which is not built.
std::vector<std::string> LeftOutOf(const std::string& folder) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"compile", "notes.flow", "-o", folder});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto& files = world.output.files;
  std::vector<std::string> left_out;
  for (const std::string& pattern : PatternsOf(files.at(folder + "/deploy/Dockerfile.dockerignore"))) {
    for (const auto& [path, content] : files) {
      if (!path.starts_with(folder + "/deploy/helm/") && LeavesOut(pattern, path))
        left_out.push_back(pattern + " leaves out " + path);
    }
  }
  return left_out;
}

TEST(CompileImage, TakesTheTreeWhateverItsFolderIsCalled) {
  for (const char* folder : {"out", "build", "out/build/m", "build/out", "deploy/helm", "a/deploy/helm/m"})
    EXPECT_EQ(LeftOutOf(folder), std::vector<std::string>()) << folder;
}

TEST(CompileImage, TakesNothingThatWasBuiltOrThatIsNotForIt) {
  MemoryWorld world = WorldWith(kNotes);
  ASSERT_EQ(world.Run({"compile", "notes.flow", "-o", "out"}).exit_code, 0);
  const auto patterns = PatternsOf(world.output.files.at("out/deploy/Dockerfile.dockerignore"));
  for (const char* path :
       {".git/HEAD", "build/CMakeCache.txt", "build/CMakeFiles/a/b.cpp.o", "out/build/m/x.o",
        "out/deploy/helm/notes/templates/job.yaml", "out/deploy/helm/notes/Chart.yaml"}) {
    EXPECT_TRUE(std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
      return LeavesOut(pattern, path);
    })) << path;
  }
}

}  // namespace
}  // namespace meshc::test
