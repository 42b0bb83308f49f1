// Names of mailboxes, made here only. An actor's is its name; those of the mesh itself begin with `@`,
// which no name of an actor does.
#pragma once

#include <string>
#include <string_view>

namespace mesh::durable {

/// Where envelopes end.
inline constexpr std::string_view kSink = "@sink";
/// Signals, cancellations, timers.
inline constexpr std::string_view kControl = "@control";

/// Where those are told of ends who wait for them. `waiter` is a process, and no other's.
inline std::string ReplyMailbox(std::string_view waiter) { return "@reply/" + std::string(waiter); }

}  // namespace mesh::durable
