// Flows that call each other on one envelope, whatever the graph of their calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

/// Flows in a random order of names, each of which calls some of those behind it. One of them writes `late`,
/// which the first one needs at its end.
struct CallGraph {
  std::string text;
  bool writes = false;  ///< The first one leads to the one that writes.
};

CallGraph RandomCallGraph(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  const unsigned count = 2 + below(9);
  std::vector<unsigned> names(count);
  std::iota(names.begin(), names.end(), 0U);
  std::shuffle(names.begin(), names.end(), random);
  const unsigned writer = below(count);
  std::vector<bool> reached(count, false);
  reached[0] = true;
  std::vector<std::string> bodies(count);
  for (unsigned flow = 0; flow < count; ++flow) {
    for (unsigned callee = flow + 1; callee < count; ++callee) {
      if (below(3) != 0) continue;
      bodies[flow] += " f" + std::to_string(names[callee]) + ";";
      reached[callee] = reached[callee] || reached[flow];
    }
  }
  CallGraph graph{"mesh calls; envelope E { in i: int; var late: int; } processor need(late: int);\n",
                  reached[writer]};
  bodies[writer] += " set late = i;";
  bodies[0] += " need(late: late);";
  for (unsigned flow = 0; flow < count; ++flow)
    graph.text += "flow f" + std::to_string(names[flow]) + " on E {" + bodies[flow] + " }\n";
  return graph;
}

TEST(Families, FlowsThatCallFlowsThreeDeep) {
  EXPECT_EQ(
      CheckText(
          "mesh m; envelope E { in i: int; } processor a(i: int); flow f0 on E { a; } flow f1 on E { f0; } "
          "flow f2 on E { f1; } flow f3 on E { f2; }")
          .Errors(),
      std::vector<std::string>{});
}

/// What a flow of the family writes is present in its callers, however the calls are linked.
TEST(Families, SixHundredRandomCallGraphs) {
  int writing = 0;
  for (unsigned seed = 1; seed <= 600; ++seed) {
    const CallGraph graph = RandomCallGraph(seed);
    const CheckedMesh checked = CheckText(graph.text);
    writing += graph.writes ? 1 : 0;
    ASSERT_EQ(checked.Find("MC4050") == nullptr, graph.writes) << "seed " << seed << "\n" << graph.text;
  }
  EXPECT_GT(writing, 100);
  EXPECT_LT(writing, 500);
}

}  // namespace
}  // namespace meshc::test
