#include <gtest/gtest.h>

#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

TEST(Scenarios, AreLoweredWithTheirStubsAndExpectations) {
  auto checked = CheckText(R"(mesh test.scenarios;
error soft recoverable;
envelope E { in text: string; in count: int = 2; var v: string = ""; score: float; maybe: string?; }
processor a(text: string) -> (v: string, maybe: string?) { raises soft; }
processor b(v: string) -> (score: float);
router pick(v: string) -> { left, right };
flow f on E { try { a; } on soft { } b; route pick { left => { } right => { } } }
scenario "one" for f {
  given { text: "hello" };
  stub a when text == "x" returns { v: "1" };
  stub a raises soft("no") times 2 then returns { v: "2" } takes 3s;
  stub pick chooses right;
  expect visits a, b, pick;
  expect outcome succeeded;
  expect v == "2" && score >= 0.0;
  expect absent maybe;
  expect hops <= 4;
}
)");
  ASSERT_EQ(checked.Errors(), std::vector<std::string>{});
  EXPECT_EQ(ir::Verify(checked.mesh), std::vector<std::string>{});
  std::string text = ir::Print(checked.mesh);
  EXPECT_EQ(text.substr(text.find("\nscenario")), R"(
scenario "one" for f
  given text: "hello"
  stub a when param#0 == "x"
    returns v: "1"
  stub a
    raises soft("no") times 2
    returns v: "2" takes 3s
  stub pick
    chooses right
  visits a b pick
  outcome succeeded
  expect v == "2" && score >= 0.0
  absent maybe
  hops <= 4
)");
  ASSERT_EQ(checked.mesh.scenarios.size(), 1U);
  EXPECT_EQ(checked.mesh.scenarios[0].expectations[0].text, "v == \"2\" && score >= 0.0");
}

}  // namespace
}  // namespace meshc::test
