#include "mesh/host/long_calls.h"

#include <fmt/format.h>

#include "mesh/value/times.h"

namespace mesh::host {

std::string FindLongCall(const contract::RouteTable& table, const transport::Transport& transport) {
  const auto limit = transport.loan_limit();
  if (!limit) return {};
  for (const contract::Point& point : table.points) {
    if (point.actor == contract::kNone) continue;
    const contract::Actor& actor = table.actors[point.actor];
    const std::int64_t timeout_ns = point.timeout_ns >= 0 ? point.timeout_ns : actor.timeout_ns;
    if (timeout_ns > 0 && timeout_ns <= limit->call_ns) continue;
    return fmt::format(
        "table {}: `{}` at `{}` may run {}, and the broker takes its message away before: a timeout there is "
        "{} "
        "at most",
        table.digest, actor.name, point.name,
        timeout_ns > 0 ? fmt::format("for {}", PrintDuration({timeout_ns})) : "without a timeout",
        PrintDuration({limit->call_ns}));
  }
  return {};
}

}  // namespace mesh::host
