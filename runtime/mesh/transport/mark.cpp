#include "mesh/transport/mark.h"

#include <random>

#include <fmt/format.h>

namespace mesh::transport {

std::string NewMark() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  return fmt::format("{:016x}", random());
}

}  // namespace mesh::transport
