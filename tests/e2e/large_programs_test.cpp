// Programs as large and as odd as a generator makes them: a verdict within 2 GiB of memory and a
// minute of the processor's time, of which each takes a few seconds at most. That is work, not time: a
// busy machine changes nothing, and what grows with the square of the input does not keep it.
#include <gtest/gtest.h>

#include <algorithm>

#include "run_program.h"
#include "scratch.h"

namespace meshc::test {
namespace {

using std::to_string;

ProgramRun RunWithinLimits(const std::string& command, const std::string& text) {
  const ScratchFolder scratch("large_program");
  WriteFile(scratch / "large.flow", text);
// A sanitizer's own memory counts too.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  const std::string limits = "ulimit -t 600; ";
#else
  const std::string limits = "ulimit -v 2097152; ulimit -t 60; ";
#endif
  const std::string script = limits + "exec \"$0\" " + command + " \"$1\"";
  const ProgramRun run = RunProgram({"sh", "-c", script, Meshc(), scratch / "large.flow"});
  EXPECT_EQ(run.signal, 0) << command;
  return run;
}

ProgramRun CheckText(const std::string& text) { return RunWithinLimits("check", text); }

/// The exit code of `meshc check`.
int CheckWithinLimits(const std::string& text) { return CheckText(text).exit_code; }

/// `line` so often, each `#` in it replaced by the number.
std::string Lines(int count, const std::string& line) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    for (const char c : line) text += c == '#' ? to_string(i) : std::string(1, c);
    text += '\n';
  }
  return text;
}

TEST(LargePrograms, ManyErrorsThatEscapeManyCalls) {
  EXPECT_EQ(
      CheckWithinLimits("mesh t; error r recoverable;\n" + Lines(1500, "error e#: r;") +
                        "envelope E { in n: int; }\nprocessor a(n: int) { raises r; }\nflow f on E {\n" +
                        Lines(1500, "a;") + "}\n"),
      0);
}

TEST(LargePrograms, ManyDuplicates) {
  EXPECT_EQ(CheckWithinLimits("mesh t;\n" + Lines(20'000, "record R { a: int; }")), 1);
}

TEST(LargePrograms, ADeepHierarchyOfErrorsWithFields) {
  std::string text = "mesh t; error e0 recoverable { f0: int; }\n";
  for (int i = 1; i < 3000; ++i) {
    text += "error e" + to_string(i) + ": e" + to_string(i - 1) + " { f" + to_string(i) + ": int; }\n";
  }
  EXPECT_EQ(CheckWithinLimits(text), 1);
}

TEST(LargePrograms, AMistakeAtTheEndOfALongPathManyTimes) {
  EXPECT_EQ(CheckWithinLimits("mesh t; envelope E { in n: int; x: int; }\nprocessor a(n: int) -> (x: int);\n"
                              "flow f on E {\n" +
                              Lines(20'000, "a;") + "}\n"),
            1);
}

TEST(LargePrograms, ManyIdleClauses) {
  const std::string head = "mesh t; error e recoverable; envelope E { in n: int; }\nprocessor a(n: int);\n";
  EXPECT_EQ(CheckWithinLimits(head + "flow f on E {\n" + Lines(30'000, "try { a; } on e { a; }") + "}\n"), 1);
  EXPECT_EQ(CheckWithinLimits(head + Lines(30'000, "error e#: e;") + "flow f on E { try { a; }\n" +
                              Lines(30'000, "on e# { }") + "}\n"),
            1);
}

TEST(LargePrograms, ManyDeadStatements) {
  EXPECT_EQ(CheckWithinLimits("mesh t; envelope E { in n: int; }\nprocessor a(n: int);\nflow f on E {\n" +
                              Lines(40'000, "if n > # { return; a; }") + "}\n"),
            1);
}

TEST(LargePrograms, LongFlatChains) {
  const std::string head =
      "mesh t; envelope E { in n: int; in b: bool; in j: json; out r: int; out s: bool; }\nflow f on E {\n";
  const auto chain = [](const std::string& first, const std::string& link) {
    std::string text = first;
    for (int i = 0; i < 100'000; ++i) text += link;
    return text;
  };
  EXPECT_EQ(CheckWithinLimits(head + "set r = " + chain("n", " + n") + "; set s = " + chain("b", " && b") +
                              ";\nif " + chain("n == 1", " || n == 2") + " { } if " + chain("j", ".a") +
                              " == " + chain("j", "[0]") + " { } }\n"),
            0);
}

TEST(LargePrograms, ManyStepsInADeepBlock) {
  std::string open;
  for (int i = 0; i < 900; ++i) open += "loop max 2 {";
  EXPECT_EQ(CheckWithinLimits("mesh t; envelope E { in n: int; }\nprocessor a(n: int);\nflow f on E {\n" +
                              open + Lines(250'000, "a;") + "break;" + std::string(900, '}') + "}\n"),
            0);
}

TEST(LargePrograms, ALongPatternAroundManySteps) {
  EXPECT_EQ(
      CheckWithinLimits("mesh t; envelope E { in s: string; }\nprocessor a(s: string);\nflow f on E {\n" +
                        ("match s { \"" + std::string(500'000, 'x') + "\" => {") + Lines(100'000, "a;") +
                        "} _ => ; } }\n"),
      0);
}

TEST(LargePrograms, ManyFieldsInEnvelopes) {
  const auto text = [](int fields, int steps) {
    return "mesh t; envelope E { in n: int;\n" + Lines(fields, "in f#: int;") +
           Lines(fields / 2, "x#: int;") + "}\nprocessor a(n: int);\nflow f on E {\n" +
           Lines(fields / 2, "set x# = n;") + Lines(steps, "a;") + "}\n";
  };
  EXPECT_EQ(CheckWithinLimits(text(2'000, 150'000)), 0);
  EXPECT_EQ(CheckWithinLimits(text(30'000, 10)), 1);
}

/// 50 lines with five actors and a flow that uses them.
constexpr const char* kDomain = R"(
/// The order of domain #.
record Order# {
  id: string(1..40);
  amount: int(0..1000000);
  note: string?;
  currency: string = "EUR";
  tags: [string](..20);
}
enum Kind# { small, medium, large }
envelope Work# {
  in order: Order#;
  kind: Kind#;
  var draft: string = "";
  log scores: float;
  out reply: string;
}
error broken# recoverable { code: int = 0; }
error busy# retriable;
processor classify#(order: Order#) -> (kind: Kind#) {
  raises busy#;
  timeout 10s;
  retry 3 backoff exponential 1s..30s jitter;
}
processor write#(draft: string?) -> (draft: string) { raises broken#; }
processor judge#(draft: string) -> (score: float);
processor publish#(draft: string) -> (reply: string);
router triage#(kind: Kind#) -> { fast, slow };
flow work# on Work# sla 20m {
  classify#;
  if order.amount > 100 && len(order.tags) < 5 {
    set draft = "large " + (order.note ?? "");
  } else {
    set draft = "small";
  }
  route triage# {
    fast => publish#;
    slow => {
      repeat max 3 {
        write# -> judge# as { score: scores };
      } until scores[len(scores) - 1] >= 0.8;
      parallel {
        publish#;
        tap judge#;
      }
    }
  }
} on broken#, busy#, loop_exhausted {
  set reply = draft;
})";

TEST(LargePrograms, AMillionSteps) {
  EXPECT_EQ(CheckWithinLimits("mesh t; envelope E { in n: int; }\nprocessor a(n: int);\nflow f on E {\n" +
                              Lines(1'000'000, "a;") + "}\n"),
            0);
}

// A sanitizer's own memory counts too, so there meshc sets no limit of its own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Sixteen MiB of the shortest statements: more than fits, which is said and is no crash.
TEST(LargePrograms, SixteenMebibytesOfStepsEndWithAFinding) {
  const ScratchFolder scratch("too_much_memory");
  std::string text = "mesh t;\nenvelope E { in n: int; }\nprocessor a(n: int);\nflow f on E {\n";
  while (text.size() + 5 < 16U << 20U) text += "a;\n";
  WriteFile(scratch / "large.flow", text + "}\n");
  for (const char* command : {"check", "fmt"}) {
    const ProgramRun run = RunProgram({Meshc(), command, scratch / "large.flow"});
    EXPECT_EQ(run.exit_code, 1) << command;
    EXPECT_EQ(run.err.find("error[MC0007]"), 0U) << run.err.substr(0, 400);
    EXPECT_LT(run.peak_kib, 2 << 20U) << command;
  }
  EXPECT_EQ(ReadFile(scratch / "large.flow"), text + "}\n");
}

TEST(LargePrograms, TheLimitOfMeshcIsNotThatOfTheHostsThatItStarts) {
  const ScratchFolder scratch("limit_of_hosts");
  WriteFile(scratch / "m.flow", "mesh t; envelope E { in n: int; } flow f on E { }\n");
  WriteFile(scratch / "host", "#!/bin/sh\nulimit -d >> \"$0.limit\"\nexit 1\n");
  RunProgram({"chmod", "+x", scratch / "host"});
  RunProgram({Meshc(), "run", scratch / "m.flow", "--host", scratch / "host"});
  EXPECT_EQ(ReadFile(scratch / "host.limit"), RunProgram({"sh", "-c", "ulimit -d"}).out);
}
#endif

TEST(LargePrograms, ManyErrorsWithinTries) {
  std::string raised = "e0";
  for (int i = 1; i < 5'000; ++i) raised += ", e" + to_string(i);
  const std::string head = "mesh t; envelope E { in n: int; }\n" + Lines(5'000, "error e# recoverable;") +
                           "processor a(n: int) { raises " + raised + "; }\nflow f on E {\n";
  EXPECT_EQ(CheckWithinLimits(head + Lines(12'000, "try { a; } on any { }") + "}\n"), 0);
  const ProgramRun run = CheckText(head + Lines(5'000, "try { a; } on e# { } finally { }") + "}\n");
  EXPECT_EQ(run.exit_code, 0);
  // Each warning names a few errors and says how many more there are.
  EXPECT_LT(run.err.size(), 5'000U * 1'000);
}

TEST(LargePrograms, FourThousandFieldsCompile) {
  const std::string text = "mesh t;\nenvelope E { in n: int;\n" + Lines(4'000, "f#: int;") +
                           "}\nprocessor a(n: int);\nflow f on E {\n" + Lines(4'000, "set f# = n;\na;") +
                           "}\n";
  EXPECT_EQ(RunWithinLimits("compile -o \"$1.out\"", text).exit_code, 0);
}

TEST(LargePrograms, SixteenThousandFlowsWithAPictureEach) {
  const std::string text =
      "mesh t; envelope E { in n: int; }\nprocessor a(n: int);\n" + Lines(16'000, "flow f# on E { a; }");
  EXPECT_EQ(RunWithinLimits("compile --only graph -o \"$1.out\"", text).exit_code, 0);
}

TEST(LargePrograms, AMisspeltNameOf200000Letters) {
  const std::string name(200'000, 'x');
  EXPECT_EQ(CheckWithinLimits("mesh t; envelope E { in " + name +
                              ": int; }\nprocessor a(n: int);\nflow f on E { a(n: " + name + "y); }\n"),
            1);
}

TEST(LargePrograms, LongChainsInEveryCommand) {
  const auto flow = [](const std::string& body) {
    return "mesh t; envelope E { in n: int; in j: json; out r: int; }\nprocessor a(n: int);\nflow f on E { "
           "set r = 1; " +
           body + " }\n";
  };
  const auto chain = [](const std::string& first, const std::string& link) {
    std::string text = first;
    for (int i = 0; i < 200'000; ++i) text += link;
    return text;
  };
  const std::string programs[] = {
      flow("if " + chain("j", ".a") + " == null { }"), flow("if " + chain("j", "[0]") + " == null { }"),
      flow("if n == " + chain("n", " + n - n") + " { }"), flow(chain("a", " -> a") + ";"),
      flow(chain("if n == 1 { }", " else if n == 2 { }"))};
  for (const std::string& program : programs) {
    for (const char* command : {"check", "check --report", "fmt --check"}) {
      EXPECT_LE(RunWithinLimits(command, program).exit_code, 1) << command << " " << program.substr(100, 80);
    }
  }
}

TEST(LargePrograms, AMeshOfFiveThousandActorsTakesLessThanAGibibyte) {
  constexpr int kDomains = 1000;
  const std::string text = "mesh t;\n" + Lines(kDomains, kDomain);
  EXPECT_GE(std::count(text.begin(), text.end(), '\n'), 50'000);
  const ProgramRun run = CheckText(text);
  EXPECT_EQ(run.exit_code, 0) << run.err.substr(0, 2000);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(run.peak_kib, 1024 * 1024);
#endif
}

}  // namespace
}  // namespace meshc::test
