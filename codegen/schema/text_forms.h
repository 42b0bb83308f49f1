// What hosts read in a string of JSON, as patterns: bytes, times and lengths of time.
#pragma once

#include <string>
#include <string_view>

namespace meshc::codegen {

/// For `pattern` of JSON Schema, which is looked for anywhere in a text: all of it matches. Some readers let
/// `$` stand before a line end, too.
std::string WholeText(std::string_view pattern);

/// Base64 with padding, under which no bit is set.
inline constexpr std::string_view kBase64Form =
    R"((?:[A-Za-z0-9+\/]{4})*(?:[A-Za-z0-9+\/][AQgw]==|[A-Za-z0-9+\/]{2}[AEIMQUYcgkosw048]=)?)";

/// RFC 3339 to the nanosecond, in the years 0001 to 9999, with the days that months have. Those years are
/// meant in UTC: in other offsets it takes a few hours more on either side.
std::string TimestampForm();

/// `-1.5s`: as many nanoseconds as 64 bits hold.
std::string DurationForm();

}  // namespace meshc::codegen
