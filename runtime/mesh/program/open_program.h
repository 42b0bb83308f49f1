// The actors of a host, opened with its settings.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/actor/settings.h"
#include "mesh/program/command_line.h"
#include "mesh/program/main.h"

namespace mesh::program {

/// Those of `--settings`; else what is wrong with that file. They may be those of any actor of the program,
/// and of no other.
std::variant<actor::AllSettings, std::string> ReadSettings(const CommandLine& line, const Program& program);

/// Every actor of `served`, ready to be called; else what is wrong with the settings, or with an actor that
/// cannot be opened.
std::variant<std::vector<actor::Entry>, std::string> OpenProgram(const CommandLine& line,
                                                                 const Program& program,
                                                                 std::span<const actor::Entry> served);

}  // namespace mesh::program
