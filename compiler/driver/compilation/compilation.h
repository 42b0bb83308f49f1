// One run of a command over one root: the stages' values, and what the command made of them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/common/artifact.h"
#include "compiler/pipeline/compilation.h"
#include "compiler/pipeline/load_root.h"
#include "compiler/pipeline/stage.h"
#include "mesh/deterministic/run_scenarios.h"

namespace meshc::driver {

using pipeline::AddRoot;
using pipeline::kStages;
using pipeline::LoadRoot;
using pipeline::Stage;
using pipeline::StageRow;

/// What one back end made.
struct Generated {
  std::string_view backend;
  codegen::ArtifactSet files;
};

struct Compilation : pipeline::Compilation {
  /// SHA-256 of every file that was read, by path; filled if artifacts are wanted.
  std::map<std::string, std::string> read_digests;
  std::vector<Generated> artifacts;
  std::vector<mesh::deterministic::ScenarioResult> results;  ///< Of the scenarios that `test` ran.
};

}  // namespace meshc::driver
