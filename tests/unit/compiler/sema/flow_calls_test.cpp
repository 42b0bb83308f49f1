#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

constexpr const char* kCallMesh = R"(mesh t;
envelope T { in text: string; in words: [string]; var label: string; var count: int; log sizes: int; }
envelope U { in text: string; in size: int = 1; in note: string?; var inner: string = ""; out label: string; out count: int; }
processor work(text: string, size: int, note: string?) -> (inner: string, label: string, count: int);
flow callee on U { work; if inner == "" { raise timeout("never"); } }
flow same on T { set label = text; }
)";

std::string CallCodes(const std::string& body) {
  return CodesOf(kCallMesh + ("flow f on T { if words == [\"x\"] { set sizes += count; } " + body + " }"));
}

TEST(FlowCalls, OnAnotherEnvelopeTakeFieldsByName) {
  EXPECT_EQ(CallCodes("callee;"), "");
  EXPECT_EQ(CallCodes("callee(size: 3, note: null) as { count: sizes };"), "");
  EXPECT_EQ(CallCodes("each size in words { callee; }"), "MC3038:7");
  EXPECT_EQ(CallCodes("callee(text: 3);"), "MC3001:7");
  EXPECT_EQ(CallCodes("callee as label;"), "MC3041:7");
  EXPECT_EQ(CallCodes("callee as { label: count, count: _ };"), "MC3040:7");
  EXPECT_EQ(CallCodes("callee as { label: text };"), "MC3042:7");
}

TEST(FlowCalls, NameFieldsThatAreGivenAndComeBack) {
  EXPECT_EQ(CallCodes("callee(siez: 3);"), "MC2025:7");
  EXPECT_EQ(CallCodes("callee(inner: \"a\");"), "MC2025:7");
  EXPECT_EQ(CallCodes("callee as { lable: label };"), "MC2026:7");
  EXPECT_EQ(CallCodes("callee as { inner: label };"), "MC2026:7");
}

TEST(FlowCalls, NeedTheirInputsAndPlacesForTheirOutputs) {
  const std::string mesh =
      "mesh t; envelope T { in a: string; } envelope U { in b: string; out c: string; }\n";
  const std::string callee = " flow u on U { set c = b; }";
  EXPECT_EQ(CodesOf(mesh + "flow f on T { if a == \"\" { u(b: a) as { c: _ }; } }" + callee), "");
  EXPECT_EQ(CodesOf(mesh + "flow f on T { u as { c: _ }; }" + callee), "MC3037:2");
  EXPECT_EQ(CodesOf(mesh + "flow f on T { u(b: a); }" + callee), "MC3039:2");
}

TEST(FlowCalls, FactsStandByFieldOfTheCallee) {
  const auto checked = CheckFiles({{"main.flow", kCallMesh + std::string("flow f on T { callee(size: 3) as { "
                                                                         "count: _ }; }")}});
  ASSERT_FALSE(checked.diagnostics.HasErrors());
  const CallFacts* call = nullptr;
  for (const CallFacts& facts : checked.program.calls) call = facts.flow.has_value() ? &facts : call;
  ASSERT_NE(call, nullptr);
  EXPECT_TRUE(call->own_envelope);
  ASSERT_EQ(call->params.size(), 6U);
  EXPECT_EQ(call->params[0].kind, ParamSource::Kind::kField);
  EXPECT_EQ(call->params[1].kind, ParamSource::Kind::kExpression);
  EXPECT_EQ(call->params[2].kind, ParamSource::Kind::kNothing);
  EXPECT_EQ(call->params[3].kind, ParamSource::Kind::kDefault);
  EXPECT_EQ(call->params[4].kind, ParamSource::Kind::kNothing);
  ASSERT_EQ(call->results.size(), 6U);
  EXPECT_EQ(call->results[3].field, std::nullopt);
  EXPECT_EQ(call->results[4].field, 2U);
  EXPECT_EQ(call->results[5].field, std::nullopt);
  EXPECT_FALSE(call->results[5].invalid);
}

TEST(FlowCalls, OnTheSameEnvelopeAreFreshWithBindingsOrAs) {
  const auto own = [](const std::string& call) {
    const auto checked = CheckFiles({{"main.flow", kCallMesh + ("flow f on T { " + call + " }")}});
    return checked.program.calls.back().own_envelope;
  };
  EXPECT_FALSE(own("same;"));
  EXPECT_FALSE(own("same();"));
  EXPECT_TRUE(own("same(text: \"a\");"));
  EXPECT_TRUE(own("same as { };"));
}

TEST(Tap, DropsResults) {
  EXPECT_EQ(FlowCodes("tap gives_other; tap sub; tap takes_text(text: \"a\") timeout 5s retry 2;"), "");
  EXPECT_EQ(FlowCodes("tap gives_number as number;"), "MC4030:1");
  EXPECT_EQ(FlowCodes("tap other as { };"), "MC4030:1");
  EXPECT_EQ(FlowCodes("tap takes_missing;"), "MC3037:1");
  EXPECT_EQ(FlowCodes("tap choose;"), "MC4013:1");
}

TEST(Tap, ResultsAreFactsThatGoNowhere) {
  const auto checked = CheckFiles(
      {{"main.flow", "mesh t; envelope T { x: int; } processor p() -> (x: int); flow f on T { tap p; }"}});
  ASSERT_EQ(checked.program.calls.size(), 1U);
  ASSERT_EQ(checked.program.calls[0].results.size(), 1U);
  EXPECT_EQ(checked.program.calls[0].results[0].field, std::nullopt);
}

}  // namespace
}  // namespace meshc::sema::test
