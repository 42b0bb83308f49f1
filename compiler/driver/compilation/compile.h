// The stages, and the back ends behind them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codegen/helm/helm.h"
#include "compiler/driver/compilation/compilation.h"
#include "compiler/loading/load_files.h"
#include "compiler/source/file_system.h"
#include "mesh/contract/promises.h"

namespace meshc::driver {

struct CompileRequest {
  std::string path;  ///< Of the root file.
  loading::ImportOptions imports;
  Stage last = Stage::kFacts;  ///< Later stages do not run; Generate is called for the last one.
  sema::RootKind root = sema::RootKind::kMesh;
  std::vector<std::string> only = {};  ///< Back ends that generate; empty: all.
  std::string actors = "actors";       ///< The folder of the handlers, relative to the output folder.
  codegen::ChartOptions chart = {};
};

/// Runs the stages up to `last`, or up to the first after which there are errors. Diagnostics are
/// in order of discovery. Throws only where meshc itself is wrong.
std::unique_ptr<Compilation> Compile(const CompileRequest& request, const source::FileSystem& files);

/// Lets the back ends that `request` wants make their files, if there is a table. `released`: other versions
/// whose envelopes may be on their way.
void Generate(const CompileRequest& request, std::span<const mesh::contract::Version> released,
              Compilation& compilation);

}  // namespace meshc::driver
