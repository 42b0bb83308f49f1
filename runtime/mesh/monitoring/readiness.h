// Whether a host can do its work, part by part.
#pragma once

#include <string>
#include <vector>

namespace mesh::monitoring {

struct Check {
  std::string part;          ///< `transport`, `store`, …
  std::string problem = {};  ///< Empty: it is ready.
};

/// True if every part is.
bool IsReady(const std::vector<Check>& checks);
/// `{"ready", "not_ready": [parts], "checks": {part: {"ready", "problem"}}}`.
std::string WriteReadiness(const std::vector<Check>& checks);

}  // namespace mesh::monitoring
