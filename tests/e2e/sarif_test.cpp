// SARIF as others read it: valid by the schema of its standard, with identities that outlive edits.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "npm_package.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"
#include "tests/support/schema_violations.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// All wrong programs of the end-to-end tests, and an error that has no place in a file.
std::vector<std::string> CheckCommand(const fs::path& sarif) {
  std::vector<std::string> command = {Meshc(), "check", "--output", "sarif=" + sarif.string()};
  for (const auto& entry : fs::directory_iterator(test::SourceFolder() / "tests/e2e/wrong")) {
    if (entry.path().extension() == ".flow") command.push_back(entry.path().string());
  }
  return command;
}

Json Check(const std::vector<std::string>& command, const fs::path& sarif) {
  EXPECT_EQ(RunProgram(command).exit_code, 1);
  return Json::parse(ReadFile(sarif));
}

TEST(Sarif, FitsTheSchemaOfItsStandard) {
  std::string reason;
  const auto package = FetchNpmPackage("@microsoft/jest-sarif", "1.0.0-beta.0", reason);
  if (!package) GTEST_SKIP() << reason;
  const Json schema = Json::parse(ReadFile(*package / "lib/schemas/sarif-2.1.0-rtm.5.json"));

  const ScratchFolder scratch("sarif");
  const fs::path path = scratch / "findings.sarif";
  Json log = Check(CheckCommand(path), path);
  EXPECT_EQ(SchemaViolations(schema, log), "");
  EXPECT_GT(log.at("runs").at(0).at("results").size(), 10U);

  log["runs"][0]["results"][0]["level"] = "grave";
  EXPECT_NE(SchemaViolations(schema, log), "") << "the schema finds nothing";
}

/// Fingerprints by rule.
std::multimap<std::string, std::string> Fingerprints(const Json& log) {
  std::multimap<std::string, std::string> prints;
  for (const Json& result : log.at("runs").at(0).at("results")) {
    prints.emplace(result.at("ruleId"), result.at("partialFingerprints").at("meshcFinding/v1"));
  }
  return prints;
}

TEST(Sarif, KnowsAFindingAgainAfterEditsAboveIt) {
  const ScratchFolder scratch("sarif_again");
  const std::string flow = scratch / "notes.flow";
  const std::string sarif = scratch / "notes.sarif";
  const std::string body =
      "envelope Note { in text: string; }\nprocessor read(text: string);\n"
      "flow notes on Note {\n  raed;\n  raed;\n}\n";
  WriteFile(flow, "mesh demo;\n" + body);
  const auto before = Fingerprints(Check({Meshc(), "check", "--output", "sarif=" + sarif, flow}, sarif));
  WriteFile(flow, "mesh demo;\n\n// A comment.\nrecord Unused { a: int; }\n" + body);
  const auto after = Fingerprints(Check({Meshc(), "check", "--output", "sarif=" + sarif, flow}, sarif));

  ASSERT_EQ(before.count("MC2018"), 2U);
  EXPECT_NE(before.lower_bound("MC2018")->second, std::next(before.lower_bound("MC2018"))->second)
      << "two findings on equal lines are two";
  EXPECT_TRUE(std::includes(after.begin(), after.end(), before.begin(), before.end()));
}

}  // namespace
}  // namespace meshc::test
