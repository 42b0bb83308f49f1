// The stages, and the back ends behind them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "codegen/helm/helm.h"
#include "compiler/driver/compilation.h"
#include "compiler/source/file_system.h"

namespace meshc::driver {

struct CompileRequest {
  std::string path;  ///< Of the root file.
  sema::ImportOptions imports;
  Stage last = Stage::kFacts;  ///< Later stages do not run.
  sema::RootKind root = sema::RootKind::kMesh;
  std::vector<std::string> only = {};  ///< Back ends that generate; empty: all.
  std::string actors = "actors";       ///< The folder of the handlers, relative to the output folder.
  codegen::ChartOptions chart = {};
};

/// Runs the stages up to `last`, or up to the first after which there are errors. Diagnostics are
/// in order of discovery. Throws only where meshc itself is wrong.
std::unique_ptr<Compilation> Compile(const CompileRequest& request, const source::FileSystem& files);

}  // namespace meshc::driver
