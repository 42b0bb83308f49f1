#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

/// A record with these members, used so that nothing else is reported.
std::string Members(const std::string& members, const std::string& declarations = "") {
  return CodesOf("mesh t; record R { " + members + " } " + declarations +
                 " envelope T { in x: R; } processor p(x: R); flow f on T { p; }");
}

/// An envelope with these fields.
std::string Fields(const std::string& fields) {
  const std::string codes = CodesOf("mesh t; enum Tone { calm, angry } envelope T { " + fields +
                                    " } processor p(); flow f on T { p; }");
  return codes.find("MC500") == 0 ? "" : codes;
}

TEST(Types, Constraints) {
  EXPECT_EQ(
      Members(
          "a: int(1..10); b: float(0..1.5); c: string(1..4000); d: string(pattern \"a+\"); e: [int](..50);"),
      "");
  EXPECT_EQ(Members("a: int(10..1);"), "MC3016:1");
  EXPECT_EQ(Members("a: float(1.5..1);"), "MC3016:1");
  EXPECT_EQ(Members("a: bool(0..1);"), "MC3017:1");
  EXPECT_EQ(Members("a: int(pattern \"a\");"), "MC3017:1");
  EXPECT_EQ(Members("a: L(1..2);", "type L = int(1..3);"), "MC3017:1");
  EXPECT_EQ(Members("a: L(1..2);", "type L = int;"), "");
  EXPECT_EQ(Members("a: string(pattern \"(\");"), "MC3018:1");
  EXPECT_EQ(Members("a: int(1.5..2);"), "MC3019:1");
  EXPECT_EQ(Members("a: string(-1..2);"), "MC3019:1");
  EXPECT_EQ(Members("a: int(-5..-1);"), "");
}

TEST(Types, RecursionGoesThroughListsMapsAndOptionals) {
  EXPECT_EQ(Members("a: R?; b: [R]; c: {R};"), "");
  EXPECT_EQ(Members("a: R;"), "MC3020:1");
  EXPECT_EQ(Members("a: S;", "record S { b: R; }"), "MC3020:1");
  EXPECT_EQ(Members("a: U;", "union U { r: R; n: int; }"), "MC3020:1");
}

TEST(Types, AliasesDoNotDefineEachOther) {
  EXPECT_EQ(Members("a: A;", "type A = [B]; type B = {A};"), "MC3021:1");
  EXPECT_EQ(Members("a: A;", "type A = [B]; type B = C?; type C = int;"), "");
}

TEST(Types, LongChainsOfAliasesAreFine) {
  std::string text = "mesh t; envelope T { in x: A0; } processor p(x: int); flow f on T { p; }";
  for (int i = 0; i < 20000; ++i)
    text += "type A" + std::to_string(i) + " = A" + std::to_string(i + 1) + ";\n";
  EXPECT_EQ(CodesOf(text + "type A20000 = int;"), "");
}

TEST(Types, Defaults) {
  EXPECT_EQ(Members("a: int = 3; b: float = 2; c: [float] = [1, 2.5]; d: {int} = { x: 1 }; e: duration = 5s; "
                    "f: int? = null;"),
            "");
  EXPECT_EQ(
      Members("a: int = 2 + 3 * 4; b: string = \"a\" + \"b\"; c: float = 1 + 0.5; d: duration = 1m + 1s;"),
      "");
  EXPECT_EQ(Members("a: int = \"x\";"), "MC3001:1");
  EXPECT_EQ(Members("a: int = len(\"x\");"), "MC3022:1");
  EXPECT_EQ(Members("a: int = b; b: int = 3;"), "MC3022:1");
  EXPECT_EQ(Members("a: int = 9223372036854775807 + 1;"), "MC3070:1");
  EXPECT_EQ(Members("a: int(1..3) = 4;"), "MC3014:1");
  EXPECT_EQ(Members("a: int(1..3) = 2 + 2;"), "MC3014:1");
  EXPECT_EQ(Members("a: string(pattern \"a+\") = \"b\";"), "MC3014:1");
  EXPECT_EQ(Members("a: [int](..1) = [1, 2];"), "MC3014:1");
  EXPECT_EQ(Members("a: Tone = calm; b: Tone = Tone.angry;", "enum Tone { calm, angry }"), "");
  EXPECT_EQ(Members("a: Tone = clam;", "enum Tone { calm, angry }"), "MC2024:1");
  EXPECT_EQ(Members("a: S = { n: 1 };", "record S { n: int; m: int = 4; o: int?; }"), "");
  EXPECT_EQ(Members("a: S = { };", "record S { n: int; }"), "MC3010:1");
}

TEST(Types, DefaultsOfLeftOutMembersAreFilledIn) {
  const auto checked =
      CheckFiles({{"main.flow", "mesh t; record A { b: B = { }; } record B { n: int = 7; o: int?; }"}});
  const auto& record = checked.program.declarations.records[types::RecordId{0}];
  ASSERT_TRUE(record.members[0].default_value);
  ASSERT_EQ(record.members[0].default_value->children.size(), 2U);
  EXPECT_EQ(record.members[0].default_value->children[0], types::Constant::Int(7));
  EXPECT_EQ(record.members[0].default_value->children[1], types::Constant::Null());
}

TEST(Types, LongSumsInDefaultsAreFine) {
  std::string sum = "1";
  for (int i = 0; i < 900; ++i) sum += "+1";
  EXPECT_EQ(Members("a: int = " + sum + ";"), "");
}

TEST(Types, FieldModes) {
  EXPECT_EQ(Fields("in a: int = 1; var b: int = 2; in var c: int = 3; out in d: int; var in out e: int;"),
            "");
  EXPECT_EQ(Fields("a: int = 1;"), "MC3023:1");
  EXPECT_EQ(Fields("out a: int = 1;"), "MC3023:1");
  EXPECT_EQ(Fields("log a: int = 1;"), "MC3023:1");
  EXPECT_EQ(Fields("var log a: int;"), "MC3024:1");
  EXPECT_EQ(Fields("log in a: int;"), "MC3024:1");
  EXPECT_EQ(Fields("in in a: int;"), "MC3011:1");
}

TEST(Types, LogFieldsAreLists) {
  const auto checked = CheckFiles({{"main.flow", "mesh t; envelope T { log a: int; }"}});
  const auto& field = checked.program.declarations.envelopes[EnvelopeId{0}].fields[0];
  EXPECT_EQ(types::PrintType(checked.program.declarations, field.type), "[int]");
}

TEST(Types, DefaultsHaveTheirPlace) {
  EXPECT_EQ(CodesOf("mesh t; union U { a: int = 1; }").find("MC3023"), 0U);
  EXPECT_EQ(CodesOf("mesh t; processor p() -> (a: int = 1);").find("MC3023"), 0U);
}

TEST(Types, Errors) {
  const auto codes = [](const std::string& declarations) {
    return CodesOf("mesh t; envelope T { } processor p() { raises e; } flow f on T { p; } " + declarations);
  };
  EXPECT_EQ(codes("error e recoverable;"), "");
  EXPECT_EQ(codes("error e;"), "MC3025:1");
  EXPECT_EQ(codes("error e: any;"), "MC3025:1");
  EXPECT_EQ(codes("error e: timeout;"), "");
  EXPECT_EQ(codes("error e: g; error g: e;"), "MC3026:1");
  EXPECT_EQ(codes("error e: e;"), "MC3026:1");
}

TEST(Types, ErrorsInheritClassAndFields) {
  const auto checked =
      CheckFiles({{"main.flow",
                   "mesh t; error child: parent { b: int; } error parent retriable { a: string = \"x\"; }"}});
  const auto& declarations = checked.program.declarations;
  const auto& child = declarations.errors[ErrorId{10}];
  EXPECT_EQ(child.name, "child");
  EXPECT_EQ(child.error_class, types::ErrorClass::kRetriable);
  ASSERT_EQ(child.fields.size(), 2U);
  EXPECT_EQ(child.fields[0].name, "a");
  EXPECT_TRUE(child.fields[0].default_value);
  ASSERT_TRUE(child.detail.has_value());
  const auto& detail = declarations.records[declarations.types[child.detail].record()];
  EXPECT_EQ(detail.name, "child.detail");
  EXPECT_EQ(detail.members.size(), 2U);
}

TEST(Types, Properties) {
  const auto codes = [](const std::string& properties) {
    return CodesOf(
        "mesh t; error odd recoverable; processor u(x: string, y: int); envelope T { in x: string; var y: "
        "int = 1; var z: int = 1; } "
        "policy gentle = retry 2; record R { x: string; } "
        "processor p(x: string, r: R?) -> (y: int) { raises odd; retry gentle; undo u; } processor q(x: "
        "string, r: R?, w: int = 1) -> (y: int) { raises odd; retry gentle; " +
        properties + " } flow f on T { p; q; set z = y; u; }");
  };
  EXPECT_EQ(codes(""), "");
  EXPECT_EQ(codes("timeout 10s; effect idempotent by r.x shared; undo u; concurrency 4;"), "");
  EXPECT_EQ(codes("timeout 0s;"), "MC3032:1");
  EXPECT_EQ(codes("timeout 999999999999d;"), "MC3032:1");
  EXPECT_EQ(codes("concurrency 0;"), "MC3031:1");
  EXPECT_EQ(codes("timeout 1s; timeout 2s;"), "MC3011:1");
  EXPECT_EQ(codes("raises odd;"), "MC3011:1");
  EXPECT_EQ(codes("raises any;"), "MC3028:1");
  EXPECT_EQ(codes("effect idempotent by nope;"), "MC2025:1");
  EXPECT_EQ(codes("effect idempotent by r.nope;"), "MC2022:1");
  EXPECT_EQ(codes("effect idempotent by x.nope;"), "MC3007:1");
}

TEST(Types, Retries) {
  const auto codes = [](const std::string& retry) {
    return CodesOf(
        "mesh t; error odd retriable; envelope T { } policy g = retry 2 on odd; processor p() { raises "
        "odd; " +
        retry + "; } processor q() { retry g; } flow f on T { p; q; }");
  };
  EXPECT_EQ(codes("retry 4 backoff exponential 1s..30s jitter on odd"), "");
  EXPECT_EQ(codes("retry 0"), "MC3031:1");
  EXPECT_EQ(codes("retry 2 backoff constant 0s"), "MC3032:1");
  EXPECT_EQ(codes("retry 2 backoff linear 30s..1s"), "MC3016:1");
  EXPECT_EQ(codes("retry 2 on odd, odd"), "MC3011:1");
  EXPECT_EQ(CodesOf("mesh t; policy a = retry 2; policy b = retry a; processor p() { retry b; } envelope T { "
                    "} flow f on T { p; }"),
            "MC3034:1");
}

TEST(Types, RoutersHaveNoEffect) {
  EXPECT_EQ(CodesOf("mesh t; envelope T { } processor p(); router r() -> { a } { effect idempotent; } flow f "
                    "on T { route r { a => p; } }"),
            "MC3029:1");
  EXPECT_EQ(CodesOf("mesh t; envelope T { } processor p(); router r() -> { a } { undo p; } flow f on T { "
                    "route r { a => p; } }"),
            "MC3029:1");
  EXPECT_EQ(CodesOf("mesh t; envelope T { } processor p(); router r() -> { a } { timeout 5s; retry 2; } flow "
                    "f on T { route r { a => p; } }"),
            "");
}

TEST(Types, UndoTakesWhatItsCallHad) {
  const auto codes = [](const std::string& undo) {
    return CodesOf("mesh t; envelope T { in x: string; out y: int; } processor u(" + undo +
                   "); processor p(x: string) -> (y: int) { undo u; } flow f on T { p; }");
  };
  EXPECT_EQ(codes("x: string, y: int"), "");
  EXPECT_EQ(codes("x: int"), "MC3030:1");
  EXPECT_EQ(codes("y: string"), "MC3030:1");
}

}  // namespace
}  // namespace meshc::sema::test
