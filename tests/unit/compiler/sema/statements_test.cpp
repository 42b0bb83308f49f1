#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

TEST(Calls, ParamsComeFromArgumentsFieldsDefaultsOrNothing) {
  EXPECT_EQ(FlowCodes("p; takes_text; takes_text(text: \"a\"); takes_default; takes_maybe; takes_score; p -> "
                      "takes_text -> p;"),
            "");
  EXPECT_EQ(FlowCodes("takes_missing;"), "MC3037:1");
  EXPECT_EQ(FlowCodes("takes_missing(missing: text);"), "");
  EXPECT_EQ(FlowCodes("takes_missing(mising: text);"), "MC2025:1");
  EXPECT_EQ(FlowCodes("takes_text(text: \"a\", text: \"b\");"), "MC3011:1");
  EXPECT_EQ(FlowCodes("takes_text(text: count);"), "MC3001:1");
  EXPECT_EQ(FlowCodes("takes_number_as_float;"), "");
  EXPECT_EQ(FlowCodes("takes_level;"), "MC3038:1");
  // What an unknown actor takes is unknown, so a bare name may well be an enum value.
  EXPECT_EQ(FlowCodes("takes_txt(text: nope);"), "MC2018:1");
}

TEST(Calls, UnboundParamsNameTheNearestField) {
  const Checked checked = CheckFiles(
      {{"main.flow",
        "mesh t; envelope T { in message: string; } processor a(messages: string); flow f on T { a; }"}});
  ASSERT_FALSE(checked.diagnostics.all().empty());
  const auto& diagnostic = checked.diagnostics.all().front();
  EXPECT_EQ(diagnostic.message, "nothing gives the param `messages` of `a` a value");
  ASSERT_EQ(diagnostic.fixes.size(), 1U);
  EXPECT_NE(diagnostic.fixes[0].help.find("`a(messages: message)`"), std::string::npos);
}

TEST(Calls, FieldsOfAnotherTypeDoNotFit) {
  EXPECT_EQ(CodesOf("mesh t; envelope T { in x: string; } processor a(x: int); flow f on T { a; }"),
            "MC3038:1");
}

TEST(Calls, ResultsGoToFields) {
  EXPECT_EQ(FlowCodes("gives_number;"), "");
  EXPECT_EQ(FlowCodes("gives_number as v_count;"), "");
  EXPECT_EQ(FlowCodes("gives_number as { number: v_count };"), "");
  EXPECT_EQ(FlowCodes("gives_number as { number: _ };"), "");
  EXPECT_EQ(FlowCodes("gives_number as { nmber: v_count };"), "MC2026:1");
  EXPECT_EQ(FlowCodes("gives_number as { number: v_cunt };"), "MC2021:1");
  EXPECT_EQ(FlowCodes("gives_number as v_text;"), "MC3040:1");
  EXPECT_EQ(FlowCodes("gives_float_number;"), "MC3040:1");
  EXPECT_EQ(FlowCodes("gives_other;"), "MC3039:1");
  EXPECT_EQ(FlowCodes("gives_two;"), "");
  EXPECT_EQ(FlowCodes("gives_two as v_count;"), "MC3041:1");
  EXPECT_EQ(FlowCodes("p as v_count;"), "MC3041:1");
  EXPECT_EQ(FlowCodes("gives_two as { number: v_count, number: number };"), "MC3011:1");
  EXPECT_EQ(FlowCodes("gives_input;"), "MC3042:1");
  EXPECT_EQ(FlowCodes("gives_word as l_words;"), "");
  EXPECT_EQ(FlowCodes("gives_word as v_words;"), "MC3040:1");
}

TEST(Calls, TwoResultsInOneFieldCollide) {
  EXPECT_EQ(CodesOf("mesh t; envelope T { var x: int; } processor a() -> (p: int, q: int); flow f on T { a "
                    "as { p: x, q: x }; }"),
            "MC3047:1");
  EXPECT_EQ(CodesOf("mesh t; envelope T { log x: int; } processor a() -> (p: int, q: int); flow f on T { a "
                    "as { p: x, q: x }; }"),
            "");
}

TEST(Calls, OptionsAreChecked) {
  EXPECT_EQ(FlowCodes("p timeout 5s retry 2; p retry gentle; p retry 3 backoff constant 1s timeout 1m;"), "");
  EXPECT_EQ(FlowCodes("p timeout 0s;"), "MC3032:1");
  EXPECT_EQ(FlowCodes("p retry 0;"), "MC3031:1");
  EXPECT_EQ(FlowCodes("p retry nope;"), "MC2020:1");
}

TEST(Calls, EachKindHasItsStatement) {
  EXPECT_EQ(FlowCodes("choose;"), "MC4013:1");
  EXPECT_EQ(FlowCodes("route p { }").substr(0, 6), "MC4013");
  EXPECT_EQ(FlowCodes("route sub { left => { } }"), "MC4013:1");
  EXPECT_EQ(MessageOf("mesh t; envelope T { } router r() -> { a }; flow f on T { r; }"),
            "`r` is a choice router, which cannot stand as a step");
}

TEST(Calls, FlowsOnTheSameEnvelope) {
  EXPECT_EQ(FlowCodes("sub;"), "");
  EXPECT_EQ(FlowCodes("sub timeout 5s;"), "MC4014:1");
  EXPECT_EQ(FlowCodes("sub retry 2;"), "MC4014:1");
}

TEST(Calls, FlowsDoNotCallThemselves) {
  EXPECT_EQ(CodesOf("mesh t; envelope T { } flow a on T { a; }"), "MC4012:1");
  EXPECT_EQ(MessageOf("mesh t; envelope T { } flow a on T { b; } flow b on T { c; } flow c on T { a; }"),
            "these flows call each other without end: a -> b -> c -> a");
}

TEST(Set, WritesByMode) {
  EXPECT_EQ(FlowCodes("set once = 3; set v_count = 4; set l_words += \"a\"; set v_order.inner.n = 3;"), "");
  EXPECT_EQ(FlowCodes("set text = \"a\";"), "MC3042:1");
  EXPECT_EQ(FlowCodes("set l_words = [\"a\"];"), "MC3043:1");
  EXPECT_EQ(FlowCodes("set once_order.id = \"a\";"), "MC3044:1");
  EXPECT_EQ(FlowCodes("set v_order.idd = \"a\";"), "MC2022:1");
  EXPECT_EQ(FlowCodes("set v_text.x = \"a\";"), "MC3007:1");
  EXPECT_EQ(FlowCodes("set nope = 3;"), "MC2021:1");
  EXPECT_EQ(FlowCodes("set v_count = \"a\";"), "MC3001:1");
  EXPECT_EQ(FlowCodes("set v_order.inner.n = \"a\";"), "MC3001:1");
}

TEST(Set, Operators) {
  EXPECT_EQ(
      FlowCodes(
          "set v_count += 1; set v_count -= 1; set v_count *= 2; set v_score += 1; set v_text += \"a\";"),
      "");
  EXPECT_EQ(FlowCodes("set v_words += \"a\"; set l_scores += 1; set v_pause += 5s;"), "");
  EXPECT_EQ(FlowCodes("set v_words += [\"a\"];"), "MC3001:1");
  EXPECT_EQ(FlowCodes("set v_count += 1.5;"), "MC3001:1");
  EXPECT_EQ(FlowCodes("set v_text -= \"a\";"), "MC3045:1");
  EXPECT_EQ(FlowCodes("set v_flag += true;"), "MC3045:1");
  EXPECT_EQ(FlowCodes("set l_words -= \"a\";"), "MC3043:1");
}

TEST(Set, FactsSayWhereAndWhat) {
  const auto checked = CheckFiles(
      {{"main.flow",
        "mesh t; record R { a: int; b: float; } envelope T { var r: R; } flow f on T { set r.b = 1; }"}});
  const auto& set = static_cast<const syntax::SetStatement&>(
      *checked.program.flows[FlowId{0}].declaration->body.statements[0]);
  const SetFacts& facts = checked.program.FactsOf(set);
  EXPECT_EQ(facts.field, 0U);
  EXPECT_EQ(facts.path, std::vector<std::uint32_t>{1});
  EXPECT_FALSE(facts.append);
  EXPECT_TRUE(checked.program.FactsOf(*set.value).to_float);
}

TEST(Match, CoversAllValues) {
  EXPECT_EQ(FlowCodes("match tone { calm, neutral => p; angry => { } }"), "");
  EXPECT_EQ(FlowCodes("match tone { Tone.calm => p; _ => p; }"), "");
  EXPECT_EQ(FlowCodes("match tone { calm => p; }"), "MC4001:1");
  EXPECT_EQ(FlowCodes("match flag { true => p; false => p; }"), "");
  EXPECT_EQ(FlowCodes("match flag { true => p; }"), "MC4001:1");
  EXPECT_EQ(FlowCodes("match answer { text => p; number => p; }"), "");
  EXPECT_EQ(FlowCodes("match answer { text => p; }"), "MC4001:1");
  EXPECT_EQ(FlowCodes("match count { 1 => p; -2 => p; _ => p; }"), "");
  EXPECT_EQ(FlowCodes("match count { 1 => p; }"), "MC4001:1");
  EXPECT_EQ(FlowCodes("match text { \"a\" => p; }"), "MC4001:1");
  EXPECT_EQ(FlowCodes("match country { at => p; de => p; }"), "MC4001:1");
  EXPECT_EQ(FlowCodes("match country { at => p; de => p; _ => p; }"), "");
  EXPECT_EQ(FlowCodes("match maybe ?? \"\" { \"a\" => p; _ => p; }"), "");
}

TEST(Match, PatternsFitTheSubject) {
  EXPECT_EQ(FlowCodes("match tone { clam => p; _ => p; }"), "MC2024:1");
  EXPECT_EQ(FlowCodes("match answer { txt => p; _ => p; }"), "MC2023:1");
  EXPECT_EQ(FlowCodes("match count { \"a\" => p; _ => p; }"), "MC3001:1");
  EXPECT_EQ(FlowCodes("match text { calm => p; _ => p; }"), "MC3001:1");
  EXPECT_EQ(FlowCodes("match tone { Country.at => p; _ => p; }"), "MC3001:1");
  EXPECT_EQ(FlowCodes("match level { 11 => p; _ => p; }"), "MC3014:1");
  EXPECT_EQ(FlowCodes("match score { _ => p; }"), "MC3046:1");
  EXPECT_EQ(FlowCodes("match nope { a => p; }"), "MC2032:1");
}

TEST(Match, ArmsAreTakenOnce) {
  EXPECT_EQ(FlowCodes("match count { 1 => p;\n 1 => p; _ => p; }"), "MC4004:2");
  EXPECT_EQ(FlowCodes("match count { _ => p;\n 1 => p; }"), "MC4003:2");
  EXPECT_EQ(FlowCodes("match flag { true => p; false => p;\n _ => p; }"), "MC5009:2");
  EXPECT_EQ(FlowCodes("match flag { true => p; _ => p;\n _ => p; }"), "MC4003:2");
}

TEST(Route, EveryLabelHasOneArm) {
  EXPECT_EQ(FlowCodes("route choose { left => p; right => { } }"), "");
  EXPECT_EQ(FlowCodes("route choose(text: \"a\") { left, right => p; }"), "");
  EXPECT_EQ(FlowCodes("route choose { left => p; }"), "MC4002:1");
  EXPECT_EQ(FlowCodes("route choose { left => p; left => p; right => p; }"), "MC4004:1");
  EXPECT_EQ(FlowCodes("route choose { left => p; rihgt => p; }"), "MC2027:1");
  EXPECT_EQ(FlowCodes("route choose { left => p; right => p; up => p; }"), "MC2027:1");
}

TEST(Loops, AreBounded) {
  EXPECT_EQ(
      FlowCodes("while flag max 3 { p; } repeat max 3 { p; } until flag else { p; } loop max 3 { break; }"),
      "");
  EXPECT_EQ(FlowCodes("while flag max 1_000_000 { p; }"), "");
  EXPECT_EQ(FlowCodes("while flag max 1_000_001 { p; }"), "MC3031:1");
  EXPECT_EQ(FlowCodes("loop max 0 { break; }"), "MC3031:1");
  EXPECT_EQ(FlowCodes("while count max 3 { p; }"), "MC3002:1");
  EXPECT_EQ(FlowCodes("repeat max 3 { p; } until count;"), "MC3002:1");
}

TEST(Loops, NeedAMax) { EXPECT_EQ(FlowCodes("while flag { p; }"), "MC4009:1"); }

TEST(Jumps, StayInTheirPlaces) {
  EXPECT_EQ(FlowCodes("while flag max 3 { if flag { break; } else { continue; } } return;"), "");
  EXPECT_EQ(FlowCodes("break;"), "MC4005:1");
  EXPECT_EQ(FlowCodes("continue;"), "MC4005:1");
  EXPECT_EQ(FlowCodes("while flag max 3 { } else { break; }"), "MC4005:1");
  EXPECT_EQ(FlowCodes("while flag max 3 { while flag max 2 { } else { break; } }"), "");
  EXPECT_EQ(FlowCodes("try { p; } finally { return; }"), "MC4006:1");
  EXPECT_EQ(FlowCodes("while flag max 3 { try { p; } finally { break; } }"), "MC4006:1");
  EXPECT_EQ(FlowCodes("try { p; } finally { while flag max 3 { break; } }"), "");
  EXPECT_EQ(FlowCodes("try { while flag max 3 { try { break; } finally { p; } } } on any { return; }"), "");
  EXPECT_EQ(FlowCodes("try { p; } finally { raise odd(\"x\"); }"), "");
}

TEST(Try, Clauses) {
  EXPECT_EQ(FlowCodes("try { raises_odd; } on odd as e { set v_text = e.name + e.message + e.actor; }"), "");
  EXPECT_EQ(FlowCodes("try { p; } on nope { }"), "MC2017:1");
  EXPECT_EQ(FlowCodes("try { p; } on unroutable { }"), "MC4010:1");
  EXPECT_EQ(FlowCodes("try { p; } on odd, odd { }"), "MC5008:1");
  EXPECT_EQ(FlowCodes("try { p; } on odd as e { set v_text = e; }"), "MC3035:1");
  EXPECT_EQ(FlowCodes("try { p; } on odd as e { set v_text = e.nmae; }"), "MC2022:1");
  EXPECT_EQ(FlowCodes("try { p; } on odd as e { } set v_text = e.name;"), "MC2032:1");
}

TEST(Try, DetailHasTheFieldsOfTheOneError) {
  EXPECT_EQ(
      FlowCodes("try { p; } on broken as e { set v_count = e.detail.code; set v_text = e.detail.hint; }"),
      "");
  EXPECT_EQ(FlowCodes("try { p; } on broken as e { set v_text = e.detail.nope; }"), "MC2022:1");
  EXPECT_EQ(FlowCodes("try { p; } on broken, odd as e { set v_count = int(e.detail.code); }"), "");
  EXPECT_EQ(FlowCodes("try { p; } on broken, odd as e { set v_count = e.detail.code; }"), "MC3001:1");
}

TEST(Try, NeedsSomethingBehindIt) { EXPECT_EQ(FlowCodes("try { p; }"), "MC4011:1"); }

TEST(Raise, GivesAllFields) {
  EXPECT_EQ(FlowCodes("raise odd(\"m\");"), "");
  EXPECT_EQ(FlowCodes("raise odd;"), "");
  EXPECT_EQ(FlowCodes("raise broken(\"m\") { code: 3 };"), "");
  EXPECT_EQ(FlowCodes("raise broken { code: 3, hint: text };"), "");
  EXPECT_EQ(FlowCodes("raise broken(\"m\");"), "MC3027:1");
  EXPECT_EQ(FlowCodes("raise broken { code: \"a\" };"), "MC3001:1");
  EXPECT_EQ(FlowCodes("raise broken { cod: 3 };"), "MC2022:1");
  EXPECT_EQ(FlowCodes("raise odd(3);"), "MC3001:1");
  EXPECT_EQ(FlowCodes("raise any(\"m\");"), "MC3028:1");
  EXPECT_EQ(FlowCodes("raise timeout(\"m\");"), "");
  EXPECT_EQ(FlowCodes("raise nope(\"m\");"), "MC2017:1");
}

TEST(Raise, AgainOnlyInClauses) {
  EXPECT_EQ(FlowCodes("raise;"), "MC4008:1");
  EXPECT_EQ(FlowCodes("try { raises_odd; } on odd { raise; }"), "");
  EXPECT_EQ(FlowCodes("try { raises_odd; } on odd { } finally { raise; }"), "MC4008:1");
}

TEST(Await, StoresAValueInAField) {
  EXPECT_EQ(FlowCodes("await approval: string into label timeout 1h else { p; }"), "");
  EXPECT_EQ(FlowCodes("await approval: string into v_text timeout 1h;"), "");
  EXPECT_EQ(FlowCodes("await approval: int into once_maybe timeout 1h;"), "");
  EXPECT_EQ(FlowCodes("await approval: int into label timeout 1h;"), "MC3001:1");
  EXPECT_EQ(FlowCodes("await approval: int into v_score timeout 1h;"), "MC3001:1");
  EXPECT_EQ(FlowCodes("await approval: int? into number timeout 1h;"), "MC3001:1");
  EXPECT_EQ(FlowCodes("await approval: string into text timeout 1h;"), "MC3042:1");
  EXPECT_EQ(FlowCodes("await approval: string into l_words timeout 1h;"), "MC3043:1");
  EXPECT_EQ(FlowCodes("await approval: string into labl timeout 1h;"), "MC2021:1");
  EXPECT_EQ(FlowCodes("await approval: strin into label timeout 1h;"), "MC2015:1");
  EXPECT_EQ(FlowCodes("await approval: string into label timeout 0s;"), "MC3032:1");
  EXPECT_EQ(FlowCodes("await approval: string into label timeout 1h else { nope; }"), "MC2018:1");
}

TEST(Await, FactsSayTypeFieldAndTimeout) {
  const auto checked = CheckFiles(
      {{"main.flow",
        "mesh t; envelope T { x: int; y: string; } flow f on T { await a: string into y timeout 2s; }"}});
  ASSERT_EQ(checked.program.awaits.size(), 1U);
  EXPECT_EQ(checked.program.awaits[0].type,
            checked.program.declarations.types.Basic(types::TypeKind::kString));
  EXPECT_EQ(checked.program.awaits[0].field, 1U);
  EXPECT_EQ(checked.program.awaits[0].timeout_ns, 2'000'000'000);
}

}  // namespace
}  // namespace meshc::sema::test
