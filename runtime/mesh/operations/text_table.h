// Rows in columns, for people.
#pragma once

#include <string>
#include <vector>

namespace mesh::operations {

/// The first row is the head. Columns are as wide as what stands in them, but for the last one; what would
/// steer a terminal or end a line becomes a space.
std::string WriteTable(const std::vector<std::vector<std::string>>& rows);

}  // namespace mesh::operations
