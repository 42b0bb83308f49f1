// A session on two streams.
#pragma once

#include <istream>
#include <ostream>

#include "compiler/language_server/session.h"

namespace meshc::language_server {

/// How messages are taken.
enum class Pace : std::uint8_t {
  kAsTheyCome,  ///< One thread reads and cancels, one computes; texts between are skipped.
  kOneByOne,    ///< Each is finished before the next is read: for records and tests.
};

struct ServerStreams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  std::ostream* record = nullptr;  ///< Takes every message as it came; null: nobody wants it.
};

/// Until `exit` or the end of the input. Returns the exit code: 0 after `shutdown` and `exit`, else 1.
int Serve(const source::FileSystem& disk, const SessionDefaults& defaults, ServerStreams streams, Pace pace);

}  // namespace meshc::language_server
