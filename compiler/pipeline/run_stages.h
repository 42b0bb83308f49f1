// The stages in their order: the one place that knows it.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "compiler/loading/file_parser.h"
#include "compiler/pipeline/compilation.h"
#include "compiler/pipeline/focus.h"
#include "compiler/pipeline/stage.h"
#include "compiler/source/file_system.h"

namespace meshc::pipeline {

struct StagesRequest {
  std::string path;  ///< Of the root file.
  loading::ImportOptions imports;
  Stage last = Stage::kFacts;  ///< Later stages do not run; back ends never do.
  sema::RootKind root = sema::RootKind::kMesh;
  loading::FileParser* parser = nullptr;  ///< Null: each file is parsed anew.
  std::optional<Focus> focus = {};        ///< None: the whole program.
  bool remembers = false;                 ///< What the next run may take over is wanted, too.
  /// What an earlier run with the same options and files on disk has remembered: what it has found of flows
  /// and scenarios that nothing has changed for is taken over. Null: everything is checked.
  const FormerCheck* former = nullptr;
  /// Asked between stages; true: somebody else needs the time. Null: never.
  std::function<bool()> gives_way = {};
};

/// The run has given way; what it has filled is of no use.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("the compilation gave way") {}
};

/// Runs the stages up to `last`, or up to the first after which there are errors, and fills the slots of
/// `c`, which is fresh. Diagnostics are in order of discovery. Throws Interrupted, or where meshc itself is
/// wrong. Re-entrant.
void RunStages(const StagesRequest& request, const source::FileSystem& files, Compilation& c);

}  // namespace meshc::pipeline
