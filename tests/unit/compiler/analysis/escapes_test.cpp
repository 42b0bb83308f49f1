#include <gtest/gtest.h>

#include "tests/unit/compiler/analysis/flow_text.h"

namespace meshc::test {
namespace {

using Strings = std::vector<std::string>;

TEST(Escapes, ADeclaredErrorThatLeavesAFlowIsToldAtItsCall) {
  EXPECT_EQ(CheckBody("fallible;").Reports(),
            Strings{"MC5050@32: `soft` of `fallible` may leave the flow `f` uncaught"});
}

TEST(Escapes, ACaughtErrorIsNot) {
  EXPECT_EQ(CheckBody("try { fallible; } on soft { }").Reports(), Strings{});
  EXPECT_EQ(CheckBody("fallible;\n} on any { make_a;").Reports(), Strings{});
}

TEST(Escapes, CatchingAChildLeavesTheParent) {
  EXPECT_EQ(CheckBody("try { fallible; } on softer { }").Reports(),
            Strings{"MC5050@32: `soft` of `fallible` may leave the flow `f` uncaught"});
}

TEST(Escapes, TimeoutsCrashesAndFatalErrorsAreExpectedTo) {
  EXPECT_EQ(CheckBody("make_a; set n = n + 1; breaks;", "processor breaks() { raises hard; }").Reports(),
            Strings{});
}

TEST(Escapes, ALoopThatMayBeExhaustedIsToldAtItsWord) {
  EXPECT_EQ(CheckBody("repeat max 2 { make_v; } until flag;").Reports(),
            Strings{"MC5050@32: `loop_exhausted` of `repeat` may leave the flow `f` uncaught"});
}

TEST(Escapes, AnErrorRaisedAgainIsToldThere) {
  EXPECT_EQ(CheckBody("try { fallible; } on soft {\nraise; }").Reports(),
            Strings{"MC5050@33: `soft` of `raise` may leave the flow `f` uncaught"});
}

TEST(Escapes, AFinallyPassesErrorsOnAndTheyAreToldOnceWhereTheyArise) {
  EXPECT_EQ(CheckBody("try { fallible; } finally { set n = 1; }").Reports(),
            Strings{"MC5050@32: `soft` of `fallible` may leave the flow `f` uncaught"});
}

TEST(Escapes, ACalledFlowLeavesItsErrorsToItsCallers) {
  EXPECT_EQ(CheckBody("g;", "flow g on E { fallible; }").Reports(),
            Strings{"MC5050@32: `soft` of `g` may leave the flow `f` uncaught"});
  EXPECT_EQ(CheckBody("try { g; } on soft { }", "flow g on E { fallible; }").Reports(), Strings{});
}

TEST(Escapes, AreKnownByFlow) {
  auto checked = CheckBody("try { fallible; } on any { }");
  types::FlowId flow{0};
  std::vector<std::string> names;
  for (types::ErrorId error : *checked.facts.escapes[flow.index]) {
    names.push_back(checked.mesh.declarations.errors[error].name);
  }
  EXPECT_EQ(names, (Strings{"contract_violation", "deadline_exceeded", "cancelled"}));
}

}  // namespace
}  // namespace meshc::test
