#include "mesh/transport/amqp/amqp_starts.h"

#include <stdexcept>

#include "mesh/state/keys.h"
#include "mesh/transport/server_names.h"

namespace mesh::transport {

std::optional<std::string> AmqpStarts::Get(std::string_view key) const {
  // Whoever cannot know holds nothing any more: the message comes again.
  const bool is_kept = state::IsStartKey(key) && receiver_.Knows(StartMailbox(key)).value_or(false);
  return is_kept ? std::optional(std::string()) : std::nullopt;
}

bool AmqpStarts::Make(const std::vector<state::Change>& changes) {
  for (const state::Change& change : changes) {
    if (!state::IsStartKey(change.key)) throw std::logic_error("only starts are kept here");
    if (change.kind == state::Change::Kind::kErase)
      receiver_.Remove(StartMailbox(change.key));
    else if (!receiver_.Provide(StartMailbox(change.key)).empty())
      return false;
  }
  return true;
}

}  // namespace mesh::transport
