#include "tests/property/program/preamble.h"

namespace meshc::property {

const std::vector<std::string_view>& Preamble() {
  static const std::vector<std::string_view> kDeclarations = {
      "enum Mood { low, mid, high }",
      "record Pair { a: int; b: int = 7; }",
      "union Shape { circle: int; name: string; maybe: int?; }",
      "record Inner { y: int?; }",
      "record Outer { a: int; inner: Inner?; }",
      R"(envelope E {
  in i0: int = 3;
  in s0: string = "abc";
  in opt: int?;
  in shape: Shape?;
  in outer: Outer?;
  in marks: [int?] = [1, null, 3];
  in var n: int = 0;
  out var m: int = 1;
  var f: float = 1.5;
  out var t: string = "";
  var b: bool = false;
  var mood: Mood = mid;
  in var small: int(0..5) = 2;
  var xs: [int] = [1, 2];
  var ys: [int] = [];
  out var o: int?;
  var pair: Pair = { a: 1, b: 2 };
  var done: int = 0;
  log trace: int;
  log notes: string;
  q0: int;
  q1: int;
  q2: int;
  q3: int;
  once: int;
  gathered: [int];
  item0: int;
  item1: int;
  item2: int;
  item3: int;
  item4: int;
  item5: int;
  item6: int;
  item7: int;
  item8: int;
  item9: int;
  item10: int;
  item11: int;
})",
      R"(envelope F {
  out done: int;
  log notes: string;
  in s0: string;
  in var n: int;
  out var xs: [int] = [];
  in opt: int?;
  var o: int?;
  in i0: int = 5;
  var f: float = 0.5;
  out var m: int = 4;
  var t: string = "f";
  var b: bool = true;
  var mood: Mood = low;
  in var small: int(0..5) = 1;
  in shape: Shape?;
  in outer: Outer?;
  in marks: [int?] = [null, 2];
  var ys: [int] = [3];
  var pair: Pair = { a: 5 };
  log trace: int;
  q0: int;
  q1: int;
  item0: int;
  item1: int;
  item2: int;
  item3: int;
  item4: int;
  item5: int;
  item6: int;
  item7: int;
  item8: int;
  item9: int;
  item10: int;
  item11: int;
})",
      "error e0 recoverable;",
      "error e1: e0;",
      "error e2 retriable;",
      "error e3 fatal;",
      "error e4: e0 fatal { code: int = 1; }",
      "processor p_n(n: int) -> (n: int) { raises e0, e2; retry 2; }",
      "processor p_log(m: int) -> (v: int) { raises e0, e2; retry 3 on e2; }",
      "processor p_small(small: int(0..5)) -> (small: int(0..5)?) { raises e3; }",
      "processor p_text(t: string, o: int?) -> (t: string, o: int?) { raises e4; }",
      "processor p_pair(pair: Pair) -> (pair: Pair);",
      "processor p_value(i0: int) -> (v: int) { raises e1; timeout 9s; }",
      "processor p_word(s0: string, times: int = 2) -> (w: string) { timeout 5s; }",
      "processor p_none();",
      "processor p_mood(f: float, xs: [int]) -> (mood: Mood);",
      "processor p_list(xs: [int]) -> (ys: [int]) { timeout 4s; retry 2 on timeout; }",
      "processor p_element(element: int = 0, b: bool) -> (v: int) { raises e0; }",
      "processor p_maybe(x: int?) -> (v: int);",
      "processor p_mark(element: int?, times: int = 3) -> (o: int?) { raises e1; }",
      "processor p_once(m: int) -> (once: int) { raises e1; }",
      "processor b_one(n: int) -> (m: int) { raises e0, e2; undo u_one; }",
      "processor u_one(n: int, m: int) { raises e2; retry 2; }",
      "processor b_two(element: int = 4, t: string) -> (v: int, o: int?) { raises e1; retry 2; "
      "effect idempotent; undo u_two; }",
      "processor u_two(element: int?, v: int, o: int = 8, s0: string) -> (t: string) { raises e0; "
      "effect idempotent; }",
      "processor b_three() { raises e4; undo u_three; }",
      "processor u_three(trace: [int], xs: [int]);",
      "router r(n: int) -> { left, right, middle } { raises e1; }",
  };
  return kDeclarations;
}

const std::vector<StepForm>& Steps() {
  static const std::vector<StepForm> kSteps = {
      {"p_n", {kN}},
      {"p_n(n: $i)", {kN}},
      {"p_n(n: $i) as m", {kM}},
      {"p_log as { v: trace }", {}},
      {"p_log(m: $i) as trace", {}},
      {"p_log(m: $i) as trace retry 2", {}},
      {"p_small", {kSmall}},
      {"p_small(small: $k)", {kSmall}},
      {"p_text -> p_none", {kT, kO}, false},
      {"p_pair", {kPair}},
      {"p_value(i0: $i) as { v: m } retry 2", {kM}},
      {"p_word as { w: notes }", {}},
      {"p_mood(f: $f)", {kMood}},
      {"p_list", {kYs}},
      {"p_list(xs: $l) as { ys: xs }", {kXs}},
      {"p_element as trace", {}},
      {"p_element(element: $d, b: b) as trace", {}},
      {"p_maybe(x: $v) as trace", {}},
      {"p_mark", {kO}},
      {"p_mark(times: $d)", {kO}},
      {"p_element(b: true) as { v: _ } -> p_log(m: $i) as o", {kO}, false},
  };
  return kSteps;
}

const std::vector<StepForm>& UndoableSteps() {
  static const std::vector<StepForm> kSteps = {
      {"b_one", {kM}},
      {"b_one(n: $i) as trace", {}},
      {"b_two as { v: trace }", {kO}},
      {"b_two(t: $s) as { v: n, o: _ }", {kN}},
      {"b_three", {}},
      {"b_three -> b_one(n: $i) as { m: _ }", {}, false},
  };
  return kSteps;
}

const std::vector<StepForm>& TapSteps() {
  static const std::vector<StepForm> kSteps = {
      {"p_n", {}},    {"p_n(n: $i)", {}},      {"p_log(m: $i) retry 2", {}},
      {"p_text", {}}, {"p_value(i0: $i)", {}}, {"p_element", {}},
      {"b_one", {}},
  };
  return kSteps;
}

const std::vector<StepForm>& PlanSteps() {
  static const std::vector<StepForm> kSteps = {
      {"p_n", {kN}},       {"p_small", {kSmall}}, {"p_text", {kT, kO}},
      {"p_pair", {kPair}}, {"p_mood", {kMood}},   {"p_list", {kYs}},
      {"p_none", {}},      {"b_one", {kM}},       {"b_three", {}},
  };
  return kSteps;
}

const EnvelopeForm& EnvelopeE() {
  static const EnvelopeForm kForm = {
      "E",
      {kN, kM, kF, kT, kB, kMood, kSmall, kXs, kYs, kO, kPair, kDone},
      {{"m", OutField::Kind::kInt}, {"t", OutField::Kind::kText}, {"o", OutField::Kind::kInt}},
      {kM, kT, kO}};
  return kForm;
}

const EnvelopeForm& EnvelopeF() {
  static const EnvelopeForm kForm = {
      "F",
      {kN, kM, kF, kT, kB, kMood, kSmall, kXs, kYs, kO, kPair},
      {{"done", OutField::Kind::kInt}, {"xs", OutField::Kind::kInts}, {"m", OutField::Kind::kInt}},
      {kDone, kXs, kM}};
  return kForm;
}

}  // namespace meshc::property
