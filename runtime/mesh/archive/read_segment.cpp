#include "mesh/archive/read_segment.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/archive/gzip_file.h"
#include "mesh/value/json.h"

namespace mesh::archive {

namespace {

using nlohmann::json;

std::optional<Line> Read(std::string_view text) {
  auto parsed = ParseJson(text);
  const auto* envelope = std::get_if<json>(&parsed);
  if (envelope == nullptr || !envelope->is_object()) return std::nullopt;
  const auto id = envelope->find("id");
  const auto route = envelope->find("route");
  if (id == envelope->end() || !id->is_string() || route == envelope->end()) return std::nullopt;
  Line line{.id = id->get<std::string>(), .stand = std::string(text)};
  const auto phase = envelope->value(json::json_pointer("/status/phase"), json());
  const auto error = envelope->value(json::json_pointer("/status/error/name"), json());
  line.failed = phase != "succeeded";
  if (error.is_string()) line.error = error.get<std::string>();
  if (const auto before = envelope->find("before"); before != envelope->end() && before->is_object())
    line.stand = WriteJson(*before);
  return line;
}

/// Takes the whole lines out of `text`. The number of the one that is no envelope; 0: none.
std::size_t TakeLines(std::string& text, std::size_t& number, const std::function<void(const Line&)>& take) {
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const auto read = Read(line);
    if (!read) return number;
    take(*read);
  }
  text.erase(0, begin);
  return 0;
}

}  // namespace

std::string ReadSegment(const std::string& path, const std::function<void(const Line& line)>& take) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) return fmt::format("cannot read `{}`: it is a folder", path);
  const GzipFile file = OpenGzip(path);
  if (file == nullptr) return fmt::format("cannot read `{}`: {}", path, std::strerror(errno));
  constexpr unsigned kPiece = 1U << 16U;
  std::string piece(kPiece, '\0');
  std::string text;
  std::size_t number = 0;
  while (true) {
    const int count = gzread(file.get(), piece.data(), kPiece);
    if (count > 0) text.append(piece, 0, static_cast<std::size_t>(count));
    // A file without compression may end in the middle of its last line's end.
    if (count <= 0 && gzdirect(file.get()) == 1 && !text.empty()) text += '\n';
    if (const std::size_t wrong = TakeLines(text, number, take); wrong != 0)
      return fmt::format("{}:{}: no envelope", path, wrong);
    if (count <= 0) return {};
  }
}

}  // namespace mesh::archive
