// Who calls a flow and whom it calls; who may run right before and after an actor.
#pragma once

#include <map>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// Another flow or actor, and the places that lead there.
struct Neighbour {
  const Declared* declared = nullptr;
  std::vector<source::SourceRange> places;
};

/// Of a flow: flows that call it. Of an actor: actors that may have run right before it, by errors too.
std::vector<Neighbour> CallersOf(const CheckedRoot& root, const Declared& declared);
/// Of a flow: what its steps call. Of an actor: actors that may run right after it.
std::vector<Neighbour> CalleesOf(const CheckedRoot& root, const Declared& declared);

}  // namespace meshc::queries
