// Names of mailboxes, made here only. An actor's is its name; those of the mesh itself begin with `@`,
// which no name of an actor does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mesh/contract/promises.h"
#include "mesh/contract/route_table.h"
#include "mesh/transport/server_names.h"

namespace mesh::durable {

/// Where envelopes end.
inline constexpr std::string_view kSink = "@sink";
/// What is no envelope, where no state is kept that it could stand in. Nobody takes from it.
inline constexpr std::string_view kUnreadable = transport::kUnreadableMailbox;
/// Signals, cancellations, timers.
inline constexpr std::string_view kControl = "@control";

/// All that a version of a mesh has, but for those of processes that wait. Its hosts also take what waits for
/// an actor under the name that it had once.
inline std::vector<std::string> MailboxesOf(const contract::RouteTable& table,
                                            contract::Array<contract::FormerName> former) {
  std::vector<std::string> names;
  for (const contract::Actor& actor : table.actors) names.emplace_back(actor.name);
  for (const contract::FormerName& each : former) {
    if (each.of == contract::Named::kActor) names.emplace_back(each.name);
  }
  names.emplace_back(kControl);
  names.emplace_back(kSink);
  return names;
}

/// Where those are told of ends who wait for them. `waiter` is a process, and no other's.
inline std::string ReplyMailbox(std::string_view waiter) { return "@reply/" + std::string(waiter); }

}  // namespace mesh::durable
