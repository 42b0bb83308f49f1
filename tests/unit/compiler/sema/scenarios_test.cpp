#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

const std::string kScenarioMesh =
    R"(mesh t; enum Tone { calm, angry } open enum Land { at } record R { n: int(0..9); s: string?; }
union U { a: int; b: string; }
envelope T {
  in text: string; in tone: Tone = calm; in land: Land?; in when: timestamp?; in raw: bytes?; in long: duration?; in r: R?; in u: U?;
  in j: json?; in m: {int}?; in l: [float](..2)?; var score: float; var label: string;
}
error odd recoverable; error worse: odd; error other recoverable;
processor judge(text: string, tone: Tone) -> (score: float, label: string?) { raises odd; }
processor other_one(land: Land?, when: timestamp?, raw: bytes?, long: duration?, r: R?, u: U?, j: json?, m: {int}?, l: [float]?) { raises other; }
router pick(text: string) -> { left, right };
flow f on T { judge; other_one; route pick { left, right => { } } } on worse { } on odd { }
)";

/// Items of a scenario that gives what has to be given.
std::string Items(const std::string& items) {
  return CodesOf(kScenarioMesh.substr(0, kScenarioMesh.find('\n')) + " " +
                 [] {
                   std::string rest = kScenarioMesh.substr(kScenarioMesh.find('\n'));
                   for (char& c : rest)
                     if (c == '\n') c = ' ';
                   return rest;
                 }() +
                 " scenario \"s\" for f { given { text: \"a\" }; " + items + " }");
}

/// A scenario that gives this.
std::string Given(const std::string& given) {
  return CodesOf(kScenarioMesh + "scenario \"s\" for f { given { " + given + " }; }");
}

TEST(Scenarios, GivenSuppliesInputs) {
  EXPECT_EQ(Given("text: \"a\""), "");
  EXPECT_EQ(Given(""), "MC4020:12");
  EXPECT_EQ(CodesOf(kScenarioMesh + "scenario \"s\" for f { }"), "MC4020:12");
  EXPECT_EQ(Given("text: \"a\", score: 1.5"), "MC4021:12");
  EXPECT_EQ(Given("txt: \"a\""), "MC2021:12");
  EXPECT_EQ(Given("text: \"a\", text: \"b\""), "MC3011:12");
  EXPECT_EQ(Given("text: 3"), "MC3001:12");
}

TEST(Scenarios, InputIsWrittenAsInJsonOrAsInTheLanguage) {
  EXPECT_EQ(Given("text: \"a\", tone: angry"), "");
  EXPECT_EQ(Given("text: \"a\", tone: \"angry\", land: \"fr\", when: \"2024-05-01T12:00:00Z\", raw: "
                  "\"aGk=\", long: \"1.5s\""),
            "");
  EXPECT_EQ(Given("text: \"a\", tone: Tone.angry, long: 5s, r: { n: 3 }, u: { b: \"x\" }, m: { a: 1 }, l: "
                  "[1, 2.5], j: { a: [1, null, true, { }] }"),
            "");
  EXPECT_EQ(Given("text: \"a\", tone: \"angri\""), "MC2024:12");
  EXPECT_EQ(Given("text: \"a\", tone: text"), "MC2024:12");
  EXPECT_EQ(Given("text: \"a\", when: \"yesterday\""), "MC3014:12");
  EXPECT_EQ(Given("text: \"a\", raw: \"?\""), "MC3014:12");
  EXPECT_EQ(Given("text: \"a\", long: \"5m\""), "MC3014:12");
  EXPECT_EQ(Given("text: \"a\", r: { n: 10 }"), "MC3014:12");
  EXPECT_EQ(Given("text: \"a\", l: [1, 2, 3]"), "MC3014:12");
  EXPECT_EQ(Given("text: lower(\"A\")"), "MC3022:12");
}

TEST(Scenarios, GivenFiles) {
  const auto with = [](const std::string& json) {
    return CodesOfFiles({{"main.flow", kScenarioMesh + "scenario \"s\" for f { given file \"in.json\"; }"},
                         {"in.json", json}});
  };
  EXPECT_EQ(
      with(
          R"({"text": "a", "tone": "angry", "when": "2024-05-01T12:00:00+02:00", "r": {"n": 3}, "u": {"a": 1}, "j": [1, {"x": null}], "m": {"k": 2}, "l": [1]})"),
      "");
  EXPECT_EQ(with(R"({"tone": "angry"})"), "MC4020:12");
  EXPECT_EQ(with("{"), "MC4022:12");
  EXPECT_EQ(with("[]"), "MC4022:12");
  EXPECT_EQ(with(R"({"text": 3})"), "MC4022:12");
  EXPECT_EQ(with(R"({"text": "a", "tone": "x"})"), "MC4022:12");
  EXPECT_EQ(with(R"({"text": "a", "score": 1})"), "MC4022:12");
  EXPECT_EQ(with(R"({"text": "a", "r": {"n": 10}})"), "MC4022:12");
  EXPECT_EQ(with(R"({"text": "a", "r": {"n": 1, "x": 1}})"), "MC4022:12");
  EXPECT_EQ(with(R"({"text": "a", "j": )" + std::string(100000, '[') + std::string(100000, ']') + "}"),
            "MC4022:12");
  EXPECT_EQ(CodesOf(kScenarioMesh + "scenario \"s\" for f { given file \"nope.json\"; }"), "MC4022:12");
}

TEST(Scenarios, GivenBecomesConstants) {
  const auto checked = CheckFiles(
      {{"main.flow",
        kScenarioMesh +
            "scenario \"s\" for f { given { when: \"1970-01-01T00:00:01Z\", text: \"a\", r: { n: 1 } }; }"}});
  ASSERT_EQ(checked.program.scenarios.size(), 1U);
  const auto& given = checked.program.scenarios[0].given;
  ASSERT_EQ(given.size(), 3U);
  EXPECT_EQ(given[0].second, types::Constant::String("a"));
  EXPECT_EQ(given[1].second.kind, types::ConstantKind::kTimestamp);
  EXPECT_EQ(given[1].second.integer, 1);
  EXPECT_EQ(given[2].second.children.size(), 2U);
}

TEST(Scenarios, StubsReturnRaiseAndChoose) {
  EXPECT_EQ(Items("stub judge returns { score: 1, label: \"x\" } then { score: 0.5 } then raises odd(\"m\") "
                  "times 2; stub pick chooses left then right;"),
            "");
  EXPECT_EQ(Items("stub judge returns { scor: 1 };"), "MC2026:1");
  EXPECT_EQ(Items("stub judge returns { score: \"x\" };"), "MC3001:1");
  EXPECT_EQ(Items("stub judge chooses left;"), "MC4023:1");
  EXPECT_EQ(Items("stub pick returns { };"), "MC4023:1");
  EXPECT_EQ(Items("stub pick chooses up;"), "MC2027:1");
  EXPECT_EQ(Items("stub judge raises worse; stub judge raises timeout; stub judge raises crash; stub pick "
                  "raises contract_violation;"),
            "");
  EXPECT_EQ(Items("stub judge raises other;"), "MC4024:1");
  EXPECT_EQ(Items("stub judge raises cancelled;"), "MC4024:1");
  EXPECT_EQ(Items("stub judge raises nope;"), "MC2017:1");
  EXPECT_EQ(Items("stub nope returns { };"), "MC2018:1");
  EXPECT_EQ(Items("stub f returns { };"), "MC2031:1");
  EXPECT_EQ(Items("stub judge returns { score: 1 } takes 5s times 2;"), "");
  EXPECT_EQ(Items("stub judge returns { score: 1 } times 0;"), "MC3031:1");
  EXPECT_EQ(Items("stub judge returns { score: 1 } takes 0s;"), "MC3032:1");
}

TEST(Scenarios, StubConditionsReadParams) {
  EXPECT_EQ(Items("stub judge when text == \"a\" && tone == calm returns { score: 1 };"), "");
  EXPECT_EQ(Items("stub judge when label == \"a\" returns { score: 1 };"), "MC2025:1");
  EXPECT_EQ(Items("stub judge when text returns { score: 1 };"), "MC3002:1");
}

TEST(Scenarios, Expectations) {
  EXPECT_EQ(Items("expect visits judge, other_one, pick; expect outcome failed odd; expect score == 0.5; "
                  "expect absent label; expect hops <= 4;"),
            "");
  EXPECT_EQ(Items("expect visits none; expect outcome succeeded; expect tone == angry;"), "");
  EXPECT_EQ(Items("expect visits judg;"), "MC2018:1");
  EXPECT_EQ(Items("expect visits f;"), "MC4025:1");
  EXPECT_EQ(Items("expect outcome failed nope;"), "MC2017:1");
  EXPECT_EQ(Items("expect score;"), "MC3002:1");
  EXPECT_EQ(Items("expect scor == 1;"), "MC2032:1");
  EXPECT_EQ(Items("expect absent nope;"), "MC2021:1");
  EXPECT_EQ(Items("expect outcome succeeded; expect outcome succeeded;"), "MC4026:1");
  EXPECT_EQ(Items("expect score == 1; expect score == 1;"), "");
}

TEST(Scenarios, SignalsFitWhatIsAwaited) {
  const auto signal = [](const std::string& items) {
    return CodesOf(
        "mesh t; envelope T { grade: int(1..5); var note: string; } envelope U { out later: string; } "
        "flow f on T { await grade: int(1..5) into grade timeout 1h; parallel { g; tap h; } } "
        "flow g on T { await note: string into note timeout 1h; } "
        "flow h on U { await later: string into later timeout 1h; } "
        "flow apart on T { await never: int into grade timeout 1h; }\nscenario \"s\" for f { " +
        items + " }");
  };
  EXPECT_EQ(signal("signal grade 3; signal grade 4; signal note \"a\"; signal later \"b\";"), "");
  EXPECT_EQ(signal("signal grade 6;"), "MC3014:2");
  EXPECT_EQ(signal("signal grade \"a\";"), "MC3001:2");
  EXPECT_EQ(signal("signal grad 3;"), "MC2033:2");
  EXPECT_EQ(signal("signal never 3;"), "MC2033:2");
}

TEST(Scenarios, SignalsBecomeConstants) {
  const auto checked = CheckFiles({{"main.flow",
                                    "mesh t; envelope T { x: float; } flow f on T { await a: float into x "
                                    "timeout 1h; } scenario \"s\" for f { "
                                    "signal a 2; }"}});
  ASSERT_EQ(checked.program.scenarios.size(), 1U);
  ASSERT_EQ(checked.program.scenarios[0].signals.size(), 1U);
  EXPECT_EQ(checked.program.scenarios[0].signals[0].name, "a");
  EXPECT_EQ(checked.program.scenarios[0].signals[0].value.kind, types::ConstantKind::kFloat);
}

TEST(Scenarios, OfImportedFilesAreLeftOut) {
  const auto checked = CheckFiles(
      {{"main.flow", "mesh t; import \"a.flow\";"},
       {"a.flow",
        "envelope T { } processor p(); flow f on T { p; } scenario \"s\" for f { expect visits p; }"}});
  EXPECT_TRUE(checked.program.scenarios.empty());
  EXPECT_FALSE(checked.diagnostics.HasErrors());
}

}  // namespace
}  // namespace meshc::sema::test
