#include "compiler/loading/load_files.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compiler/loading/file_parser.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::loading {
namespace {

/// What was loaded for `main.flow` of these files.
struct Loaded {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  std::vector<syntax::File> files;

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const syntax::File& file : files) names.emplace_back(sources.Name(file.id));
    return names;
  }
  std::vector<std::string> Codes() const {
    std::vector<std::string> codes;
    for (const auto& found : diagnostics.all()) codes.push_back(diagnostics::PrintCode(found.code));
    return codes;
  }
};

using Names = std::vector<std::string>;

std::unique_ptr<Loaded> Load(const std::map<std::string, std::string>& texts,
                             const ImportOptions& options = {}) {
  auto loaded = std::make_unique<Loaded>();
  const auto root = loaded->sources.Add("main.flow", texts.at("main.flow"));
  loaded->files =
      LoadFiles(loaded->sources, root, source::MemoryFileSystem(texts), options, loaded->diagnostics);
  return loaded;
}

TEST(LoadFiles, TheRootComesFirstThenImportsInTheOrderInWhichTheyAreMet) {
  const auto loaded = Load({{"main.flow", "mesh t; import \"b.flow\"; import \"a.flow\";"},
                            {"a.flow", "record A { x: int; }"},
                            {"b.flow", "import \"c.flow\";"},
                            {"c.flow", "record C { x: int; }"}});
  EXPECT_EQ(loaded->Names(), (Names{"main.flow", "b.flow", "a.flow", "c.flow"}));
  EXPECT_EQ(loaded->files[0].imports, (std::vector{loaded->files[1].id, loaded->files[2].id}));
}

TEST(LoadFiles, AFileIsLoadedOnceHoweverItIsSpelled) {
  const auto loaded = Load({{"main.flow", "mesh t; import \"a.flow\"; import \"b.flow\";"},
                            {"a.flow", "import \"./c.flow\";"},
                            {"b.flow", "import \"x/../c.flow\";"},
                            {"c.flow", "record R { x: int; }"}});
  EXPECT_EQ(loaded->Names(), (Names{"main.flow", "a.flow", "b.flow", "c.flow"}));
  EXPECT_EQ(loaded->files[1].imports, loaded->files[2].imports);
}

TEST(LoadFiles, TheFolderOfTheImportingFileComesBeforeThoseOfTheCommandLine) {
  const std::map<std::string, std::string> texts{
      {"main.flow", "mesh t; import \"sub/one.flow\";"}, {"sub/one.flow", "import \"two.flow\";"},
      {"sub/two.flow", "record S { x: int; }"},          {"first/two.flow", "record S { x: int; }"},
      {"first/only.flow", "record S { x: int; }"},       {"second/only.flow", "record S { x: int; }"}};
  EXPECT_EQ(Load(texts, {{"first", "second"}})->Names(),
            (Names{"main.flow", "sub/one.flow", "sub/two.flow"}));
  auto others = texts;
  others["main.flow"] = "mesh t; import \"only.flow\";";
  EXPECT_EQ(Load(others, {{"first", "second"}})->Names(), (Names{"main.flow", "first/only.flow"}));
  EXPECT_EQ(Load(others, {{"second", "first"}})->Names(), (Names{"main.flow", "second/only.flow"}));
}

TEST(LoadFiles, WhatCannotBeReadIsReportedOnceAndHasNoFile) {
  const auto loaded = Load({{"main.flow", "mesh t; import \"nope.flow\"; import std.no_such_file;"}});
  EXPECT_EQ(loaded->Codes(), (Names{"MC2002", "MC2003"}));
  ASSERT_EQ(loaded->files[0].imports.size(), 2U);
  EXPECT_FALSE(loaded->files[0].imports[0].has_value());
  EXPECT_FALSE(loaded->files[0].imports[1].has_value());
}

TEST(LoadFiles, ARepeatedImportIsToldAndACycleIsShown) {
  const auto loaded = Load({{"main.flow", "mesh t; import \"a.flow\"; import \"./a.flow\";"},
                            {"a.flow", "import \"main.flow\";"}});
  EXPECT_EQ(loaded->Codes(), (Names{"MC5007", "MC2005"}));
  EXPECT_EQ(loaded->diagnostics.all()[1].message,
            "these imports form a cycle: main.flow -> a.flow -> main.flow");
}

TEST(LoadFiles, TheStandardLibraryNeedsNoFile) {
  const auto loaded = Load({{"main.flow", "mesh t; import std.resilience;"}});
  EXPECT_EQ(loaded->Codes(), Names{});
  EXPECT_EQ(loaded->Names(), (Names{"main.flow", "std/resilience.flow"}));
}

/// Parses, and notes what it was asked for.
class NotingParser final : public FileParser {
 public:
  syntax::File Parse(const source::SourceManager& sources, source::FileId id,
                     diagnostics::Diagnostics& diagnostics) override {
    asked.emplace_back(sources.Name(id));
    return syntax::ParseFile(sources, id, diagnostics);
  }
  Names asked;
};

TEST(LoadFiles, AnotherParserIsAskedForEveryFileOnce) {
  const std::map<std::string, std::string> texts{
      {"main.flow", "mesh t; import \"a.flow\"; import \"b.flow\";"},
      {"a.flow", "import \"b.flow\";"},
      {"b.flow", "record R { x: int; }"}};
  Loaded loaded;
  const auto root = loaded.sources.Add("main.flow", texts.at("main.flow"));
  NotingParser parser;
  LoadFilesBy(parser, loaded.sources, root, source::MemoryFileSystem(texts), {}, loaded.diagnostics);
  EXPECT_EQ(parser.asked, (Names{"main.flow", "a.flow", "b.flow"}));
}

}  // namespace
}  // namespace meshc::loading
