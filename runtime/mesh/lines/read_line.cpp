#include "mesh/lines/read_line.h"

#include <exception>
#include <system_error>

namespace mesh::lines {

namespace {

using Traits = std::char_traits<char>;

/// A stream tells by an exception that its source cannot be read, and why.
ReadLineResult Read(std::streambuf& source, std::string& line, std::size_t limit,
                    const std::function<void(std::string_view)>& overflow) {
  ReadLineResult result;
  for (int c = source.sbumpc(); !Traits::eq_int_type(c, Traits::eof()); c = source.sbumpc()) {
    if (c == '\n') {
      result.ending = Ending::kLine;
      break;
    }
    result.ending = Ending::kInput;
    line.push_back(static_cast<char>(c));
    if (line.size() <= limit) continue;
    result.too_long = true;
    if (overflow) overflow(line);
    line.clear();
  }
  if (result.too_long && overflow) overflow(line);
  return result;
}

}  // namespace

ReadLineResult ReadLine(std::istream& input, std::string& line, std::size_t limit,
                        const std::function<void(std::string_view)>& overflow) {
  line.clear();
  try {
    return Read(*input.rdbuf(), line, limit, overflow);
  } catch (const std::system_error& error) {
    return {.ending = Ending::kProblem, .problem = error.code().message()};
  } catch (const std::exception& error) {
    return {.ending = Ending::kProblem, .problem = error.what()};
  }
}

}  // namespace mesh::lines
