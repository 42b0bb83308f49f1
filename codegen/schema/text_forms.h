// What hosts read in a string of JSON, as patterns: bytes, times and lengths of time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meshc::codegen {

/// For `pattern` of JSON Schema, which is looked for anywhere in a text: all of it matches. Some readers let
/// `$` stand before a line end, too.
std::string WholeText(std::string_view pattern);

/// Base64 with padding, under which no bit is set.
inline constexpr std::string_view kBase64Form =
    R"((?:[A-Za-z0-9+\/]{4})*(?:[A-Za-z0-9+\/][AQgw]==|[A-Za-z0-9+\/]{2}[AEIMQUYcgkosw048]=)?)";

/// A bound on bytes as one on their base64, in which four characters stand for three of them. Of
/// `padded_length` are those, too, that end as `ending`; empty: the length says it all.
struct BytesBound {
  const char* keyword = "";  ///< `minLength` or `maxLength`
  std::int64_t length = 0;
  std::int64_t padded_length = 0;
  std::string ending = {};
};
BytesBound LeastBytes(std::int64_t bytes);
BytesBound MostBytes(std::int64_t bytes);

/// RFC 3339 to the nanosecond, in the years 0001 to 9999, with the days that months have. Those years are
/// meant in UTC: in other offsets it takes a few hours more on either side.
std::string TimestampForm();

/// `-1.5s`: as many nanoseconds as 64 bits hold.
std::string DurationForm();

}  // namespace meshc::codegen
