// What a version of a mesh promises to the others, beside its route table: no envelope on its way fares
// differently by it.
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

/// One version of a mesh, as its library has it. What both are made of outlives it.
struct Version {
  Version() = default;
  Version(const RouteTable* of, Promises promised = {}) : table(of), promises(promised) {}

  const RouteTable* table = nullptr;
  Promises promises = {};
};

}  // namespace mesh::contract

/// What `lib<mesh>_routes.so` may export beside its table; without it the version promises nothing.
extern "C" const mesh::contract::Promises* mesh_routes_promises(void);
