// The route table: the compiled control flow of one mesh version, as constant data.
//
// This header is the binary contract between the compiler and every host. It is built by
// `codegen/route_table`, run as it is by `meshc test`, written as generated C++ for
// `lib<mesh>_routes.so`, and printed as `routes.json`; the three are equal.
//
// Everything is plain data: arrays of PODs addressed by index, so that a table is constant,
// needs no allocation on load and looking up a program point is one index operation.
// `kNone` means "no such entry". Text is UTF-8, never null-terminated by contract.
// Thread rule: a table is immutable; share it freely.
#pragma once

#include <cstdint>
#include <string_view>

#include "mesh/contract/declaration.h"
#include "mesh/contract/entry.h"
#include "mesh/contract/point.h"
#include "mesh/contract/program.h"
#include "mesh/contract/type.h"

namespace mesh::contract {

/// Bumped on any change of the layout in this folder; a host refuses a table of another version.
inline constexpr std::uint32_t kRouteTableVersion = 2;

/// What programs are made of and speak about. A scenario set brings a pool of its own that
/// begins with the entries of its mesh's table, so that indices of the table hold in both.
struct Pool {
  Array<std::string_view> strings = {};
  Array<Index> indices = {};
  Array<Type> types = {};
  Array<Member> members = {};
  Array<Constant> constants = {};
  Array<Index> constant_children = {};
  Array<Instruction> code = {};
  Array<Program> programs = {};
};

/// The whole table.
struct RouteTable {
  std::uint32_t version = kRouteTableVersion;
  std::string_view mesh = {};
  std::string_view digest = {};  ///< 16 hex digits; depends on meaning only.
  Pool pool = {};
  Array<EnvelopeSchema> envelopes = {};
  Array<Field> fields = {};
  Array<ErrorKind> errors = {};
  Array<RetryPolicy> retries = {};
  Array<Actor> actors = {};  ///< Sorted by name.
  Array<Flow> flows = {};    ///< Sorted by name.
  Array<Loop> loops = {};
  Array<Handler> handlers = {};
  Array<Binding> bindings = {};
  Array<Write> writes = {};
  Array<Case> cases = {};
  Array<Collect> collects = {};
  Array<Fork> forks = {};
  Array<Point> points = {};  ///< Sorted by name.
};

}  // namespace mesh::contract

/// What `lib<mesh>_routes.so` exports (C ABI). The table lives as long as the library is loaded.
extern "C" {
std::uint32_t mesh_routes_version(void);
const char* mesh_routes_digest(void);
const mesh::contract::RouteTable* mesh_routes_table(void);
}
