#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

const std::string kUntidy = "mesh a ;record R{a:int;}// r\n";
const std::string kTidy = "mesh a;\nrecord R { a: int; } // r\n";

TEST(Fmt, WritesWhatChangesAndSaysNothing) {
  MemoryWorld world = WorldWith(kNotes);
  world.files.Put("a.flow", kUntidy);
  const auto outcome = world.Run({"fmt", "a.flow", "notes.flow", "a.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(world.output.written, std::vector<std::string>{"a.flow"});
  EXPECT_EQ(world.output.files.at("a.flow"), kTidy);
}

TEST(Fmt, LeavesALineEndOfAFileOfBlanks) {
  for (const char* const blanks : {"\n", " \n\n\t", " "}) {
    MemoryWorld world;
    world.files.Put("a.flow", blanks);
    EXPECT_EQ(world.Run({"fmt", "a.flow"}).exit_code, 0) << blanks;
    if (std::string_view(blanks) != "\n") {
      EXPECT_EQ(world.output.files.at("a.flow"), "\n");
    }
    world.files.Put("a.flow", "\n");
    EXPECT_EQ(world.Run({"fmt", "--check", "a.flow"}).exit_code, 0);
  }
}

TEST(Fmt, CheckListsFilesAndWritesNothing) {
  MemoryWorld world = WorldWith(kNotes);
  world.files.Put("a.flow", kUntidy);
  const auto outcome = world.Run({"fmt", "--check", "notes.flow", "a.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "a.flow\n");
  EXPECT_TRUE(world.output.files.empty());
  EXPECT_EQ(world.Run({"fmt", "--check", "notes.flow"}).exit_code, 0);
}

TEST(Fmt, CheckReportsInEveryFormat) {
  MemoryWorld world;
  world.files.Put("a.flow", kUntidy);
  const auto json = world.Run({"fmt", "--check", "--format", "json", "a.flow"});
  EXPECT_EQ(json.exit_code, 1);
  const auto findings = nlohmann::json::parse(json.out);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0]["code"], "MC0005");
  EXPECT_EQ(findings[0]["place"]["column"], 7) << "where the first blank is too many";
  EXPECT_TRUE(world.Run({"fmt", "--check", "--format", "github", "a.flow"})
                  .out.starts_with("::error file=a.flow,line=1"));
  EXPECT_NE(world.Run({"fmt", "--check", "--format", "junit", "a.flow"}).out.find("failures=\"1\""),
            std::string::npos);
  EXPECT_NE(world.Run({"fmt", "--check", "a.flow"}).err.find("error[MC0005]"), std::string::npos);
}

TEST(Fmt, TakesLibrariesAndFolders) {
  MemoryWorld world;
  world.files.Put("flows/lib.flow", "record R{a:int;}\n");
  EXPECT_EQ(world.Run({"fmt", "--check", "flows"}).out, "flows/lib.flow\n");
  EXPECT_EQ(world.Run({"fmt", "flows"}).exit_code, 0);
  EXPECT_EQ(world.output.files.at("flows/lib.flow"), "record R { a: int; }\n");
}

TEST(Fmt, ADashIsStandardInput) {
  MemoryWorld world;
  const auto outcome = world.Run({"fmt", "-"}, kUntidy);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, kTidy);
  const auto check = world.Run({"fmt", "--check", "-"}, kUntidy);
  EXPECT_EQ(check.exit_code, 1);
  EXPECT_EQ(check.out, "<stdin>\n");
  const auto broken = world.Run({"fmt", "-"}, "mesh a");
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_EQ(broken.out, "");
  EXPECT_TRUE(broken.err.starts_with("<stdin>:1:6: error[MC1041]")) << broken.err;
}

TEST(Fmt, LeavesFilesWithSyntaxErrorsAloneAndFormatsTheOthers) {
  MemoryWorld world;
  world.files.Put("a.flow", kUntidy);
  world.files.Put("broken.flow", "mesh b;\nrecord  R { a int; }\n");
  const auto outcome = world.Run({"fmt", "broken.flow", "a.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(outcome.err.starts_with("broken.flow:2:")) << outcome.err;
  EXPECT_EQ(world.output.written, std::vector<std::string>{"a.flow"});
}

// Only the syntax counts: imports need not be there, and warnings are for `check`.
TEST(Fmt, LooksAtOneFileAlone) {
  MemoryWorld world;
  world.files.Put("a.flow", "import \"gone.flow\";\nflow f on Nothing {}\n/// of nothing\n");
  const auto outcome = world.Run({"fmt", "--check", "a.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
}

TEST(Fmt, SaysWhatCannotBeReadOrWritten) {
  MemoryWorld world;
  EXPECT_EQ(world.Run({"fmt", "gone.flow"}).exit_code, 2);
  world.files.Put("a.flow", kUntidy);
  world.output.forbidden = "a.flow";
  const auto outcome = world.Run({"fmt", "a.flow"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err, "meshc: a.flow: cannot be written\n");
}

}  // namespace
}  // namespace meshc::test
