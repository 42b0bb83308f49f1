#include "mesh/host/verdict.h"

#include <ostream>

namespace mesh::host {

int Judge(const Tally& tally, const InputSignals& signals, const std::string& path,
          std::ostream& complaints) {
  if (const std::string unmet = signals.FindUnmet(tally.inputs); !unmet.empty()) {
    complaints << path << ':' << unmet << '\n';
    return 1;
  }
  return tally.failed == 0 ? 0 : 1;
}

}  // namespace mesh::host
