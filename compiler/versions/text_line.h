// Lines of reports for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meshc::versions {

/// `line` and its end. What would end the line or steer a terminal becomes an escape: reasons, constants and
/// names come from other people.
std::string TextLine(std::string_view line);

/// `7d 30s`
std::string TimeText(std::int64_t nanoseconds);

}  // namespace meshc::versions
