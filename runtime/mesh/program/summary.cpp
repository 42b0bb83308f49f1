#include "mesh/program/summary.h"

#include <fmt/format.h>

namespace mesh::program {

namespace {

std::string Describe(const lines::Tally& tally, std::int64_t elapsed_ns, const char* unit) {
  return fmt::format("{} read, {} succeeded, {} failed, {} unfinished, {:.3f} {}", tally.read,
                     tally.succeeded, tally.failed, tally.unfinished, static_cast<double>(elapsed_ns) / 1e9,
                     unit);
}

}  // namespace

std::string Summary(const lines::Tally& tally, std::int64_t elapsed_ns) {
  return Describe(tally, elapsed_ns, "seconds");
}

std::string VirtualSummary(const lines::Tally& tally) {
  return Describe(tally, tally.last_end_ns, "virtual seconds");
}

}  // namespace mesh::program
