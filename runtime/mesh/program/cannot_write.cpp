#include "mesh/program/cannot_write.h"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

namespace mesh::program {

std::string CannotWrite(const std::string& path) {
  return fmt::format("cannot write `{}`: {}", path, std::generic_category().message(errno));
}

}  // namespace mesh::program
