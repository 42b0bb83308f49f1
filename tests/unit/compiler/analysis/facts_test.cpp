#include <gtest/gtest.h>

#include "tests/unit/compiler/analysis/flow_text.h"

namespace meshc::test {
namespace {

std::vector<std::string> PresentAt(const CheckedMesh& checked, std::string_view name) {
  std::vector<std::string> fields;
  for (ir::PointId id : checked.mesh.points.ids()) {
    if (checked.mesh.points[id].name != name) continue;
    for (std::uint32_t slot : checked.facts.present[id.index]) {
      fields.push_back(checked.mesh.declarations.envelopes[{0}].fields[slot].name);
    }
  }
  return fields;
}

TEST(Facts, TellWhichFieldsArePresentAtAPoint) {
  auto checked = CheckBody("make_a; if flag { make_v; } make_b;");
  std::vector<std::string> given{"given", "flag", "n", "trail"};
  EXPECT_EQ(PresentAt(checked, "f/make_a#1"), given);
  EXPECT_EQ(PresentAt(checked, "f/make_b#1"), (std::vector<std::string>{"given", "flag", "a", "n", "trail"}));
}

TEST(Facts, TellWhichPointsAreReached) {
  auto checked = CheckBody("try { fallible; } on soft { make_a; }");
  for (ir::PointId id : checked.mesh.points.ids()) EXPECT_TRUE(checked.facts.reachable[id.index]) << id.index;
}

TEST(Facts, PrintNamesEveryPoint) {
  auto checked = CheckBody("make_a;");
  std::string text = analysis::Print(checked.mesh, checked.facts);
  EXPECT_NE(text.find("f/make_a#1\n  present given flag n trail\n"), std::string::npos) << text;
}

TEST(Facts, DoNotDependOnTheOrderOfDeclarations) {
  std::string g = "flow g on E { make_b; fallible; }\n";
  std::string f = "flow f on E { make_a; g; }\n";
  auto one = CheckText(std::string(kDeclarations) + g + f);
  auto other = CheckText(std::string(kDeclarations) + f + g);
  EXPECT_EQ(ir::Print(one.mesh), ir::Print(other.mesh));
  EXPECT_EQ(analysis::Print(one.mesh, one.facts), analysis::Print(other.mesh, other.facts));
}

}  // namespace
}  // namespace meshc::test
