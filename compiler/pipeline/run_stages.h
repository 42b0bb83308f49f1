// The stages in their order: the one place that knows it.
#pragma once

#include <string>

#include "compiler/pipeline/compilation.h"
#include "compiler/pipeline/stage.h"
#include "compiler/sema/file_parser.h"
#include "compiler/source/file_system.h"

namespace meshc::pipeline {

struct StagesRequest {
  std::string path;  ///< Of the root file.
  sema::ImportOptions imports;
  Stage last = Stage::kFacts;  ///< Later stages do not run; back ends never do.
  sema::RootKind root = sema::RootKind::kMesh;
  sema::FileParser* parser = nullptr;  ///< Null: each file is parsed anew.
};

/// Runs the stages up to `last`, or up to the first after which there are errors, and fills the slots of
/// `c`, which is fresh. Diagnostics are in order of discovery. Throws only where meshc itself is wrong.
/// Re-entrant.
void RunStages(const StagesRequest& request, const source::FileSystem& files, Compilation& c);

}  // namespace meshc::pipeline
