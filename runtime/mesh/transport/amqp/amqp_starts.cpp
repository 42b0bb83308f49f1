#include "mesh/transport/amqp/amqp_starts.h"

#include <stdexcept>

#include "mesh/state/keys.h"
#include "mesh/transport/server_names.h"

namespace mesh::transport {

std::optional<std::string> AmqpStarts::Get(std::string_view key) const {
  if (!state::IsStartKey(key) || !receiver_.Count(StartMailbox(key))) return std::nullopt;
  return std::string();
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
