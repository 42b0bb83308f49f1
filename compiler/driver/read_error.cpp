#include "compiler/driver/read_error.h"

#include <fmt/format.h>

#include <string_view>

namespace meshc::driver {
namespace {

std::string_view Reason(source::ReadError error) {
  switch (error) {
    case source::ReadError::kNotFound: return "there is no such file";
    case source::ReadError::kIsDirectory: return "it is a directory";
    case source::ReadError::kNoPermission: return "permission denied";
    case source::ReadError::kTooLarge: return "it is too large";
    case source::ReadError::kOther: return "input/output error";
  }
  return "";
}

}  // namespace

std::string DescribeReadError(const std::string& path, source::ReadError error) {
  return fmt::format("cannot read `{}`: {}", path, Reason(error));
}

}  // namespace meshc::driver
