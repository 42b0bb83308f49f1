#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

const std::string kSagaMesh =
    "mesh t; envelope T { in text: string; in words: [string]; var ticket: string; log all: string; } "
    "processor read(words: [string]) -> (all: string); "
    "processor book(text: string) -> (ticket: string) { effect idempotent; undo cancel; } "
    "processor cancel(ticket: string, text: string, all: [string], leg: string?, words: [string], fee: int = "
    "3); "
    "processor pay(text: string) { effect idempotent; } "
    "processor ring(text: string) { effect at_least_once; undo cancel_ring; } processor cancel_ring();\n";

std::string SagaCodes(const std::string& body, const std::string& more = "") {
  return CodesOf(kSagaMesh + "flow f on T { read; book; tap pay; tap ring; " + body + " }\n" + more);
}

TEST(Sagas, NeedAnUndoForEveryEffect) {
  EXPECT_EQ(SagaCodes("saga { book; read; } pay;"), "");
  EXPECT_EQ(SagaCodes("saga { pay; }"), "MC4028:2");
  EXPECT_EQ(SagaCodes("saga { tap pay; }"), "MC4028:2");
  EXPECT_EQ(SagaCodes("saga { parallel { each w in words { try { pay; } on any { } } } }"), "MC4028:2");
}

TEST(Sagas, ReachIntoCalledFlows) {
  EXPECT_EQ(SagaCodes("saga { g; }", "flow g on T { h; }\nflow h on T { pay; }"), "MC4028:4");
  EXPECT_EQ(SagaCodes("saga { g; }", "flow g on T { h; }\nflow h on T { i; }\nflow i on T { pay; }"),
            "MC4028:5");
  EXPECT_EQ(SagaCodes("g;", "flow g on T { h; }\nflow h on T { pay; }"), "");
  EXPECT_EQ(SagaCodes("saga { tap g; }", "flow g on T { pay; }"), "MC4028:3");
  EXPECT_EQ(SagaCodes("saga { g(text: \"a\"); }", "flow g on T { pay; }"), "MC4028:3");
  EXPECT_EQ(SagaCodes("saga { follow r; }", "router r() -> steps { g, pay } max 2; flow g on T { pay; }"),
            "MC4028:2 MC4028:3");
}

TEST(Sagas, TellWhichFlowsTheyReach) {
  const auto checked =
      CheckFiles({{"main.flow",
                   "mesh t; envelope T { } flow a on T { saga { c; tap e; } b; } flow b on T { } "
                   "flow c on T { d; } flow d on T { } flow e on T { }"}});
  std::string reached;
  for (const Flow& flow : checked.program.flows) reached += flow.in_saga ? flow.name : "";
  EXPECT_EQ(reached, "cde");
}

TEST(Sagas, JoinsWaitForAll) {
  EXPECT_EQ(SagaCodes("parallel wait any timeout 5s { read; read; } saga { parallel wait all { read; } }"),
            "");
  EXPECT_EQ(SagaCodes("saga { parallel wait any { read; } }"), "MC4029:2");
  EXPECT_EQ(SagaCodes("saga { each w in words wait 2 { read; } }"), "MC4029:2");
  EXPECT_EQ(SagaCodes("saga { each w in words timeout 5s { read; } }"), "MC4029:2");
  EXPECT_EQ(SagaCodes("saga { g; }", "flow g on T { parallel wait 1 { read; } }"), "MC4029:3");
  EXPECT_EQ(SagaCodes("saga { tap g; }", "flow g on T { parallel wait 1 { read; } }"), "MC4029:3");
}

TEST(Undo, ParamsComeFromTheCallThenFromAround) {
  const auto checked = CheckFiles(
      {{"main.flow", kSagaMesh + "flow f on T { saga { each leg in words { book(text: leg); } } book; }"}});
  ASSERT_FALSE(checked.diagnostics.HasErrors());
  ASSERT_EQ(checked.program.calls.size(), 2U);
  const auto& undo = checked.program.calls[0].undo;
  ASSERT_EQ(undo.size(), 6U);
  EXPECT_EQ(undo[0].kind, ParamSource::Kind::kCallResult);
  EXPECT_EQ(undo[0].index, 0U);
  EXPECT_EQ(undo[1].kind, ParamSource::Kind::kCallParam);
  EXPECT_EQ(undo[1].index, 0U);
  EXPECT_EQ(undo[2].kind, ParamSource::Kind::kField);
  EXPECT_EQ(undo[2].field, 3U);
  EXPECT_EQ(undo[3].kind, ParamSource::Kind::kVariable);
  EXPECT_EQ(undo[4].kind, ParamSource::Kind::kField);
  EXPECT_EQ(undo[5].kind, ParamSource::Kind::kDefault);
  EXPECT_TRUE(checked.program.calls[1].undo.empty());
}

TEST(Undo, TakesOfTheCallsParamsThoseThatItBindsByName) {
  const auto checked = CheckFiles(
      {{"main.flow",
        "mesh t; envelope T { in var n: int; in m: int; } processor p(n: int, m: int, k: int = 3) -> (n: "
        "int) { undo q; } "
        "processor q(n: int, m: int, k: int = 4); flow f on T { saga { p; p(n: 1, m: 2, k: 5); } }"}});
  ASSERT_FALSE(checked.diagnostics.HasErrors());
  using Kind = ParamSource::Kind;
  const auto kinds = [&](std::size_t call) {
    std::vector<Kind> found;
    for (const ParamSource& source : checked.program.calls[call].undo) found.push_back(source.kind);
    return found;
  };
  EXPECT_EQ(kinds(0), (std::vector<Kind>{Kind::kCallResult, Kind::kField, Kind::kDefault}));
  EXPECT_EQ(kinds(1), (std::vector<Kind>(3, Kind::kCallParam)));
}

TEST(Undo, IsNotBoundForWhatIsTapped) {
  const auto checked = CheckFiles({{"main.flow", kSagaMesh + "flow f on T { saga { tap book; } }"}});
  ASSERT_EQ(checked.program.calls.size(), 1U);
  EXPECT_TRUE(checked.program.calls[0].undo.empty());
}

TEST(Undo, IsBoundInCalledFlowsAndPlans) {
  const auto checked =
      CheckFiles({{"main.flow", kSagaMesh + "router r() -> steps { book } max 1; flow f on T { saga { g; } } "
                                            "flow g on T { book; follow r; }"}});
  ASSERT_FALSE(checked.diagnostics.HasErrors());
  std::size_t bound = 0;
  for (const CallFacts& call : checked.program.calls) bound += call.undo.size();
  EXPECT_EQ(bound, 6U);
  ASSERT_EQ(checked.program.follows.size(), 1U);
  EXPECT_EQ(checked.program.follows[0].steps[0].undo.size(), 6U);
}

TEST(Undo, FindsItsParams) {
  const auto undo = [](const std::string& params) {
    return CodesOf(
        "mesh t; envelope T { in text: string; in size: int; } processor p(text: string, size: int) { undo "
        "q; } "
        "processor q(" +
        params + ");\nflow f on T { saga { p; } }");
  };
  EXPECT_EQ(undo("text: string, size: float, other: string?"), "");
  EXPECT_EQ(undo("txt: string"), "MC3051:2");
  // What is not bound by name is looked for around the call, and has the call's own default no more.
  EXPECT_EQ(
      CodesOf("mesh t; envelope T { in n: int; } processor p(n: int, x: int = 3) { undo q; } processor q(x: "
              "int);\nflow f on T { saga { p(x: 3); p; } }"),
      "MC3051:2");
  EXPECT_EQ(
      CodesOf("mesh t; envelope T { in text: string; } processor p(text: string) { undo q; } processor q(x: "
              "int);\nflow f on T { p; }"),
      "");
  EXPECT_EQ(
      CodesOf("mesh t; envelope T { in x: string; } processor p() { undo q; } processor q(x: int);\nflow f "
              "on T { saga { p; } }"),
      "MC3038:2");
}

TEST(Undo, TakesNoErrorThatAClauseHasCaught) {
  const auto checked = CheckFiles({{"main.flow",
                                    "mesh t; envelope T { } error e recoverable; processor p() { raises e; "
                                    "undo q; } processor q(why: string = "
                                    "\"none\"); flow f on T { saga { try { p; } on e as why { p; } } }"}});
  ASSERT_FALSE(checked.diagnostics.HasErrors());
  for (const CallFacts& call : checked.program.calls) {
    ASSERT_EQ(call.undo.size(), 1U);
    EXPECT_EQ(call.undo[0].kind, ParamSource::Kind::kDefault);
  }
}

TEST(Undo, TakesWhatFitsItsType) {
  const auto undo = [](const std::string& call) {
    return CodesOf(
        "mesh t; envelope T { in var n: int; in word: string; } processor p(word: string) -> (word: int) { "
        "undo q; } "
        "processor q(word: int);\nflow f on T { saga { " +
        call + " as { word: n }; } }");
  };
  EXPECT_EQ(undo("p"), "");
  EXPECT_EQ(undo("p(word: \"a\")"), "MC3030:2");
  // Ranges that share no value.
  EXPECT_EQ(CodesOf("mesh t; envelope T { q: int(0..3); }\nprocessor p() -> (q: int(0..3)) { undo u; } "
                    "processor u(q: int(5..9));\nflow f on T { saga { p; } }"),
            "MC3030:2");
}

TEST(Undo, IsAnotherProcessor) {
  const auto undo = [](const std::string& name) {
    return CodesOf(
        "mesh t; envelope T { in text: string; } processor p(text: string) { effect idempotent; undo " +
        name + "; } router r(text: string) -> { a };\nflow f on T { saga { p; route r { a => p; } } }");
  };
  EXPECT_EQ(undo("p"), "MC3050:1");
  EXPECT_EQ(undo("r"), "MC2031:1");
  EXPECT_EQ(undo("f"), "MC2031:1");
  EXPECT_EQ(undo("nope"), "MC2018:1");
}

TEST(Effects, ThatRepeatAreWarnedOf) {
  EXPECT_EQ(SagaCodes("ring; ring retry 1; each w in words { ring; } loop max 2 { book; break; }"), "");
  EXPECT_EQ(SagaCodes("ring retry 2;"), "MC5010:2");
  EXPECT_EQ(SagaCodes("tap ring retry 2;"), "MC5010:2");
  EXPECT_EQ(SagaCodes("while text == \"\" max 2 { each w in words { ring; } } else { ring; }"), "MC5010:2");
  EXPECT_EQ(SagaCodes("saga { ring; }"), "MC5010:2");
  EXPECT_EQ(SagaCodes("saga { tap ring; }"), "MC5010:2");
  EXPECT_EQ(SagaCodes("loop max 2 { tap g; break; }", "flow g on T { ring; }"), "MC5010:3");
  EXPECT_EQ(SagaCodes("saga { g; }", "flow g on T { ring; }"), "MC5010:3");
}

}  // namespace
}  // namespace meshc::sema::test
