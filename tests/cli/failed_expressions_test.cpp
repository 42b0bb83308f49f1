// What a run says of an expression that fails: the expression, its point, and from the source its line.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/driver/compilation/compile.h"
#include "compiler/ir/mesh.h"
#include "mesh/route/expression_text.h"
#include "tests/support/memory_world.h"

namespace meshc::driver {
namespace {

/// The condition of the first `if` as it is read back from the route table.
std::string ReadBack(const std::string& condition, const std::string& around_begin = "",
                     const std::string& around_end = "") {
  source::MemoryFileSystem files;
  files.Put("m.flow",
            "mesh m; enum Tone { calm, angry } record R { n: int; t: Tone; next: R?; list: [int]; } union U "
            "{ a: R; b: int; }\n"
            "envelope E { in n: int; in x: float; in s: string; in xs: [int]; in r: R; in u: U; in j: json; "
            "in m: {int};"
            " in maybe: int?; in flag: bool; in rs: [R]; in d: duration; }\n"
            "error wrong recoverable { code: int; } processor p() { raises wrong; }\n"
            "flow f on E { try { p; } on wrong as e { if e.detail.code > 1 { } }\n" +
                around_begin + " if " + condition + " { raise crash(\"x\"); } " + around_end + " }");
  const auto c = Compile({"m.flow", {}, Stage::kTable}, files);
  EXPECT_TRUE(c->table) << condition;
  if (!c->table) return "";
  const auto table = c->table->View();
  std::string text;
  for (const auto& point : table.points) {
    const bool own = std::string(point.name).find("on") == std::string::npos;
    if (point.kind == mesh::contract::PointKind::kBranch && own)
      text = mesh::route::ExpressionText(table, point, point.program);
  }
  return text;
}

TEST(FailedExpressions, AreReadBackAsTheyStandInTheFlow) {
  for (const char* condition : {"n > 1",
                                "n + 1 * 2 == 7",
                                "(n + 1) * 2 == 7",
                                "n - (1 - n) > 0",
                                "xs[n] > 0",
                                "xs[len(xs) - 1] == 1",
                                "has(r.next) && r.next.list[0] == n",
                                "r.t == angry",
                                "flag && n > 1",
                                "flag || n > 1 && !flag",
                                "(flag || n > 1) && flag",
                                "!(n > 1)",
                                "(flag ? n : 3) > 1",
                                "maybe ?? n > 1",
                                "has(maybe)",
                                "has(r.next.t)",
                                "contains(s, \"a b\")",
                                "min(n, 1, 2) % 3 == 0",
                                "n in xs",
                                "\"k\" in m",
                                "m[\"k\"] > 0",
                                "j.a.b == \"x\"",
                                "d > 1.5s",
                                "-n < 0",
                                "x / 0.5 > 1.0",
                                "s + \"!\" == \"\"",
                                "int(s) > 1",
                                "flag"}) {
    EXPECT_EQ(ReadBack(condition), condition);
  }
}

TEST(FailedExpressions, NameElementsByTheirList) {
  EXPECT_EQ(ReadBack("r0.n / n > 1", "each r0 in rs {", "}"), "rs[*].n / n > 1");
}

TEST(FailedExpressions, OfAnyLengthAreShort) {
  std::string sum = "n";
  for (int i = 0; i < 3000; ++i) sum += " + n";
  EXPECT_LT(ReadBack(sum + " > 1").size(), 200U);
}

constexpr const char* kFailingFlow = R"(mesh m;
envelope E { in n: int; in ok: int = 1; var share: int = 0; }
processor p(share: int);
flow f on E {
  p;
  // A comment, so that the line is not the first one that comes to mind.
  set share = ok / n;
  p(share: 7 / n);
}
scenario "it divides" for f { given { n: 0 }; }
)";

TEST(FailedExpressions, AreShownWithTheirLineByTest) {
  test::MemoryWorld world;
  world.files.Put("m.flow", kFailingFlow);
  const auto outcome = world.Run({"test", "m.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.out.find("division by zero: `ok / n`, at `f/set#1`"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("it stands in m.flow:7:3"), std::string::npos) << outcome.out;
}

TEST(FailedExpressions, AreShownWithTheirLineByARunWithStubs) {
  test::MemoryWorld world;
  world.files.Put("m.flow", kFailingFlow);
  const auto outcome = world.Run({"run", "--stub", "m.flow"}, "{\"n\": 0}\n");
  EXPECT_NE(outcome.out.find("`ok / n`, at `f/set#1` (m.flow:7:3)"), std::string::npos) << outcome.out;
}

TEST(FailedExpressions, OfParamsNameTheParamToo) {
  test::MemoryWorld world;
  std::string flow = kFailingFlow;
  flow.replace(flow.find("set share = ok / n;"), 19, "");
  world.files.Put("m.flow", flow);
  const auto outcome = world.Run({"run", "--stub", "m.flow"}, "{\"n\": 0}\n");
  EXPECT_NE(outcome.out.find("params of `p`: /share: division by zero: `7 / n`, at `f/p#2` (m.flow:8:3)"),
            std::string::npos)
      << outcome.out;
}

/// What is generated depends on what the flow means, not on where it stands.
TEST(FailedExpressions, LeaveGeneratedFilesAloneWhereALineMoves) {
  const auto generate = [](const std::string& flow) {
    test::MemoryWorld world;
    world.files.Put("m.flow", flow);
    EXPECT_EQ(world.Run({"compile", "--only", "routes", "-o", "out", "m.flow"}).exit_code, 0);
    world.output.files.erase("out/.meshc-manifest.json");
    return world.output.files;
  };
  std::string moved = kFailingFlow;
  moved.insert(moved.find("  set share"), "  // Another comment.\n\n");
  const auto before = generate(kFailingFlow);
  const auto after = generate(moved);
  for (const auto& [path, content] : before) {
    // It names digests of sources.
    if (path.find("manifest") != std::string::npos) continue;
    EXPECT_EQ(after.at(path), content) << path;
  }
}

}  // namespace
}  // namespace meshc::driver
