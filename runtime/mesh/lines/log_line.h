// Lines for programs on standard error: what handlers log, and hops. Each is one JSON object on one line,
// whatever a message holds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mesh/actor/context.h"

namespace mesh::lines {

/// Whom a line is about.
struct LogSubject {
  std::int64_t time_ns = 0;  ///< Since 1970.
  std::uint64_t input = 0;   ///< 0: not known.
  std::string_view envelope_id;
  std::string_view actor;
};

/// `{"time","level","input","envelope","actor","message"}`
std::string LogLine(const LogSubject& subject, actor::LogLevel level, std::string_view message);

/// `{"time","input","envelope","actor","attempt","outcome"}`
std::string HopLine(const LogSubject& subject, std::uint32_t attempt, std::string_view outcome);

/// Words for people in one line: control characters and whatever else ends a line become escapes.
std::string PlainLine(std::string_view text);

}  // namespace mesh::lines
