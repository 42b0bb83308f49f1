// `@argfile`: arguments that stand in a file, as build systems write them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "compiler/source/file_system.h"

namespace meshc::driver {

struct ArgumentFileError {
  std::string message;
};

/// Replaces each `@FILE` by the words of that file: separated by blanks and line ends, with
/// "double" and 'single' quotes and a backslash for the next character. Not nested.
std::variant<std::vector<std::string>, ArgumentFileError> ExpandArgumentFiles(
    const std::vector<std::string>& arguments, const source::FileSystem& files);

}  // namespace meshc::driver
