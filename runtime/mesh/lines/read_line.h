// One line of an input, of any length.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <string>
#include <string_view>

namespace mesh::lines {

/// What ended the reading of a line.
enum class Ending : std::uint8_t {
  kLine,     ///< The end of the line.
  kInput,    ///< The end of the input, after some of the line.
  kNothing,  ///< The end of the input, where a line would begin.
  kProblem,  ///< The input cannot be read.
};

struct ReadLineResult {
  Ending ending = Ending::kNothing;
  bool too_long = false;     ///< The line is incomplete: all of it went to `overflow`.
  std::string problem = {};  ///< Why the input cannot be read.
};

/// Reads a line without its end. One of more than `limit` bytes is handed piece by piece to `overflow`,
/// which may be empty.
ReadLineResult ReadLine(std::istream& input, std::string& line, std::size_t limit,
                        const std::function<void(std::string_view)>& overflow);

}  // namespace mesh::lines
