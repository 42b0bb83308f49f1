// What shells offer behind `meshc`: commands, options, the words that an option takes, files.
#pragma once

#include <string>

#include "compiler/driver/command_line/command_table.h"

namespace meshc::driver::package {

/// For `complete`, see bash(1), "Programmable Completion".
std::string BashCompletion(const CommandTable& table);
/// A function for `_arguments`, see zshcompsys(1).
std::string ZshCompletion(const CommandTable& table);
/// See complete(1) of fish.
std::string FishCompletion(const CommandTable& table);

/// What stands for a value on the command line.
enum class ValueKind { kNone, kWord, kChoice, kFile, kFolder };
ValueKind KindOf(const OptionRow& option);
/// True if the command is given files by their places.
bool TakesFiles(const CommandRow& command);

}  // namespace meshc::driver::package
