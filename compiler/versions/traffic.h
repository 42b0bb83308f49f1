// Real traffic beside the findings of a report: how much of it each finding would have met.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/versions/report.h"

namespace meshc::versions {

/// A document that a client gave at an entry, or the envelope that became of one.
struct TrafficLine {
  nlohmann::json document;       ///< The payload, of which `in` fields count.
  std::string flow;              ///< Of an envelope; empty: every entry flow whose documents look so.
  std::set<std::string> actors;  ///< Whom an envelope visited, or waited for.
};

struct TrafficProblem {
  std::uint32_t line = 0;
  std::string message;
};

/// Reads JSON lines: objects of `in` fields, or whole envelopes as hosts archive them. Blank lines are
/// nothing.
std::variant<std::vector<TrafficLine>, TrafficProblem> ReadTraffic(std::string_view text);

/// Fills in `hits` of findings about what old clients give at an entry, and about calls: those count the
/// envelopes that visited the actor. `others` are the versions of the report; nothing is counted elsewhere.
void CountHits(const Version& current, const std::vector<Version>& others,
               const std::vector<TrafficLine>& traffic, Report& report);

}  // namespace meshc::versions
