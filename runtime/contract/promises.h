// What a version of a mesh promises to the others, beside its route table: no envelope fares differently
// by it, so no digest has it.
#pragma once

#include <string_view>

#include "mesh/contract/route_table.h"

namespace mesh::contract {

enum class Named : std::uint8_t { kActor, kFlow, kField, kMember };

/// `@was`: what an entry of the table was called once. Readers take the former name, too.
struct FormerName {
  Named of = Named::kActor;
  Index entry = kNone;  ///< In `actors`, `flows`, `fields`, or the pool's `members`.
  std::string_view name = {};
};

/// A name that a record or an envelope may not bear again. Exactly one of the first two is set.
struct ReservedName {
  Index type = kNone;
  Index envelope = kNone;
  std::string_view name = {};
};

/// Where a deploy keeps what waits and what is remembered: what the next version finds there.
struct Deploy {
  std::string_view name = {};
  std::string_view transport = {};  ///< Kind, as it is written: `nats`; empty: not stated.
  std::string_view transport_url = {};
  std::string_view state = {};
  std::string_view state_url = {};
  Span lanes = {};  ///< In `lanes`.
};

struct Promises {
  Array<FormerName> former = {};
  Array<ReservedName> reserved = {};
  Array<Deploy> deploys = {};  ///< Sorted by name.
  Array<std::string_view> lanes = {};
};

}  // namespace mesh::contract
