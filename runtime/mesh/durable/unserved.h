// Letters that cannot be worked off: of unknown tables, or no envelopes at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mesh/transport/ledger.h"

namespace mesh::durable {

/// When a letter that nobody here can serve is looked at again: after a second at first, later and later up
/// to a minute. None: it was tried for an hour.
std::optional<std::int64_t> NextTry(const transport::Letter& letter, std::int64_t now_ns);

/// The envelope in `body`, which nobody can serve, as one that has ended with `unroutable`; `why` is for
/// people. `claim`: the one that it carries then.
std::string EndUnroutable(std::string_view body, std::string_view claim, std::string_view why,
                          std::int64_t now_ns);

/// What a sink has to know of an ended envelope, whatever its table.
struct EndHead {
  std::string id;
  std::string claim = {};
  bool failed = true;
};
/// None: it is no envelope.
std::optional<EndHead> ReadEnd(std::string_view body);

/// The ended envelope in `body` with the member `before`, an envelope; none: as it is.
std::string WithBefore(std::string body, const std::optional<std::string>& before);

/// What is kept of a letter that is no envelope: of its body no more than `most` bytes, from its beginning.
std::string WriteUnreadable(const transport::Letter& letter, std::string_view why, std::size_t most);

}  // namespace mesh::durable
