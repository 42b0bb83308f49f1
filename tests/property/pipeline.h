// The real thing: a program through the compiler, and one run of it on the deterministic host.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"
#include "compiler/sema/typed_program.h"
#include "tests/property/behaviour.h"
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

struct PipelineRun {
  Observation observation;
  std::set<Hop> hops;
};

/// Runs flow `main`. `fields` are its payload at entry, defaults filled in.
PipelineRun RunPipeline(const Compilation& c, mesh::ValueList fields, Behaviour& behaviour,
                        const Signals& signals);

/// Runs the first scenario, which is one of flow `main`. `visits` are names of actors.
Observation RunScenarioOf(const Compilation& c);

}  // namespace meshc::property
