// What a handler was compiled against, in 16 hex digits.
#pragma once

#include <string>
#include <vector>

#include "compiler/types/declarations.h"

namespace meshc::codegen {

/// Digest of params, results, labels, steps and raises, with the structure of every type and
/// error that they reach. Timeouts, retries, docs and the like change nothing.
std::string ContractDigest(const types::Declarations& declarations, types::ActorId actor);

/// The errors whose C++ types the handler may return, sorted: what it declares and what descends
/// from that, but for those that every handler may raise.
std::vector<types::ErrorId> RaisableErrors(const types::Declarations& declarations, types::ActorId actor);

}  // namespace meshc::codegen
