// The command line of the commands that speak to a mesh that runs.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/command_line/options.h"

namespace meshc::driver {

/// One of them while its options are read.
struct Tell {
  TellOptions options = {};
  std::vector<std::pair<std::string, std::string>> settings =
      {};  ///< Options with a value; empty: not given.
  std::map<std::string, bool> flags = {};
};

/// Adds them; the chosen one fills its entry of `tells`, by its name, which stays where it is until then.
void AddTells(CLI::App& root, std::map<std::string, Tell>& tells);
/// What the host gets, as it was written.
TellOptions TakeTell(Tell tell);

}  // namespace meshc::driver
