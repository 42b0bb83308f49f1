// The part of an envelope's frames and counters that belongs to the flow it is in.
#pragma once

#include <cstddef>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"

namespace mesh::route {

/// How many frames belong to callers, the call frame of this flow included; 0 in the root flow.
std::size_t ActivationBase(const Route& route);

/// Drops all frames but the lowest `count`, because of an error.
void KeepFrames(Route& route, std::size_t count);

/// Drops the innermost frame in an orderly way: a saga frame gives its undo calls to the next saga
/// frame below it, if there is one.
void PopFrame(Route& route);

/// True in a child of a fork and in a copy of a tap.
bool InBranch(const std::vector<Frame>& frames);

/// The innermost saga frame, callers' ones included; null if there is none.
SagaFrame* InnermostSaga(std::vector<Frame>& frames);

void SetRounds(Route& route, contract::Index loop, std::uint32_t rounds);
/// 0 if the loop has no counter.
std::uint32_t RoundsOf(const Route& route, contract::Index loop);
void DropLoop(Route& route, contract::Index loop);
void DropLoops(Route& route, contract::Array<contract::Index> loops);
/// Drops the counters of consecutive loops.
void DropLoops(Route& route, contract::Span loops);

}  // namespace mesh::route
