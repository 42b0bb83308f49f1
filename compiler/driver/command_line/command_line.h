// The command line: words in, options out.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "compiler/driver/command_line/options.h"
#include "compiler/driver/command_line/version_options.h"

namespace meshc::driver {

/// Nothing is left to do but to say this: help, the version, or what is wrong with the usage.
struct Reply {
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// `arguments` without the program's name, argument files expanded.
std::variant<Options, VersionOptions, Reply> ParseCommandLine(const std::vector<std::string>& arguments);

}  // namespace meshc::driver
