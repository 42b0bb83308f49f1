// The part of an envelope's frames and counters that belongs to the flow it is in.
#pragma once

#include <cstddef>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"

namespace mesh::route {

/// How many frames belong to callers, the call frame of this flow included; 0 in the root flow.
std::size_t ActivationBase(const Route& route);

/// Drops all frames but the lowest `count`.
void KeepFrames(Route& route, std::size_t count);

void SetRounds(Route& route, contract::Index loop, std::uint32_t rounds);
/// 0 if the loop has no counter.
std::uint32_t RoundsOf(const Route& route, contract::Index loop);
void DropLoop(Route& route, contract::Index loop);
void DropLoops(Route& route, contract::Array<contract::Index> loops);
/// Drops the counters of consecutive loops.
void DropLoops(Route& route, contract::Span loops);

}  // namespace mesh::route
