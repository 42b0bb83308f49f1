// The words of `--help` and of wrong usage that the parser of the command line does not have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "compiler/driver/command_line/command_table.h"

namespace meshc::driver {

std::vector<Term> ExitCodes();
/// By the names that `-W` takes.
std::vector<Term> Warnings();

/// Adds to the help which exit codes there are; commands that are added later take it over.
void DescribeExitCodes(CLI::App& app);

/// Adds which warnings there are, by name.
void DescribeWarnings(CLI::App& app);

/// What is wrong with the first option that the chosen command does not know, with the nearest one that it
/// does; empty: it knows all. After a parse of `root` that failed.
std::string DescribeUnknownOption(const CLI::App& root);

}  // namespace meshc::driver
