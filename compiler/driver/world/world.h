// Everything outside of meshc that a command may touch, as parameters: so tests and fuzzers run
// the whole program in memory.
#pragma once

#include <iosfwd>
#include <string>

#include "compiler/driver/world/output_tree.h"
#include "compiler/driver/world/process.h"
#include "compiler/driver/world/run_files.h"
#include "compiler/source/file_system.h"

namespace meshc::driver {

/// Owns nothing. Diagnostics go to `err`, requested data to `out`.
struct World {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  const source::FileSystem& files;
  OutputTree& output;
  ProcessRunner& processes;
  RunFiles& run_files;
  bool err_takes_colour = false;  ///< `err` is a terminal, and the user did not object.
  /// The working folder as a path below GitHub's workspace; empty: it is the workspace, or lies elsewhere.
  std::string folder_in_workspace = {};
};

}  // namespace meshc::driver
