// Words for files that cannot be read.
#pragma once

#include <string>

#include "compiler/source/file_system.h"

namespace meshc::pipeline {

/// "cannot read `a.flow`: it is a directory"
std::string DescribeReadError(const std::string& path, source::ReadError error);

}  // namespace meshc::pipeline
