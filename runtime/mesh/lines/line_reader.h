// The lines of an input, which is read in blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace mesh::lines {

/// What ended the reading of a line.
enum class Ending : std::uint8_t {
  kLine,     ///< The end of the line.
  kInput,    ///< The end of the input, after some of the line.
  kNothing,  ///< The end of the input, where a line would begin.
  kProblem,  ///< The input cannot be read.
};

struct ReadLine {
  Ending ending = Ending::kNothing;
  std::string_view text = {};  ///< Without its end; until the next line is waited for.
  bool too_long = false;       ///< All of it went to `overflow`.
  std::string problem = {};    ///< Why the input cannot be read.
};

/// One thread uses it.
class LineReader {
 public:
  /// A line of more than `limit` bytes is handed piece by piece to `overflow`, which may be empty.
  LineReader(std::streambuf& source, std::size_t limit, const std::function<void(std::string_view)>& overflow)
      : source_(source), limit_(limit), overflow_(overflow) {}

  /// Waits for the next line.
  ReadLine Next();
  /// The next line, if all of it has been read already and it is not too long; none: Next gets it.
  std::optional<std::string_view> NextRead();

 private:
  std::string_view unread() const { return {buffer_.data() + begin_, end_ - begin_}; }
  ReadLine Wait();
  ReadLine PassTooLong();
  /// Whatever the source has now, at least something; false: it has ended.
  bool Fill();

  std::streambuf& source_;
  const std::size_t limit_;
  const std::function<void(std::string_view)>& overflow_;
  std::vector<char> buffer_;  ///< Has something between `begin_` and `end_`.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t searched_ = 0;  ///< So many bytes from `begin_` on hold no end of a line.
};

}  // namespace mesh::lines
