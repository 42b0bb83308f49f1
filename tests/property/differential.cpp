// Runs random programs twice: by the reference interpreter over the AST, and by the real pipeline.
//
//   differential_test [--seed FIRST] [--count N] [--print]
//
// Fails on the first difference, printing the seed, the program and both observations.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "codegen/route_table/route_table.h"
#include "compiler/analysis/analysis.h"
#include "compiler/diagnostics/render.h"
#include "compiler/lower/lower.h"
#include "compiler/sema/typed_program.h"
#include "mesh/deterministic/simulation.h"
#include "tests/property/behaviour.h"
#include "tests/property/random.h"
#include "tests/property/random_program.h"
#include "tests/property/reference_expression.h"
#include "tests/property/reference_interpreter.h"

namespace meshc::property {
namespace {

/// A program on its way through the pipeline. Not movable: later parts look into earlier ones.
struct Compilation {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  std::optional<sema::TypedProgram> program;
  ir::Mesh mesh;
  analysis::Facts facts;
};

/// True if the program has no error.
bool Compile(const std::string& text, Compilation& c) {
  const auto root = c.sources.Add("random.flow", text);
  auto files = sema::LoadFiles(c.sources, root, source::DiskFileSystem(), {}, c.diagnostics);
  c.program = sema::Check(std::move(files), c.sources, source::DiskFileSystem(), c.diagnostics);
  if (c.diagnostics.HasErrors()) return false;
  c.mesh = lower::LowerFlows(*c.program, c.sources);
  for (const std::string& violation : ir::Verify(c.mesh)) throw std::logic_error("verify: " + violation);
  c.facts = analysis::Analyze(c.mesh, c.diagnostics);
  return !c.diagnostics.HasErrors();
}

mesh::ValueList EntryPayload(const types::Envelope& envelope, Random& random) {
  mesh::ValueList fields;
  for (const auto& field : envelope.fields) {
    mesh::Value value;
    if (field.default_value) value = ToValue(*field.default_value);
    if (field.mode == types::WriteMode::kLog) value = mesh::Value::List({});
    if (field.name == "i0") value = mesh::Value::Int(random.Below(5) - 1);
    if (field.name == "opt" && random.OneIn(2)) value = mesh::Value::Int(random.Below(9));
    if (field.name == "shape" && random.OneIn(2)) {
      value = random.OneIn(2) ? mesh::Value::Union(0, mesh::Value::Int(2))
                              : mesh::Value::Union(1, mesh::Value::String("n"));
    }
    fields.push_back(value);
  }
  return fields;
}

types::FlowId MainFlow(const sema::TypedProgram& program) {
  for (const auto id : program.flows.ids()) {
    if (program.flows[id].name == "main") return id;
  }
  throw std::logic_error("no main flow");
}

mesh::actor::Outcome ToOutcome(const Reply& reply, const std::string& actor) {
  if (const auto* values = std::get_if<mesh::ValueList>(&reply)) return mesh::actor::Results{*values};
  if (const auto* chosen = std::get_if<Chosen>(&reply)) return mesh::actor::Choice{chosen->label};
  const auto& raised = std::get<Raised>(reply);
  return mesh::Error{
      .name = raised.error, .message = raised.message, .actor = actor, .detail = {}, .by_raise = false};
}

Observation RunPipeline(const Compilation& c, types::FlowId flow, mesh::ValueList fields,
                        Behaviour& behaviour) {
  const auto table = codegen::BuildTable(c.mesh, c.facts);
  const auto view = table.View();
  const mesh::route::Router router(view);
  Observation observation;
  const auto responder = [&](mesh::contract::Index actor, const mesh::route::Arguments& arguments,
                             const mesh::Envelope&) -> mesh::deterministic::Answer {
    const std::string name(view.actors[actor].name);
    std::string visit = name + "(";
    for (const auto& argument : arguments) visit += Fingerprint(argument) + " ";
    observation.visits.push_back(visit + ")");
    for (const auto id : c.mesh.declarations.actors.ids()) {
      if (c.mesh.declarations.actors[id].name == name)
        return {ToOutcome(behaviour.Answer(id, arguments), name), 0};
    }
    throw std::logic_error("the table names an unknown actor");
  };
  mesh::Envelope envelope;
  envelope.id = "e";
  envelope.payload = std::move(fields);
  const auto run =
      mesh::deterministic::Simulate(router, router.FindFlow("main"), std::move(envelope), responder, {});
  const auto& status = run.envelope.status;
  observation.outcome = status.phase == mesh::Phase::kSucceeded
                            ? "succeeded"
                            : "failed " + status.error.value_or(mesh::Error{}).name;
  observation.payload =
      PrintPayload(c.mesh.declarations.envelopes[c.mesh.flows[flow].envelope], run.envelope.payload);
  return observation;
}

enum class Verdict { kEqual, kRejected, kDifferent };

Verdict Compare(std::uint64_t seed, bool print) {
  const std::string text = RandomProgram(seed);
  Compilation c;
  if (!Compile(text, c)) {
    if (print) fmt::print("{}\n{}", text, diagnostics::RenderText(c.diagnostics.all(), c.sources, false));
    return Verdict::kRejected;
  }
  const auto flow = MainFlow(*c.program);
  const auto& declarations = c.program->declarations;
  Random random(seed);
  const auto fields = EntryPayload(declarations.envelopes[c.program->flows[flow].envelope], random);
  Behaviour first(declarations, seed);
  Behaviour second(declarations, seed);
  const auto expected = RunReference(*c.program, flow, fields, first);
  const auto actual = RunPipeline(c, flow, fields, second);
  const bool equal = expected == actual;
  if (print || !equal)
    fmt::print("{}\n--- reference\n{}--- pipeline\n{}", text, Print(expected), Print(actual));
  return equal ? Verdict::kEqual : Verdict::kDifferent;
}

/// Compares until `count` programs were accepted by the compiler. The exit code.
int RunAll(std::uint64_t seed, int count, bool print) {
  int accepted = 0;
  int rejected = 0;
  for (; accepted < count; ++seed) {
    switch (Compare(seed, print)) {
      case Verdict::kEqual: ++accepted; break;
      case Verdict::kRejected: ++rejected; break;
      case Verdict::kDifferent:
        fmt::print("seed {} differs; reproduce with --seed {} --count 1 --print\n", seed, seed);
        return 1;
    }
    if (rejected > 10 * (accepted + 20)) {
      fmt::print("the generator is worthless: {} programs rejected, {} accepted\n", rejected, accepted);
      return 1;
    }
  }
  fmt::print("{} programs equal, {} rejected by the compiler\n", accepted, rejected);
  return 0;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Compares random programs between the reference interpreter and the pipeline");
  std::uint64_t seed = 1;
  int count = 2000;
  bool print = false;
  app.add_option("--seed", seed, "First seed");
  app.add_option("--count", count, "Programs to compare");
  app.add_flag("--print", print, "Print each program and both observations");
  CLI11_PARSE(app, argc, argv);
  try {
    return meshc::property::RunAll(seed, count, print);
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
