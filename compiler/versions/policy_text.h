// What handlers and calls are told about failure, by names.
#pragma once

#include <string>

#include "mesh/contract/route_table.h"

namespace meshc::versions {

/// ` retry 3 exponential 1s..10s jitter on timeout`; empty for kNone.
std::string RetryText(const mesh::contract::RouteTable& table, mesh::contract::Index retry);

/// The path of the params that is the key of an effect: `order.id`; empty: it is per call.
std::string EffectKeyText(const mesh::contract::RouteTable& table, const mesh::contract::Actor& actor);

/// Params, answers, errors and policies of an actor: equal texts, equal meaning.
std::string SignatureOf(const mesh::contract::RouteTable& table, const mesh::contract::Actor& actor);

/// `a: string, @sensitive b: int = 1`
std::string MembersText(const mesh::contract::Pool& pool, mesh::contract::Span members);

/// `a, b`
std::string NamesText(const mesh::contract::Pool& pool, mesh::contract::Span strings);

}  // namespace meshc::versions
