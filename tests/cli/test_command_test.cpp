#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

/// `kNotes` with a scenario that does not hold.
std::string WithFailure() {
  return std::string(kNotes) +
         "scenario \"an <answer> is lost\" for keep { given { text: \"a\" }; expect reply == \"never\"; }\n";
}

bool EndsWith(const std::string& text, const std::string& end) { return text.ends_with(end); }

TEST(TestCommand, RunsScenariosAndCountsThem) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"test", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(EndsWith(outcome.out, "1 passed, 0 failed\n")) << outcome.out;
}

TEST(TestCommand, IsOneIfAScenarioFails) {
  MemoryWorld world = WorldWith(WithFailure());
  const auto outcome = world.Run({"test", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(EndsWith(outcome.out, "1 passed, 1 failed\n")) << outcome.out;
  EXPECT_NE(outcome.out.find("reply == \"never\""), std::string::npos) << outcome.out;
}

TEST(TestCommand, CountsOverAllFiles) {
  MemoryWorld world = WorldWith(kNotes);
  world.files.Put("more.flow", WithFailure());
  world.files.Put("broken.flow", "mesh broken;\nflow");
  const auto outcome = world.Run({"test", "notes.flow", "more.flow", "broken.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(EndsWith(outcome.out, "2 passed, 1 failed\n")) << outcome.out;
  EXPECT_NE(outcome.err.find("broken.flow:"), std::string::npos);
}

TEST(TestCommand, SaysWhichOfSeveralFiles) {
  MemoryWorld world = WorldWith(kNotes);
  world.files.Put("more.flow", WithFailure());
  const auto both = world.Run({"test", "notes.flow", "more.flow"});
  EXPECT_TRUE(both.out.starts_with("notes.flow\nok ")) << both.out;
  EXPECT_NE(both.out.find("\nmore.flow\nok "), std::string::npos) << both.out;
  EXPECT_EQ(world.Run({"test", "notes.flow"}).out.find("notes.flow"), std::string::npos);
}

TEST(TestCommand, ReportsInEveryFormat) {
  MemoryWorld world = WorldWith(WithFailure());
  const auto run = [&](const std::string& format) {
    const auto outcome = world.Run({"test", "--format", format, "notes.flow"});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_EQ(outcome.err, "1 passed, 1 failed\n");
    return outcome.out;
  };
  const auto findings = nlohmann::json::parse(run("json"));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0]["code"], "MC0006");
  EXPECT_EQ(findings[0]["place"]["file"], "notes.flow");
  EXPECT_NE(findings[0]["notes"][0]["text"].get<std::string>().find("never"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(run("sarif"))["runs"][0]["results"][0]["ruleId"], "MC0006");
  EXPECT_TRUE(run("github").starts_with("::error file=notes.flow,line="));
  const std::string xml = run("junit");
  EXPECT_NE(xml.find("failures=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("name=\"an &lt;answer> is lost\""), std::string::npos) << xml;
}

TEST(TestCommand, LeavesStandardOutputToTheDocumentThatGoesThere) {
  MemoryWorld world = WorldWith(WithFailure());
  for (const char* word : {"--junit=-", "--output=junit=-"}) {
    const auto outcome = world.Run({"test", word, "notes.flow"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(outcome.out.starts_with("<?xml") && EndsWith(outcome.out, "</testsuites>\n")) << outcome.out;
    EXPECT_NE(outcome.err.find("FAILED  an <answer> is lost"), std::string::npos) << outcome.err;
    EXPECT_TRUE(EndsWith(outcome.err, "1 passed, 1 failed\n")) << outcome.err;
  }
}

TEST(TestCommand, RunsTheScenariosOfALibrary) {
  MemoryWorld world = WorldWith(Replaced(kNotes, "mesh demo.notes;\n", ""));
  const auto outcome = world.Run({"test", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(EndsWith(outcome.out, "1 passed, 0 failed\n")) << outcome.out;
}

TEST(TestCommand, FiltersByTitle) {
  MemoryWorld world = WorldWith(WithFailure());
  const auto outcome = world.Run({"test", "--filter", "is kept", "notes.flow"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(EndsWith(outcome.out, "1 passed, 0 failed\n")) << outcome.out;
}

TEST(TestCommand, TracesHops) {
  MemoryWorld world = WorldWith(kNotes);
  const auto plain = world.Run({"test", "notes.flow"});
  const auto traced = world.Run({"test", "--trace", "notes.flow"});
  EXPECT_EQ(traced.exit_code, 0);
  EXPECT_GT(traced.out.size(), plain.out.size());
}

/// The first line of what `test` says of one scenario whose input is `json`.
std::string Judged(const std::string& json) {
  MemoryWorld world = WorldWith(
      "mesh demo.given;\nenvelope E { in i: int; in j: json?; in f: float = 0.0; log l: int; }\n"
      "flow m on E { set l += i; }\n"
      "scenario \"s\" for m { given file \"given.json\"; expect i == 9007199254740993; }\n");
  world.files.Put("given.json", json);
  const auto outcome = world.Run({"test", "notes.flow"});
  const std::string text = outcome.out.starts_with("ok") ? outcome.out : outcome.err;
  return text.substr(0, text.find('\n'));
}

TEST(TestCommand, ReadsIntsOfAGivenFileAsHostsDo) {
  EXPECT_EQ(Judged("{\"i\": 9007199254740993}"), "ok      s");
  EXPECT_EQ(Judged("{\"i\": 9007199254740993.0}"), "ok      s");
  EXPECT_EQ(Judged("{\"i\": 9007199254740993e0, \"f\": 12345678901234567890}"), "ok      s");
  for (const char* text : {"9007199254740993.5", "9223372036854775808", "-9223372036854775809", "1e19",
                           "1.00000000000000000000001"}) {
    EXPECT_NE(Judged(std::string("{\"i\": ") + text + "}").find("`i` is a number, but no int of 64 bits"),
              std::string::npos)
        << text << ": " << Judged(std::string("{\"i\": ") + text + "}");
  }
  EXPECT_NE(Judged("{\"i\": 9007199254740993, \"j\": 12345678901234567890}")
                .find("a number that 64 bits cannot hold"),
            std::string::npos);
}

TEST(TestCommand, RefusesGivenFilesOfMoreThan512Levels) {
  const auto nested = [](std::size_t levels) {
    return "{\"i\": 9007199254740993, \"j\": " + std::string(levels, '[') + std::string(levels, ']') + "}";
  };
  EXPECT_EQ(Judged(nested(500)), "ok      s");
  EXPECT_NE(Judged(nested(600)).find("nested deeper than"), std::string::npos) << Judged(nested(600));
  EXPECT_NE(Judged(nested(515)).find("nested too deeply"), std::string::npos) << Judged(nested(515));
}

TEST(TestCommand, WritesJunit) {
  MemoryWorld world = WorldWith(WithFailure());
  EXPECT_EQ(world.Run({"test", "--junit", "results.xml", "notes.flow"}).exit_code, 1);
  const std::string xml = world.output.files.at("results.xml");
  EXPECT_NE(xml.find("<testsuite name=\"notes.flow\" tests=\"2\" failures=\"1\">"), std::string::npos) << xml;
  EXPECT_NE(xml.find("name=\"an &lt;answer> is lost\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure message="), std::string::npos) << xml;
}

}  // namespace
}  // namespace meshc::test
