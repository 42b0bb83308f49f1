// Every diagnostic is explained, its examples are true, and something makes it appear.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/explain_page.h"
#include "compiler/diagnostics/render.h"
#include "tests/support/memory_world.h"
#include "tests/support/places.h"

namespace meshc {

namespace diagnostics {
/// How a failure names its row.
static void PrintTo(const CodeRow& row, std::ostream* out) { *out << PrintCode(row.code) << " " << row.name; }
}  // namespace diagnostics

namespace {

using diagnostics::CodeRow;

/// Codes whose example is no single .flow file and that no file test can hold, and why.
const std::set<std::string> kShownElsewhere = {
    "MC7050",  // Needs a lock and its tables: tests/cli makes them in memory; so do the seven below.
    "MC7051", "MC7052", "MC7053", "MC7054", "MC7055", "MC7060", "MC7061",
    "MC6010",  // Needs an output folder: tests/cli has one in memory; so do the two below.
    "MC6011", "MC6012",
    "MC6013",  // Needs a file of counts: tests/cli makes them in memory; so do the two below.
    "MC6014", "MC6015",
    "MC2001",  // `check` takes such a file as a library: tests/cli compiles one.
    "MC1024",  // Needs millions of tokens: tests/unit/compiler/syntax makes them.
    "MC0007",  // Needs 2 GiB of memory: tests/e2e takes it.
    "MC0003",  // Needs a file of 16 MiB: tests/cli makes one in memory.
    "MC2014",  // Needs 100,001 actors: tests/unit/compiler/sema makes them.
    "MC2036",  // Needs 4,097 fields: tests/unit/compiler/sema makes them.
    "MC0006",  // Is text of its own in `test`: tests/cli asks for JSON.
    "MC2035",  // Needs 450 levels of errors: tests/unit/compiler/sema makes them.
};

/// The text between two headings, or from the last one to the end.
std::string Section(std::string_view page, const std::string& heading) {
  const std::size_t begin = page.find("\n" + heading + "\n");
  if (begin == std::string_view::npos) return "";
  const std::size_t body = begin + heading.size() + 2;
  return std::string(page.substr(body, page.find("\n## ", body) - body));
}

/// The text of the first fenced block of a language; empty: none.
std::string Block(const std::string& section, const std::string& language) {
  const std::string fence = "```" + language + "\n";
  const std::size_t begin = section.find(fence);
  if (begin == std::string::npos) return "";
  const std::size_t body = begin + fence.size();
  return section.substr(body, section.find("\n```", body) + 1 - body);
}

/// Codes that checking a file gives, back ends' included.
std::set<std::string> CodesOf(const std::string& text) {
  test::MemoryWorld world;
  world.files.Put("example.flow", text);
  const auto outcome = world.Run({"check", "--format", "json", "--stop-after", "table", "example.flow"});
  EXPECT_LE(outcome.exit_code, 1) << outcome.err;
  std::set<std::string> codes;
  for (const auto& finding : nlohmann::json::parse(outcome.out)) codes.insert(finding["code"]);
  return codes;
}

class EveryCode : public testing::TestWithParam<CodeRow> {
 protected:
  std::string code() const { return PrintCode(GetParam().code); }
  std::string_view page() const { return diagnostics::ExplainPage(GetParam().code); }
};

TEST_P(EveryCode, HasAPageWithTheFixedHeadings) {
  ASSERT_FALSE(page().empty()) << code() << " has no page in compiler/diagnostics/explain";
  EXPECT_TRUE(page().starts_with("# " + code() + ": "));
  EXPECT_FALSE(Section(page(), "## What happened").empty());
  EXPECT_FALSE(Section(page(), "## Example that fails").empty());
  EXPECT_FALSE(Section(page(), "## Fix").empty());
}

TEST_P(EveryCode, IsGivenByItsExample) {
  const std::string example = Block(Section(page(), "## Example that fails"), "flow");
  if (example.empty()) {
    EXPECT_FALSE(Block(Section(page(), "## Example that fails"), "text").empty());
    return;
  }
  EXPECT_TRUE(CodesOf(example).contains(code())) << example;
}

TEST_P(EveryCode, IsMendedByItsFix) {
  const std::string fixed = Block(Section(page(), "## Fix"), "flow");
  if (fixed.empty()) return;
  EXPECT_FALSE(CodesOf(fixed).contains(code())) << fixed;
}

std::vector<CodeRow> Rows() { return diagnostics::AllCodes(); }

INSTANTIATE_TEST_SUITE_P(Codes, EveryCode, testing::ValuesIn(Rows()),
                         [](const auto& row) { return PrintCode(row.param.code); });

/// All expectations of file tests in one text.
std::string FileTestExpectations() {
  std::string text;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::SourceFolder() / "tests/file")) {
    if (entry.path().extension() != ".expected") continue;
    std::ifstream file(entry.path());
    text.append(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return text;
}

TEST(Codes, AreAllShownByAnExampleOrAFileTest) {
  const std::string expectations = FileTestExpectations();
  for (const CodeRow& row : diagnostics::AllCodes()) {
    const std::string code = PrintCode(row.code);
    const std::string example =
        Block(Section(diagnostics::ExplainPage(row.code), "## Example that fails"), "flow");
    const bool shown = !example.empty() || expectations.find("[" + code + "]") != std::string::npos;
    EXPECT_TRUE(shown || kShownElsewhere.contains(code)) << code << " " << row.name;
  }
}

TEST(Pages, BelongToCodes) {
  for (const auto& entry :
       std::filesystem::directory_iterator(test::SourceFolder() / "compiler/diagnostics/explain")) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() == ".md" && name != "README") {
      EXPECT_NE(diagnostics::FindCode(name), nullptr) << name;
    }
  }
}

}  // namespace
}  // namespace meshc
