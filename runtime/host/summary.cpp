#include "mesh/host/summary.h"

#include <fmt/format.h>

namespace mesh::host {

std::string Summary(const Tally& tally, std::int64_t elapsed_ns) {
  return fmt::format("{} read, {} succeeded, {} failed, {} unfinished, {:.3f} seconds", tally.read,
                     tally.succeeded, tally.failed, tally.unfinished, static_cast<double>(elapsed_ns) / 1e9);
}

}  // namespace mesh::host
