// `check --fix`: mends that need no choice are applied, the rest is reported.
#include <gtest/gtest.h>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

/// What --fix makes of `text`; the mended text is written back for the next run.
Outcome Fix(MemoryWorld& world) {
  Outcome outcome = world.Run({"check", "--fix", "notes.flow"});
  for (const auto& [path, text] : world.output.files) world.files.Put(path, text);
  return outcome;
}

TEST(Fix, MendsUntilNothingIsLeftToMend) {
  // The missing `;` hides nothing; the typo is found in the same round, the unknown field after it.
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr"));
  const Outcome outcome = Fix(world);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "notes.flow: 2 mends\n");
  EXPECT_EQ(world.output.files.at("notes.flow"), kNotes);
  EXPECT_EQ(Fix(world).out, "") << "a second run finds nothing to mend";
}

TEST(Fix, ReportsWhatIsLeft) {
  MemoryWorld world = WorldWith(
      Replaced(Replaced(kNotes, "  answer;", "  answr;"), "in text: string;", "in text: sentence;"));
  const Outcome outcome = Fix(world);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "notes.flow: 1 mend\n");
  EXPECT_NE(outcome.err.find("sentence"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("answr"), std::string::npos) << outcome.err;
}

/// What --fix makes of one statement of a flow with a log and a number.
std::string FixedStatement(const std::string& statement) {
  const std::string head =
      "mesh t;\nenvelope T { log notes: string; var n: int = 0; var m: int = 0; }\nflow f on T { ";
  MemoryWorld world = WorldWith(head + statement + " }\n");
  Fix(world);
  if (!world.output.files.contains("notes.flow")) return statement;
  const std::string text = world.output.files.at("notes.flow");
  return text.substr(head.size(), text.size() - head.size() - 3);
}

TEST(Fix, KeepsWhatStandsAroundAMend) {
  EXPECT_EQ(FixedStatement("set notes = (\"a\" + \"b\");"), "set notes += (\"a\" + \"b\");");
  EXPECT_EQ(FixedStatement("set notes /* why */ = \"a\";"), "set notes /* why */ = \"a\";")
      << "left to people";
  EXPECT_EQ(FixedStatement("set notes= /* why */ \"a\";"), "set notes+= /* why */ \"a\";");
  EXPECT_EQ(FixedStatement("n = 5;"), "set n = 5;");
}

TEST(Fix, LeavesNamesThatOnlyLookAlike) {
  EXPECT_EQ(FixedStatement("set n = k;"), "set n = k;");
  EXPECT_EQ(FixedStatement("set noets += \"a\";"), "set notes += \"a\";");
}

TEST(Fix, GoesOnThoughAMendBringsErrorsToLight) {
  // Without its `;` nothing was known of the flow; now the missing reply is.
  MemoryWorld world = WorldWith(Replaced(kNotes, "flow keep on Note {\n  answer;",
                                         "flow keep on Note {\n  if text == \"\" { answer }"));
  const Outcome outcome = Fix(world);
  EXPECT_EQ(outcome.out, "notes.flow: 1 mend\n") << outcome.err;
  EXPECT_NE(outcome.err.find("MC4052"), std::string::npos) << outcome.err;
}

TEST(Fix, LeavesSilencedWarningsAlone) {
  const std::string text = "import \"shared.flow\";\nimport \"shared.flow\";\n";
  MemoryWorld world = WorldWith(Replaced(kNotes, "mesh demo.notes;\n", "mesh demo.notes;\n" + text));
  world.files.Put("shared.flow", "");
  EXPECT_EQ(world.Run({"check", "--fix", "-Wno-duplicate-import", "notes.flow"}).out, "");
}

TEST(Fix, MendsImportedFilesOnce) {
  MemoryWorld world;
  world.files.Put("shared.flow", "record Money { amount: int }\n");
  for (const std::string root : {"a", "b"}) {
    world.files.Put(root + ".flow", "mesh " + root + ";\nimport \"shared.flow\";\n");
  }
  const Outcome outcome = world.Run({"check", "--fix", "a.flow", "b.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "shared.flow: 1 mend\n");
  EXPECT_EQ(world.output.files.at("shared.flow"), "record Money { amount: int; }\n");
}

TEST(Fix, AFileThatCannotBeWrittenIsTwo) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  world.output.forbidden = "notes";
  EXPECT_EQ(world.Run({"check", "--fix", "notes.flow"}).exit_code, 2);
}

}  // namespace
}  // namespace meshc::test
