#include "mesh/lines/log_line.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/value/json.h"
#include "mesh/value/utf8.h"

namespace mesh::lines {

namespace {

using nlohmann::ordered_json;

std::string_view LevelName(actor::LogLevel level) {
  switch (level) {
    case actor::LogLevel::kDebug: return "debug";
    case actor::LogLevel::kInfo: return "info";
    case actor::LogLevel::kWarning: return "warning";
    case actor::LogLevel::kError: return "error";
  }
  return {};
}

/// The length of a sequence at the start that some reader takes for the end of a line, or a terminal for an
/// order: controls of ASCII and Latin-1, line and paragraph separators. 0: there is none.
std::size_t ControlLength(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;
  if (byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9)) return 3;
  return 0;
}

std::uint32_t CodePoint(std::string_view control) {
  const auto last = static_cast<unsigned char>(control.back());
  return control.size() == 3 ? 0x2000U + (last & 0x3FU) : last;
}

ordered_json Begin(const LogSubject& subject) {
  ordered_json line;
  line["time"] = PrintTimestamp(Timestamp::FromNanoseconds(subject.time_ns));
  return line;
}

void Append(const LogSubject& subject, ordered_json& line) {
  line["input"] = subject.input == 0 ? ordered_json() : ordered_json(subject.input);
  line["envelope"] = subject.envelope_id;
  line["actor"] = subject.actor;
}

std::string Print(const ordered_json& line) {
  return PlainLine(line.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

}  // namespace

std::string LogLine(const LogSubject& subject, actor::LogLevel level, std::string_view message) {
  ordered_json line = Begin(subject);
  line["level"] = LevelName(level);
  Append(subject, line);
  line["message"] = message;
  return Print(line);
}

std::string HopLine(const LogSubject& subject, std::uint32_t attempt, std::string_view outcome) {
  ordered_json line = Begin(subject);
  Append(subject, line);
  line["attempt"] = attempt;
  line["outcome"] = outcome;
  return Print(line);
}

std::string PlainLine(std::string_view text) {
  const std::string mended = MendUtf8(std::string(text));
  std::string plain;
  for (std::string_view rest = mended; !rest.empty();) {
    const std::size_t control = ControlLength(rest);
    if (control > 0)
      plain += fmt::format("\\u{:04x}", CodePoint(rest.substr(0, control)));
    else
      plain += rest.front();
    rest.remove_prefix(std::max<std::size_t>(control, 1));
  }
  return plain;
}

}  // namespace mesh::lines
