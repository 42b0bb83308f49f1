#include "mesh/host/log_line.h"

#include <fmt/format.h>

namespace mesh::host {

namespace {

std::string_view LevelName(actor::LogLevel level) {
  switch (level) {
    case actor::LogLevel::kDebug: return "debug";
    case actor::LogLevel::kInfo: return "info";
    case actor::LogLevel::kWarning: return "warning";
    case actor::LogLevel::kError: return "error";
  }
  return {};
}

}  // namespace

std::string LogLine(actor::LogLevel level, std::string_view actor, std::string_view envelope_id,
                    std::string_view message) {
  return fmt::format("{} {} {}: {}", LevelName(level), actor, envelope_id, message);
}

}  // namespace mesh::host
