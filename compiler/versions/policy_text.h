// What handlers and calls are told about failure, by names.
#pragma once

#include <string>
#include <string_view>

#include "mesh/contract/route_table.h"

namespace meshc::versions {

/// ` retry 3 exponential 1s..10s jitter on timeout`; empty for kNone.
std::string RetryText(const mesh::contract::RouteTable& table, mesh::contract::Index retry);

/// The path of the params that is the key of an effect: `order.id`; empty: it is per call.
std::string EffectKeyText(const mesh::contract::RouteTable& table, const mesh::contract::Actor& actor);

/// ` raises bad_order, late`, with what stands before the first; empty: none.
std::string ErrorsText(const mesh::contract::RouteTable& table, std::string_view before,
                       mesh::contract::Span errors);

/// `(results)` of a processor, `{labels}` and `[steps] max N` of routers.
std::string AnswerText(const mesh::contract::RouteTable& table, const mesh::contract::Actor& actor,
                       std::string_view results);

/// Params, answers, errors and policies of an actor: equal texts, equal meaning.
std::string SignatureOf(const mesh::contract::RouteTable& table, const mesh::contract::Actor& actor);

/// `a: string, @sensitive b: int = 1`
std::string MembersText(const mesh::contract::Pool& pool, mesh::contract::Span members);

/// `a, b`
std::string NamesText(const mesh::contract::Pool& pool, mesh::contract::Span strings);

}  // namespace meshc::versions
