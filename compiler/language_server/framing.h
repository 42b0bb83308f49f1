// Messages on a stream of bytes: `Content-Length: N`, an empty line, N bytes.
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>

namespace meshc::language_server {

/// Larger messages end a session.
inline constexpr std::uint64_t kMostMessageBytes = 64ULL * 1024 * 1024;

struct Frame {
  enum class Kind : std::uint8_t {
    kMessage,
    kEnd,        ///< Of the input, maybe in the midst of a message.
    kTooLarge,   ///< What follows cannot be told apart any more.
    kMalformed,  ///< A header without a usable length; reading goes on behind it.
  } kind = Kind::kEnd;
  std::string body;
};

/// Blocks until a whole message is there. Never throws.
Frame ReadFrame(std::istream& in);

/// Writes one message and flushes.
void WriteFrame(std::ostream& out, std::string_view body);

}  // namespace meshc::language_server
