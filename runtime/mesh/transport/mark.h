// Marks that tell writings apart, of this process and of others.
#pragma once

#include <string>

namespace mesh::transport {

/// 16 hexadecimal digits by chance. Any thread.
std::string NewMark();

}  // namespace mesh::transport
