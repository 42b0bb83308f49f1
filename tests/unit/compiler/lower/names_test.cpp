#include <gtest/gtest.h>

#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

CheckedMesh LowerNames(const std::string& body) {
  return CheckText(R"(mesh test.names;
error soft recoverable;
enum Size { small, large }
envelope E { in flag: bool; in size: Size; in text: string; var n: int = 0; }
processor a() { raises soft; }
processor b();
router pick() -> { left, right, ahead };
flow f on E {
)" + body + "\n}\n");
}

bool Has(const CheckedMesh& checked, std::string_view name) { return checked.Point(name) != nullptr; }

TEST(PointNames, SiblingsOfOneWordAreCounted) {
  EXPECT_EQ(LowerNames("a -> b; a; { a; }").PointNames(),
            (Strings{"f/a#1", "f/a#2", "f/a#3", "f/b#1", "f/end"}));
}

TEST(PointNames, LongPathsAndLabelsEndInAHash) {
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += "loop max 2 { ";
  auto checked = LowerNames("match text { \"" + std::string(1000, 'x') + "\" => a; _ => b; } " + deep +
                            "a; break; " + std::string(100, '}'));
  EXPECT_EQ(checked.Errors(), Strings{});
  for (const ir::Point& point : checked.mesh.points) EXPECT_LT(point.name.size(), 300U) << point.name;
  auto again = LowerNames("b; " + deep + "b; a; break; " + std::string(100, '}'));
  std::size_t kept = 0;
  for (const std::string& name : again.PointNames()) kept += Has(checked, name) ? 1 : 0;
  EXPECT_GT(kept, 100U);
}

TEST(PointNames, AnEditElsewhereLeavesANameAlone) {
  auto before = LowerNames("if flag { a; } b;");
  auto after = LowerNames("set n = 2; loop max 2 { a; break; } if flag { b; a; } set n += 1; b;");
  for (const char* name : {"f/if#1/test", "f/if#1[then]/a#1", "f/b#1"}) {
    EXPECT_TRUE(Has(before, name)) << name;
    EXPECT_TRUE(Has(after, name)) << name;
  }
}

TEST(PointNames, ArmsStandInBrackets) {
  auto checked = LowerNames(
      "if flag { a; } else if n > 1 { a; } else { a; }\n"
      "match size { small => a; large => b; }\n"
      "match n { 1, -2 => a; _ => b; }\n"
      "match text { \"x y\" => a; _ => { } }\n"
      "route pick { left, ahead => a; right => { repeat max 3 { b; } until flag; } }");
  for (const char* name :
       {"f/if#1[then]/a#1", "f/if#1[else_if#1]/test", "f/if#1[else_if#1]/a#1", "f/if#1[else]/a#1",
        "f/match#1/test", "f/match#1[small]/a#1", "f/match#1[large]/b#1", "f/match#2[1,-2]/a#1",
        "f/match#2[_]/b#1", "f/match#3[\"x y\"]/a#1", "f/route#1/pick#1", "f/route#1[left,ahead]/a#1",
        "f/route#1[right]/repeat#1/b#1"}) {
    EXPECT_TRUE(Has(checked, name)) << name;
  }
}

TEST(PointNames, ClausesAndFinallyBlocksStandInBrackets) {
  auto checked = LowerNames(
      "try { a; } on soft, timeout { b; } on any { b; } finally { b; }\n} on soft { b; } finally { b;");
  for (const char* name :
       {"f/try#1/a#1", "f/try#1/catch", "f/try#1[soft,timeout]/b#1", "f/try#1[any]/b#1",
        "f/try#1[finally]/b#1", "f/try#1[finally]/on_error", "f[soft]/b#1", "f[finally]/b#1"}) {
    EXPECT_TRUE(Has(checked, name)) << name;
  }
}

TEST(PointNames, AreSortedAndUnique) {
  Strings names =
      LowerNames("while flag max 2 { a; if flag { break; } else { continue; } } else { b; } return;")
          .PointNames();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(PointNames, TwoClausesOfOneErrorStayApart) {
  auto checked = LowerNames("try { a; } on soft { b; } on soft { b; }");
  EXPECT_TRUE(Has(checked, "f/try#1[soft]/b#1"));
  EXPECT_TRUE(Has(checked, "f/try#1[soft#2]/b#1"));
  EXPECT_EQ(ir::Verify(checked.mesh), Strings{});
}

}  // namespace
}  // namespace meshc::test
