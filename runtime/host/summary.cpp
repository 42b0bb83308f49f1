#include "mesh/host/summary.h"

#include <fmt/format.h>

namespace mesh::host {

namespace {

std::string Describe(const Tally& tally, std::int64_t elapsed_ns, const char* unit) {
  return fmt::format("{} read, {} succeeded, {} failed, {} unfinished, {:.3f} {}", tally.read,
                     tally.succeeded, tally.failed, tally.unfinished, static_cast<double>(elapsed_ns) / 1e9,
                     unit);
}

}  // namespace

std::string Summary(const Tally& tally, std::int64_t elapsed_ns) {
  return Describe(tally, elapsed_ns, "seconds");
}

std::string VirtualSummary(const Tally& tally) {
  return Describe(tally, tally.last_end_ns, "virtual seconds");
}

}  // namespace mesh::host
