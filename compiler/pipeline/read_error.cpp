#include "compiler/pipeline/read_error.h"

#include <fmt/format.h>

namespace meshc::pipeline {
std::string DescribeReadError(const std::string& path, source::ReadError error) {
  return fmt::format("cannot read `{}`: {}", path, source::Describe(error));
}

}  // namespace meshc::pipeline
