#include "mesh/lines/line_reader.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <ios>
#include <system_error>

namespace mesh::lines {

namespace {

using Traits = std::char_traits<char>;

constexpr std::size_t kBlock = std::size_t{1} << 18U;

}  // namespace

ReadLine LineReader::Next() {
  // A stream tells by an exception that its source cannot be read, and why.
  try {
    return Wait();
  } catch (const std::system_error& error) {
    return {.ending = Ending::kProblem, .problem = error.code().message()};
  } catch (const std::exception& error) {
    return {.ending = Ending::kProblem, .problem = error.what()};
  }
}

ReadLine LineReader::Wait() {
  while (true) {
    if (const auto line = NextRead()) return {.ending = Ending::kLine, .text = *line};
    if (searched_ > limit_) return PassTooLong();
    if (Fill()) continue;
    const std::string_view rest = unread();
    begin_ = end_;
    searched_ = 0;
    return {.ending = rest.empty() ? Ending::kNothing : Ending::kInput, .text = rest};
  }
}

std::optional<std::string_view> LineReader::NextRead() {
  const std::size_t end = unread().find('\n', searched_);
  // What ends beyond the limit is as good as what does not end.
  searched_ = std::min(end, end_ - begin_);
  if (end == std::string_view::npos || end > limit_) return std::nullopt;
  const std::string_view line = unread().substr(0, end);
  begin_ += end + 1;
  searched_ = 0;
  return line;
}

ReadLine LineReader::PassTooLong() {
  ReadLine read{.ending = Ending::kInput, .too_long = true};
  do {
    const std::string_view piece = unread().substr(0, unread().find('\n'));
    if (overflow_) overflow_(piece);
    begin_ += piece.size();
    if (begin_ < end_) {
      read.ending = Ending::kLine;
      ++begin_;
      break;
    }
  } while (Fill());
  searched_ = 0;
  return read;
}

bool LineReader::Fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < kBlock) buffer_.resize(std::max(2 * buffer_.size(), end_ + kBlock));
  if (Traits::eq_int_type(source_.sgetc(), Traits::eof())) return false;
  const auto room = static_cast<std::streamsize>(buffer_.size() - end_);
  const std::streamsize ready = std::clamp<std::streamsize>(source_.in_avail(), 1, room);
  end_ += static_cast<std::size_t>(source_.sgetn(buffer_.data() + end_, ready));
  return true;
}

}  // namespace mesh::lines
