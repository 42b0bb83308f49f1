// The main function of a generated host binary.
#pragma once

#include <span>
#include <string_view>

#include "mesh/actor/handler.h"

namespace mesh::program {

/// What a generated host is made of.
struct Program {
  std::string_view mesh;            ///< `shop.support`
  std::string_view routes_library;  ///< File name of the routes library beside the binary or in its rpath.
  std::span<const actor::Entry> actors;
};

/// Parses the command line (`--help` tells it), runs, returns the exit code of `cli.md`.
int Main(int argc, char** argv, const Program& program);

}  // namespace mesh::program
