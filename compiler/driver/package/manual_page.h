// Pages for `man`, section 1. Source of the format: man-pages(7), groff_man(7).
#pragma once

#include <string>
#include <string_view>

#include "compiler/driver/command_line/command_table.h"

namespace meshc::driver::package {

/// The page of the program, with a line per command.
std::string ManualPage(const CommandTable& table, std::string_view version);
/// The page of one command: `meshc-check`.
std::string ManualPage(const CommandTable& table, const CommandRow& command, std::string_view version);

}  // namespace meshc::driver::package
