// An envelope that has ended is tried once more, as a new one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "mesh/durable/known_tables.h"
#include "mesh/transport/ledger.h"

namespace mesh::operations {

struct ReplayOrder {
  std::string stand = {};  ///< The envelope as it shall go on, or as it has ended.
  std::string id = {};     ///< Of the new one.
  std::string at = {};     ///< Name of the point that it goes on from; empty: where it stands.
  bool real_effects = false;
};
struct Replayed {
  std::string replay_of;
  std::string id;
  std::string at;  ///< Name of the point; empty: the entry of its flow.
};

/// It is under way when this returns. The text says why it cannot be.
std::variant<Replayed, std::string> Replay(const ReplayOrder& order, const durable::KnownTables& tables,
                                           transport::Ledger& ledger, std::int64_t now_ns);

}  // namespace mesh::operations
