#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "compiler/source/file_system.h"
#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

/// `kNotes` with an unused record, which is a warning.
std::string WithUnusedRecord() { return std::string(kNotes) + "\nrecord Unused { a: int; }\n"; }

TEST(Check, IsSilentOnAGoodFile) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"check", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
}

TEST(Check, ReportsFindingsOnStandardErrorAndIsOne) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  const auto outcome = world.Run({"check", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("notes.flow:11:3: error[MC")) << outcome.err;
  EXPECT_NE(outcome.err.find("1 error\n"), std::string::npos) << outcome.err;
}

TEST(Check, ReportsAFileOnceThatIsNamedTwice) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  const auto outcome = world.Run({"check", "notes.flow", "./notes.flow", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(outcome.err.ends_with("\n1 error\n")) << outcome.err;
}

TEST(Check, RefusesAnEmptyPath) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"check", "", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  EXPECT_EQ(outcome.err.find("internal error"), std::string::npos) << outcome.err;
}

TEST(Check, WritesJsonForAllFilesInOneArray) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  world.files.Put("other.flow", "");
  const auto outcome = world.Run({"check", "--format", "json", "notes.flow", "other.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.err, "");
  const Json findings = Json::parse(outcome.out);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0]["place"]["line"], 11);
  EXPECT_EQ(findings[1]["code"], "MC0002");
  EXPECT_EQ(findings[1]["place"]["file"], "other.flow");
}

TEST(Check, AddsSinksOfAllFormats) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  const auto outcome = world.Run({"check", "--output", "json=found.json", "--output=text=found.txt",
                                  "--output", "sarif=found.sarif", "--output", "github=found.log", "--output",
                                  "junit=found.xml", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  const auto& files = world.output.files;
  EXPECT_EQ(Json::parse(files.at("found.json")).size(), 1U);
  EXPECT_EQ(files.at("found.txt"), outcome.err);
  EXPECT_EQ(Json::parse(files.at("found.sarif"))["runs"][0]["results"][0]["ruleId"], "MC2018");
  EXPECT_EQ(files.at("found.log"),
            "::error file=notes.flow,line=11,endLine=11,col=3,endColumn=8,title=MC2018::"
            "no actor or flow is called `answr`%0Ahelp: did you mean `answer`?\n");
  EXPECT_NE(files.at("found.xml").find("name=\"MC2018 notes.flow:11:3\""), std::string::npos);
}

TEST(Check, JudgesAFileWithoutMeshLineAsALibrary) {
  MemoryWorld world;
  const std::string library = "/// For others.\nrecord Money { amount: int; }\nprocessor pay(sum: Money);\n";
  world.files.Put("money.flow", library);
  const auto clean = world.Run({"check", "-Werror", "money.flow"});
  EXPECT_EQ(clean.exit_code, 0) << clean.err;
  world.files.Put("money.flow", library + "envelope E { sum: Mony; }\n");
  EXPECT_NE(world.Run({"check", "money.flow"}).err.find("error[MC"), std::string::npos);
  world.files.Put("money.flow", library);
  const auto compiled = world.Run({"compile", "-o", "out", "money.flow"});
  EXPECT_NE(compiled.err.find("[MC2001]"), std::string::npos) << compiled.err;
}

TEST(Check, AFolderMeansItsFlowFiles) {
  MemoryWorld world;
  const std::string broken = "mesh a;\nflow f on Nothing { }\n";
  world.files.Put("flows/a.flow", broken);
  world.files.Put("flows/deep/b.flow", broken);
  world.files.Put("flows/.hidden/c.flow", broken);
  world.files.Put("flows/notes.txt", "no flow");
  world.files.Put("empty/notes.txt", "no flow");
  for (const char* folder : {"flows", "flows/"}) {
    const auto outcome = world.Run({"check", folder});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("flows/a.flow:2:"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("flows/deep/b.flow:2:"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("2 errors"), std::string::npos) << outcome.err;
  }
  const auto empty = world.Run({"check", "empty"});
  EXPECT_EQ(empty.exit_code, 2);
  EXPECT_EQ(empty.err, "meshc: the folder `empty` holds no .flow file\n");
}

TEST(Check, FindingsForMachinesLeaveStandardOutputToDataThatWasAskedFor) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  const auto alone = world.Run({"check", "--format", "json", "notes.flow"});
  EXPECT_EQ(Json::parse(alone.out).size(), 1U);
  EXPECT_EQ(alone.err, "");
  for (const std::vector<std::string>& data :
       {std::vector<std::string>{"--report"}, {"--print", "ast"}, {"--output", "sarif=-"}}) {
    std::vector<std::string> arguments = {"check", "--format", "json", "notes.flow"};
    arguments.insert(arguments.end(), data.begin(), data.end());
    EXPECT_EQ(Json::parse(world.Run(arguments).err).size(), 1U) << data.front();
  }
  EXPECT_EQ(world.Run({"check", "--output", "json=-", "notes.flow"}).out, alone.out);
  EXPECT_TRUE(world.output.files.empty());
}

TEST(Check, SaysOnceWhatTwoRootsImport) {
  MemoryWorld world;
  world.files.Put("shared.flow", "record Money { amount: integer; }\n");
  for (const std::string root : {"a", "b"}) {
    world.files.Put(root + ".flow", "mesh " + root + ";\nimport \"shared.flow\";\n");
  }
  const auto outcome = world.Run({"check", "a.flow", "b.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("\n1 error\n"), std::string::npos) << outcome.err;
}

TEST(Check, ReportsForMachinesTellWhatCouldNotBeRead) {
  MemoryWorld world;
  world.files.Put("shared.flow", "record Money { amount: integer; }\n");
  world.files.Put("a.flow", "mesh a;\nimport \"shared.flow\";\n");
  world.files.Put("b.flow", "mesh b;\nimport \"shared.flow\";\n");
  const auto outcome =
      world.Run({"check", "--output", "sarif=s", "--output", "junit=j", "a.flow", "b.flow", "none.flow"});
  EXPECT_EQ(outcome.exit_code, 2);
  const Json invocation = Json::parse(world.output.files.at("s"))["runs"][0]["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], false);
  EXPECT_NE(
      invocation["toolExecutionNotifications"][0]["message"]["text"].get<std::string>().find("none.flow"),
      std::string::npos);
  // Neither the file that is not there nor the one whose error was told before has passed.
  EXPECT_EQ(world.output.files.at("j").find("failures=\"0\""), std::string::npos)
      << world.output.files.at("j");
}

TEST(Check, TellsNamesThatCollideBesideOtherErrors) {
  MemoryWorld world = WorldWith(
      Replaced(kNotes, "flow keep on Note {\n", "processor Answer();\nflow keep on Note {\n  anwer_it;\n"));
  const auto outcome = world.Run({"check", "notes.flow"});
  EXPECT_NE(outcome.err.find("MC2018"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("MC6002"), std::string::npos) << outcome.err;
}

TEST(Check, FindsContentThatIsNoSource) {
  MemoryWorld world;
  const auto code_of = [&](std::string text) {
    world.files.Put("a.flow", std::move(text));
    const auto outcome = world.Run({"check", "--format", "json", "a.flow"});
    EXPECT_EQ(outcome.exit_code, 1);
    return Json::parse(outcome.out).at(0);
  };
  EXPECT_EQ(code_of("")["code"], "MC0002");
  EXPECT_EQ(code_of("\xEF\xBB\xBF")["code"], "MC0002");
  EXPECT_EQ(code_of(std::string(source::kMaxFileBytes + 1, ' '))["code"], "MC0003");
  const Json bytes = code_of("mesh a;\n// caf\xE9\n");
  EXPECT_EQ(bytes["code"], "MC0001");
  EXPECT_EQ(bytes["message"], "byte 14 of the file is not valid UTF-8");
}

TEST(Check, WarningsAreCleanUnlessTheyAreErrors) {
  MemoryWorld world = WorldWith(WithUnusedRecord());
  const auto plain = world.Run({"check", "--format", "json", "notes.flow"});
  EXPECT_EQ(plain.exit_code, 0);
  const Json findings = Json::parse(plain.out);
  ASSERT_EQ(findings.size(), 1U) << plain.out;
  const std::string flag = findings[0]["flag"];
  const std::string code = findings[0]["code"];

  const auto as_error = world.Run({"check", "-Werror", "notes.flow"});
  EXPECT_EQ(as_error.exit_code, 1);
  EXPECT_NE(as_error.err.find("error[" + code + "]"), std::string::npos) << as_error.err;
  for (const std::string& name : {flag, code}) {
    const auto silent = world.Run({"check", "-Werror", "-Wno-" + name, "notes.flow"});
    EXPECT_EQ(silent.exit_code, 0);
    EXPECT_EQ(silent.err, "");
    EXPECT_EQ(world.Run({"check", "-Wno-" + name, "-W" + name, "-Werror", "notes.flow"}).exit_code, 1);
  }
  world.files.Put("notes.flow", WithUnusedRecord() + "record Other { a: int; }\n");
  const auto both = world.Run({"check", "-Werror", "notes.flow"});
  EXPECT_NE(both.err.find("Other"), std::string::npos) << both.err;
  EXPECT_EQ(both.err.find("warning["), std::string::npos) << both.err;
}

TEST(Check, AllowSilencesNoError) {
  MemoryWorld world =
      WorldWith(std::string(kNotes) + "\n@allow(MC2015, \"kept\")\nrecord Broken { a: Mony; }\n");
  const auto outcome = world.Run({"check", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("error[MC2015]"), std::string::npos) << outcome.err;
}

TEST(Check, AllowSilencesOneWarningOnOneDeclaration) {
  MemoryWorld world = WorldWith(WithUnusedRecord());
  const auto plain = world.Run({"check", "--format", "json", "notes.flow"});
  const std::string code = Json::parse(plain.out).at(0)["code"];
  const std::string allowed =
      Replaced(WithUnusedRecord(), "record Unused", "@allow(" + code + ", \"kept\")\nrecord Unused");
  world.files.Put("notes.flow", allowed + "record Other { a: int; }\n");
  const Json findings = Json::parse(world.Run({"check", "--format", "json", "notes.flow"}).out);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_NE(findings[0]["message"].get<std::string>().find("Other"), std::string::npos);
}

TEST(Check, PrintsEveryStage) {
  MemoryWorld world = WorldWith(kNotes);
  for (const std::string stage :
       {"files", "tokens", "ast", "symbols", "types", "mesh", "facts", "table", "artifacts"}) {
    const auto outcome = world.Run({"check", "--print", stage, "notes.flow"});
    EXPECT_EQ(outcome.exit_code, 0) << stage << outcome.err;
    EXPECT_NE(outcome.out, "") << stage;
    EXPECT_EQ(outcome.out, world.Run({"check", "--print", stage, "notes.flow"}).out) << stage;
  }
}

TEST(Check, StopsWhereItIsTold) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  EXPECT_EQ(world.Run({"check", "--stop-after", "ast", "notes.flow"}).exit_code, 0);
  EXPECT_EQ(world.Run({"check", "--stop-after", "types", "notes.flow"}).exit_code, 1);
}

TEST(Check, TellsTheTimeOfEachStage) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"check", "--stats", "notes.flow"});
  for (const std::string stage : {"parse", "check", "lower", "analyze", "all"}) {
    EXPECT_NE(outcome.err.find("\n" + stage + " "), std::string::npos) << outcome.err;
  }
}

TEST(Check, ReportsBudgetsOnStandardOutput) {
  MemoryWorld world = WorldWith(kNotes);
  const auto text = world.Run({"check", "--report", "notes.flow"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_NE(text.out.find("\n  longest time    "), std::string::npos) << text.out;
  EXPECT_EQ(text.err, "");
  EXPECT_EQ(text.out, world.Run({"check", "--report", "notes.flow"}).out);

  world.files.Put("other.flow", Replaced(kNotes, "mesh ", "mesh other."));
  const auto json = world.Run({"check", "--report", "--format", "json", "notes.flow", "other.flow"});
  const Json flows = Json::parse(json.out).at("flows");
  ASSERT_EQ(flows.size(), 2U);
  EXPECT_EQ(flows[0]["name"], flows[1]["name"]);
  EXPECT_NE(flows[0]["mesh"], flows[1]["mesh"]);
  EXPECT_EQ(Json::parse(json.err), Json::array());
}

TEST(Check, ReportsNothingOfAFileWithErrors) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  EXPECT_EQ(world.Run({"check", "--report", "notes.flow"}).out, "");
  const auto json = world.Run({"check", "--report", "--format", "json", "notes.flow"});
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_EQ(Json::parse(json.out).at("flows"), Json::array());
  EXPECT_EQ(world.Run({"check", "--report", "--stop-after", "types", "notes.flow"}).out, "");
}

TEST(Check, PaintsOnlyIfAskedOrOnATerminal) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "  answer;", "  answr;"));
  EXPECT_EQ(world.Run({"check", "notes.flow"}).err.find('\x1b'), std::string::npos);
  EXPECT_NE(world.Run({"check", "--color", "always", "notes.flow"}).err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace meshc::test
