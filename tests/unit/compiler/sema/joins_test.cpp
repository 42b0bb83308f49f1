#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

TEST(Parallel, BranchesWriteDisjointFields) {
  EXPECT_EQ(FlowCodes("parallel { gives_number; set v_text = \"a\"; optional p; }"), "");
  EXPECT_EQ(FlowCodes("parallel { gives_number;\n set number = 3; }"), "MC4017:2");
  EXPECT_EQ(FlowCodes("parallel { gives_number;\n optional gives_two; }"), "MC4017:2");
  EXPECT_EQ(FlowCodes("parallel { { set v_count = 1; set v_count = 2; } p; }"), "");
  EXPECT_EQ(FlowCodes("parallel { set v_count = 1;\n set v_count = 2;\n set v_count = 3; }"),
            "MC4017:2 MC4017:3");
  EXPECT_EQ(FlowCodes("parallel { set v_order.id = \"a\";\n set v_order.inner.n = 1; }"), "MC4017:2");
  EXPECT_EQ(FlowCodes("parallel { set l_words += \"a\"; gives_word as l_words; }"), "");
}

TEST(Parallel, BranchesWriteWhateverStandsInThem) {
  const auto against_count = [](const std::string& branch) {
    return FlowCodes("parallel { { " + branch + " }\n gives_number as v_count; }");
  };
  EXPECT_EQ(against_count("if flag { } else { set v_count = 1; }"), "MC4017:2");
  EXPECT_EQ(against_count("match flag { true => set v_count = 1; false => p; }"), "MC4017:2");
  EXPECT_EQ(against_count("route choose { left => set v_count = 1; right => p; }"), "MC4017:2");
  EXPECT_EQ(against_count("while flag max 2 { } else { set v_count = 1; }"), "MC4017:2");
  EXPECT_EQ(against_count("repeat max 2 { set v_count = 1; } until flag;"), "MC4017:2");
  EXPECT_EQ(against_count("loop max 2 { set v_count = 1; break; }"), "MC4017:2");
  EXPECT_EQ(against_count("try { p; } on any { set v_count = 1; }"), "MC4017:2");
  EXPECT_EQ(against_count("try { p; } finally { set v_count = 1; }"), "MC4017:2");
  EXPECT_EQ(against_count("saga { set v_count = 1; }"), "MC4017:2");
  EXPECT_EQ(against_count("parallel { set v_count = 1; }"), "MC4017:2");
  EXPECT_EQ(against_count("await a: int into v_count timeout 1s;"), "MC4017:2");
  EXPECT_EQ(against_count("await a: int into number timeout 1s else { set v_count = 1; }"), "MC4017:2");
}

TEST(Parallel, ChildrenAndCopiesKeepTheirWrites) {
  EXPECT_EQ(FlowCodes("parallel { each x in words { gives_number; } gives_number; }"), "");
  EXPECT_EQ(FlowCodes("parallel { tap gives_number; gives_number; }"), "");
  EXPECT_EQ(FlowCodes("parallel { each x in words { gives_word as v_text; } collect v_text into v_words;\n"
                      " set v_words = []; }"),
            "MC4017:2");
  EXPECT_EQ(FlowCodes("each x in words { parallel { gives_number;\n gives_number; } }"), "MC4017:2");
}

TEST(Parallel, CalledFlowsWriteForTheirCaller) {
  const std::string mesh = "mesh t; envelope T { in a: string; x: int; y: int; } envelope U { out x: int; } ";
  EXPECT_EQ(CodesOf(mesh + "flow f on T { parallel { g;\n g; } set y = 1; } flow g on T { h; } "
                           "flow h on T { set x = len(a); } flow u on U { set x = 1; }"),
            "MC4017:2");
  EXPECT_EQ(CodesOf(mesh + "flow f on T { parallel { u;\n set x = len(a); } set y = 1; } "
                           "flow u on U { set x = 1; }"),
            "MC4017:2");
  EXPECT_EQ(CodesOf(mesh + "flow f on T { parallel { u as { x: y }; set x = len(a); } } "
                           "flow u on U { set x = 1; }"),
            "");
}

TEST(Parallel, WaitsForBranchesThatThereAre) {
  EXPECT_EQ(FlowCodes("parallel wait 2 timeout 5s { p; optional p; } parallel wait any { p; } parallel { }"),
            "");
  EXPECT_EQ(FlowCodes("parallel wait 3 { p; ; p; }"), "MC4018:1");
  EXPECT_EQ(FlowCodes("parallel wait any { }"), "MC4018:1");
  EXPECT_EQ(FlowCodes("parallel wait 0 { p; }"), "MC3031:1");
  EXPECT_EQ(FlowCodes("parallel timeout 0s { p; }"), "MC3032:1");
}

TEST(Parallel, MistakesInsideAreFound) {
  EXPECT_EQ(FlowCodes("parallel { p; nope; }"), "MC2018:1");
  EXPECT_EQ(FlowCodes("parallel { { return; } p; }"), "MC4007:1");
  EXPECT_EQ(FlowCodes("parallel { optional { optional p; } }"), "MC4015:1");
  EXPECT_EQ(FlowCodes("optional p;"), "MC4015:1");
}

TEST(Each, GoesOverLists) {
  EXPECT_EQ(FlowCodes("each x in words { takes_text(text: x); set v_text = x; }"), "");
  EXPECT_EQ(FlowCodes("each missing in words { takes_missing; }"), "");
  EXPECT_EQ(FlowCodes("each x in words max 3 width 2 wait 2 timeout 5s { p; }"), "");
  EXPECT_EQ(FlowCodes("each x in prices { p; }"), "MC3049:1");
  EXPECT_EQ(FlowCodes("each x in any_json { p; }"), "MC3049:1");
  EXPECT_EQ(FlowCodes("each x in wordz { takes_count(count: x); }"), "MC2032:1");
  EXPECT_EQ(FlowCodes("each x in words { set v_count = x; }"), "MC3001:1");
  EXPECT_EQ(FlowCodes("each text in words { takes_count(count: text); }"), "MC2010:1");
  EXPECT_EQ(FlowCodes("while flag max 3 { each x in words { break; } }"), "MC4007:1");
  EXPECT_EQ(FlowCodes("each x in words max 0 { p; }"), "MC3031:1");
  EXPECT_EQ(FlowCodes("each x in words width 0 { p; }"), "MC3031:1");
}

TEST(Each, CollectsIntoLists) {
  const auto collect = [](const std::string& clauses) {
    return FlowCodes("each x in words { gives_two; } collect " + clauses + ";");
  };
  EXPECT_EQ(collect("label into v_words"), "");
  EXPECT_EQ(collect("label into l_words, label into l_words"), "");
  EXPECT_EQ(collect("once_maybe into v_words"), "MC3048:1");
  EXPECT_EQ(collect("number into l_scores"), "MC3048:1");
  EXPECT_EQ(collect("number into v_count"), "MC3048:1");
  EXPECT_EQ(collect("label into words"), "MC3042:1");
  EXPECT_EQ(collect("label into v_words, label into v_words"), "MC3011:1");
  EXPECT_EQ(collect("labell into v_words"), "MC2021:1");
  EXPECT_EQ(collect("label into v_wordz"), "MC2021:1");
}

TEST(Each, FactsSayWhatIsCollected) {
  const auto checked = CheckFiles(
      {{"main.flow",
        "mesh t; envelope T { in l: [string]; x: int?; y: [int]; log z: int; } processor p(v: string) -> (x: "
        "int); flow f on T { each v in l { p; } collect x into y, x into z; }"}});
  ASSERT_FALSE(checked.diagnostics.HasErrors());
  ASSERT_EQ(checked.program.eaches.size(), 1U);
  const EachFacts& facts = checked.program.eaches[0];
  EXPECT_EQ(facts.variable, VariableId{0});
  EXPECT_EQ(facts.element, checked.program.declarations.types.Basic(types::TypeKind::kString));
  using Slots = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  EXPECT_EQ(facts.collects, (Slots{{1, 2}, {1, 3}}));
}

}  // namespace
}  // namespace meshc::sema::test
