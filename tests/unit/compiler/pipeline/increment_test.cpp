// A check that takes over what the one before has found tells what a check of all tells, word for word.
#include "compiler/pipeline/increment.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "compiler/diagnostics/render.h"
#include "compiler/pipeline/compilation.h"
#include "compiler/pipeline/run_stages.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::pipeline {
namespace {

constexpr const char* kPath = "/m.flow";

std::unique_ptr<Compilation> Check(const std::string& text, const FormerCheck* former = nullptr) {
  auto c = std::make_unique<Compilation>();
  const source::MemoryFileSystem files({{kPath, text}});
  RunStages({.path = kPath, .imports = {}, .remembers = true, .former = former}, files, *c);
  return c;
}

/// With every label, note and fix.
std::string Findings(Compilation& c) {
  diagnostics::SortBySource(c.diagnostics.all());
  return diagnostics::RenderText(c.diagnostics.all(), c.sources, false);
}

/// `from` becomes `to`, once.
std::string Edited(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void ExpectAsWhole(const std::string& text, const std::string& from, const std::string& to) {
  const auto before = Check(text);
  ASSERT_NE(before->remembered, nullptr) << Findings(*before);
  const std::string edited = Edited(text, from, to);
  const auto whole = Check(edited);
  const auto taken = Check(edited, before->remembered.get());
  EXPECT_FALSE(taken->left_out.empty()) << "it has looked at everything again";
  EXPECT_EQ(Findings(*taken), Findings(*whole));
}

const std::string kTwoFlows =
    "mesh m;\n"
    "envelope Work { in note: string; var reply: string?; }\n"
    "processor write(note: string) -> (reply: string) { timeout 4s; }\n"
    "flow first on Work { write; }\n"
    "flow second on Work sla 5s {\n"
    "  write;\n"
    "  write;\n"
    "  write;\n"
    "}\n";

TEST(Increment, MovesTheNotesOfFindingsBehindAChange) {
  const auto checked = Check(kTwoFlows);
  ASSERT_NE(Findings(*checked).find("note: `write` takes 4s"), std::string::npos) << Findings(*checked);
  ExpectAsWhole(kTwoFlows, "first on Work { write; }", "first on Work {\n  write;\n\n}");
}

TEST(Increment, LeavesFindingsBeforeAChangeWhereTheyAre) {
  ExpectAsWhole(kTwoFlows + "flow third on Work { write; }\n", "third on Work { write; }",
                "third on Work {\n  write;\n  write;\n}");
}

}  // namespace
}  // namespace meshc::pipeline
