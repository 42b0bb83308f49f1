// Runs random programs and asks whether their pictures hold: whatever hop a run takes is an edge of
// the graph at the mesh level.
//
//   pictures_test [--seed FIRST] [--count N]
#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string>

#include "codegen/graph/build_model.h"
#include "tests/property/entry.h"
#include "tests/property/many_programs.h"
#include "tests/property/pipeline.h"
#include "tests/property/program/random_program.h"
#include "tests/property/random.h"

namespace meshc::property {
namespace {

/// What a run says of its hops is what envelopes say of their stops. One error of that is known: behind a
/// join that failed, the last stop is the one before the fork, though a branch has sent the envelope on.
///
/// A copy of an envelope knows nothing of who had it before, so that any edge will do for its first hop.
std::set<Hop> EdgesOf(const codegen::graph::Model& model) {
  std::set<Hop> edges;
  for (const codegen::graph::Edge& edge : model.edges) {
    edges.emplace(model.nodes[edge.from].id, model.nodes[edge.to].id);
    edges.emplace("", model.nodes[edge.to].id);
  }
  return edges;
}

Verdict Check(std::uint64_t seed) {
  const std::string text = RandomProgram(seed, Features::All()).Text();
  Compilation c;
  if (!Compile(text, c)) return Verdict::kRejected;
  const auto& declarations = c.program->declarations;
  const auto flow = FindFlow(*c.program, "main");
  Random random(seed);
  const auto fields = EntryPayload(declarations.envelopes[c.program->flows[flow].envelope], random);
  const Signals signals = RandomSignals(random);
  RandomBehaviour behaviour(declarations, seed);
  const auto run = RunPipeline(c, fields, behaviour, signals);
  const auto edges = EdgesOf(codegen::graph::BuildModel(c.mesh, c.facts, codegen::GraphLevel::kMesh));
  for (const Hop& hop : run.hops) {
    if (edges.contains(hop)) continue;
    fmt::print("{}\nseed {}: the hop `{}` -> `{}` is not drawn\n", text, seed, hop.first, hop.second);
    return Verdict::kBroken;
  }
  return Verdict::kHolds;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::CheckManyPrograms(
      argc, argv,
      {"Checks that each hop of random programs is drawn", "the pictures of {} programs hold", 2000,
       meshc::property::Check});
}
