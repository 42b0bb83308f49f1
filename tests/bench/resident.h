// How much memory this process holds now.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <fstream>

namespace mesh::test {

inline std::size_t ResidentKibibytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  statm >> size >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) / 1024;
}

}  // namespace mesh::test
