// What a version promises, one fact a line: what `mesh.lock` holds of the newest one.
#pragma once

#include <string>
#include <vector>

#include "mesh/contract/promises.h"

namespace meshc::versions {

/// Sorted, each complete by itself: no line numbers, no dates, no totals. Equal tables give equal facts.
std::vector<std::string> FactsOf(const mesh::contract::RouteTable& table,
                                 const mesh::contract::Promises& promises);

}  // namespace meshc::versions
