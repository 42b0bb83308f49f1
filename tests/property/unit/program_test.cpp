// Random programs as texts.
#include "tests/property/program/random_program.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/diagnostics/render.h"
#include "compiler/loading/load_files.h"
#include "compiler/sema/typed_program.h"

namespace meshc::property {
namespace {

constexpr std::uint64_t kSeeds = 300;

Features OnlyOne(const std::string& name) { return Features::Only({name}); }

std::string SyntaxErrors(const std::string& text) {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  syntax::ParseFile(sources, sources.Add("random.flow", text), diagnostics);
  return diagnostics::RenderText(diagnostics.all(), sources, false);
}

bool Checks(const std::string& text) {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  const source::FileSystem& disk = source::DiskFileSystem();
  auto files = loading::LoadFiles(sources, sources.Add("random.flow", text), disk, {}, diagnostics);
  sema::Check(std::move(files), sources, disk, diagnostics);
  return !diagnostics.HasErrors();
}

/// How many of the programs hold `word`.
int CountWith(const Features& features, const std::string& word) {
  int count = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto program = RandomProgram(seed, features);
    count += std::any_of(program.declarations.begin(), program.declarations.end(), [&](const std::string& d) {
      return d.rfind("flow ", 0) == 0 && d.find(word) != std::string::npos;
    });
  }
  return count;
}

TEST(RandomProgram, ParsesWithoutErrors) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const std::string text = RandomProgram(seed, Features::All()).Text();
    ASSERT_EQ(SyntaxErrors(text), "") << text;
  }
}

TEST(RandomProgram, IsMostlyAcceptedByTheChecker) {
  std::vector<Features> wanted = {Features::All(), OnlyOne("core")};
  for (const std::string& name : Features::Names()) wanted.push_back(OnlyOne(name));
  for (const Features& features : wanted) {
    int accepted = 0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed)
      accepted += Checks(RandomProgram(seed, features).Text());
    EXPECT_GT(accepted, static_cast<int>(kSeeds * 3 / 4));
  }
}

TEST(RandomProgram, DependsOnSeedAndFeaturesOnly) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_EQ(RandomProgram(seed, Features::All()).Text(), RandomProgram(seed, Features::All()).Text());
  }
  EXPECT_NE(RandomProgram(1, Features::All()).Text(), RandomProgram(2, Features::All()).Text());
}

TEST(RandomProgram, WritesWhatItIsAskedFor) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"parallel", "parallel"}, {"each", "each "},   {"follow", "follow "}, {"saga", "saga "},
      {"tap", "tap "},          {"await", "await "}, {"time", " timeout "}};
  for (const auto& [feature, word] : words) {
    EXPECT_GT(CountWith(OnlyOne(feature), word), static_cast<int>(kSeeds / 2)) << feature;
    EXPECT_GT(CountWith(Features::All(), word), static_cast<int>(kSeeds / 8)) << feature;
    EXPECT_EQ(CountWith(OnlyOne("core"), word), 0) << feature;
  }
}

TEST(RandomProgram, RefusesAFeatureThatItDoesNotKnow) {
  EXPECT_THROW(OnlyOne("magic"), std::invalid_argument);
}

TEST(ShuffledProgram, HasTheSameDeclarationsInAnotherOrder) {
  const Program program = RandomProgram(7, Features::All());
  Program shuffled = Shuffled(program, 3);
  EXPECT_NE(shuffled.declarations, program.declarations);
  EXPECT_EQ(SyntaxErrors(shuffled.Text()), "");
  Program sorted = program;
  std::sort(sorted.declarations.begin(), sorted.declarations.end());
  std::sort(shuffled.declarations.begin(), shuffled.declarations.end());
  EXPECT_EQ(shuffled.declarations, sorted.declarations);
}

}  // namespace
}  // namespace meshc::property
