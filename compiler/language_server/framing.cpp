#include "compiler/language_server/framing.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace meshc::language_server {
namespace {

/// More of a line is not looked at: no header that means something is as long.
constexpr std::size_t kMostHeaderBytes = 4096;

/// Without its line end. None: the input has ended.
std::optional<std::string> ReadLine(std::istream& in) {
  std::string line;
  for (int byte = in.get(); byte != std::istream::traits_type::eof(); byte = in.get()) {
    if (byte == '\n') {
      if (!line.empty() && line.back() == '\r') line.pop_back();
      return line;
    }
    if (line.size() < kMostHeaderBytes) line.push_back(static_cast<char>(byte));
  }
  return std::nullopt;
}

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The value of `Content-Length: 12`; none: it is another header, or no number.
std::optional<std::uint64_t> LengthOf(std::string_view line) {
  constexpr std::string_view name = "content-length:";
  if (line.size() < name.size() ||
      !std::equal(name.begin(), name.end(), line.begin(), [](char a, char b) { return a == Lower(b); }))
    return std::nullopt;
  line.remove_prefix(name.size());
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), length);
  if (error == std::errc::result_out_of_range) return kMostMessageBytes + 1;
  if (error != std::errc{} || end != line.data() + line.size()) return std::nullopt;
  return length;
}

}  // namespace

Frame ReadFrame(std::istream& in) {
  std::optional<std::uint64_t> length;
  for (;;) {
    const auto line = ReadLine(in);
    if (!line) return {Frame::Kind::kEnd, {}};
    if (line->empty()) break;
    if (const auto told = LengthOf(*line)) length = told;
  }
  if (!length) return {Frame::Kind::kMalformed, {}};
  if (*length > kMostMessageBytes) return {Frame::Kind::kTooLarge, {}};
  Frame frame{Frame::Kind::kMessage, std::string(*length, '\0')};
  in.read(frame.body.data(), static_cast<std::streamsize>(frame.body.size()));
  if (static_cast<std::uint64_t>(in.gcount()) < *length) return {Frame::Kind::kEnd, {}};
  return frame;
}

void WriteFrame(std::ostream& out, std::string_view body) {
  out << "Content-Length: " << body.size() << "\r\n\r\n" << body;
  out.flush();
}

}  // namespace meshc::language_server
