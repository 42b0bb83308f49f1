// The real thing: a program through the compiler, and one run of it on the deterministic host.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"
#include "compiler/sema/typed_program.h"
#include "mesh/actor/handler.h"
#include "mesh/envelope/envelope.h"
#include "tests/property/behaviour.h"
#include "tests/property/effect_notes.h"
#include "tests/property/reference/observation.h"

namespace meshc::property {

/// A program on its way through the pipeline. Not movable: later parts look into earlier ones.
struct Compilation {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  std::optional<sema::TypedProgram> program;
  ir::Mesh mesh;
  analysis::Facts facts;
};

/// True if the program has no error.
bool Compile(const std::string& text, Compilation& c);

types::FlowId FindFlow(const sema::TypedProgram& program, std::string_view name);

/// An actor and the one that got the same envelope before it, or `main/start`; empty: a copy starts there.
using Hop = std::pair<std::string, std::string>;

/// A visit, and what it was answered.
struct Visited {
  std::string envelope;  ///< Its id.
  std::string text;      ///< As of PrintVisit.
  mesh::actor::Outcome outcome;
  std::int64_t takes_ns = 0;
  /// In a branch whose join may go on without it: a host that runs branches side by side need not come to it.
  bool may_miss = false;
  bool is_late = false;  ///< As of BranchOrders: there it is not done, or not to its end.
};

struct PipelineRun {
  Observation observation;
  std::set<Hop> hops;
  std::vector<Visited> visited;  ///< In the order run.
  mesh::Envelope end;
  std::vector<EffectNote> effects;
  bool one_order = true;  ///< As of BranchOrders.
};

/// How `main` has ended, but for its visits.
void Observe(const Compilation& c, const mesh::Envelope& envelope, Observation& observation);

/// Runs flow `main`. `fields` are its payload at entry, defaults filled in.
PipelineRun RunPipeline(const Compilation& c, mesh::ValueList fields, Behaviour& behaviour,
                        const Signals& signals);

/// Runs the first scenario, which is one of flow `main`. `visits` are names of actors.
Observation RunScenarioOf(const Compilation& c);

}  // namespace meshc::property
