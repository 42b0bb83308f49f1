// The members of every entry of a route table with their names, once: reading, writing, comparing and
// digesting tables, and tables as C++, are visitors of this list. The build fails where it lacks a member.
//
// `Members<Entry>(visit)` calls `visit(name, &Entry::member)` for each member in the order of the wire.
#pragma once

#include <concepts>
#include <cstddef>
#include <utility>

#include "mesh/contract/route_table.h"
#include "mesh/route/table_data.h"

namespace mesh::route {

struct MemberName {
  const char* wire;  ///< In `routes.json`.
  const char* cpp;
};

struct ArrayName {
  const char* wire;   ///< In `routes.json` and in C++.
  const char* entry;  ///< The C++ type of its entries.
};

#define MESH_MEMBER(member) visit(MemberName{#member, #member}, &Entry::member)
#define MESH_MEMBER_AS(member, wire) visit(MemberName{wire, #member}, &Entry::member)
#define MESH_ARRAY(array, entry) visit(ArrayName{#array, #entry}, &Owner::array)

template <std::same_as<contract::Type> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(kind), MESH_MEMBER(name), MESH_MEMBER(open);
  MESH_MEMBER(has_min), MESH_MEMBER(has_max);
  MESH_MEMBER(element), MESH_MEMBER(members), MESH_MEMBER(values);
  MESH_MEMBER(pattern), MESH_MEMBER(min), MESH_MEMBER(max);
  MESH_MEMBER(float_min), MESH_MEMBER(float_max);
}

template <std::same_as<contract::Member> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(name), MESH_MEMBER(type), MESH_MEMBER_AS(default_value, "default");
  MESH_MEMBER(sensitive);
}

template <std::same_as<contract::Constant> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(kind), MESH_MEMBER(boolean), MESH_MEMBER(integer);
  MESH_MEMBER(nanoseconds);
  MESH_MEMBER(number), MESH_MEMBER(text);
  MESH_MEMBER(type), MESH_MEMBER(children);
}

template <std::same_as<contract::Instruction> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(op), MESH_MEMBER(a), MESH_MEMBER(b);
}

template <std::same_as<contract::Program> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(code), MESH_MEMBER(result);
}

template <std::same_as<contract::EnvelopeSchema> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(name), MESH_MEMBER(fields);
}

template <std::same_as<contract::Field> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(name), MESH_MEMBER(type), MESH_MEMBER(mode);
  MESH_MEMBER(sensitive), MESH_MEMBER_AS(default_value, "default");
}

template <std::same_as<contract::ErrorKind> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(name), MESH_MEMBER(parent), MESH_MEMBER_AS(error_class, "class");
  MESH_MEMBER(detail_type);
}

template <std::same_as<contract::RetryPolicy> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(attempts), MESH_MEMBER(backoff), MESH_MEMBER(jitter);
  MESH_MEMBER(delay_ns), MESH_MEMBER(max_delay_ns);
  MESH_MEMBER(only_errors);
}

template <std::same_as<contract::Actor> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(name), MESH_MEMBER(kind), MESH_MEMBER(params);
  MESH_MEMBER(results), MESH_MEMBER(labels), MESH_MEMBER(steps);
  MESH_MEMBER(max_steps), MESH_MEMBER(raises), MESH_MEMBER(timeout_ns);
  MESH_MEMBER(retry), MESH_MEMBER(effect), MESH_MEMBER(effect_key);
  MESH_MEMBER(effect_shared), MESH_MEMBER(undo);
  MESH_MEMBER(concurrency), MESH_MEMBER(contract);
}

template <std::same_as<contract::Flow> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(name), MESH_MEMBER(envelope), MESH_MEMBER(entry);
  MESH_MEMBER(sla_ns), MESH_MEMBER(loops);
}

template <std::same_as<contract::Loop> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(name), MESH_MEMBER(max);
}

template <std::same_as<contract::Handler> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(target), MESH_MEMBER(frames), MESH_MEMBER(drop_loops);
}

template <std::same_as<contract::Write> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(result), MESH_MEMBER(field), MESH_MEMBER(path);
  MESH_MEMBER(append);
}

template <std::same_as<contract::Binding> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(param), MESH_MEMBER(program), MESH_MEMBER(soft);
}

template <std::same_as<contract::Case> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(constant), MESH_MEMBER(error), MESH_MEMBER(target);
}

template <std::same_as<contract::Collect> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(from), MESH_MEMBER(into);
}

template <std::same_as<contract::Fork> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(wait), MESH_MEMBER(count), MESH_MEMBER(timeout_ns);
  MESH_MEMBER(optional), MESH_MEMBER(variable), MESH_MEMBER(max);
  MESH_MEMBER(width), MESH_MEMBER(collects);
}

template <std::same_as<contract::Point> Entry, typename Visit>
constexpr void Members(const Visit& visit) {
  MESH_MEMBER(name), MESH_MEMBER(kind), MESH_MEMBER(flow);
  MESH_MEMBER(handler), MESH_MEMBER(next), MESH_MEMBER(targets);
  MESH_MEMBER(actor), MESH_MEMBER(callee);
  MESH_MEMBER(own_envelope), MESH_MEMBER(bindings);
  MESH_MEMBER(writes), MESH_MEMBER(undo), MESH_MEMBER(once);
  MESH_MEMBER(requires_fields);
  MESH_MEMBER(timeout_ns), MESH_MEMBER(retry), MESH_MEMBER(program);
  MESH_MEMBER(detail), MESH_MEMBER(error), MESH_MEMBER(loop);
  MESH_MEMBER(exit), MESH_MEMBER(frames), MESH_MEMBER(loops);
  MESH_MEMBER(cases), MESH_MEMBER(signal);
  MESH_MEMBER(type), MESH_MEMBER(fork);
}

/// The arrays of a pool; also of a PoolData.
template <typename Owner, typename Visit>
requires std::same_as<Owner, contract::Pool> || std::same_as<Owner, PoolData>
constexpr void Arrays(const Visit& visit) {
  MESH_ARRAY(strings, std::string_view), MESH_ARRAY(indices, Index), MESH_ARRAY(types, Type);
  MESH_ARRAY(members, Member), MESH_ARRAY(constants, Constant);
  MESH_ARRAY(constant_children, Index), MESH_ARRAY(code, Instruction);
  MESH_ARRAY(programs, Program);
}

/// The arrays of a table, those of its pool apart; also of a TableData.
template <typename Owner, typename Visit>
requires std::same_as<Owner, contract::RouteTable> || std::same_as<Owner, TableData>
constexpr void Arrays(const Visit& visit) {
  MESH_ARRAY(envelopes, EnvelopeSchema), MESH_ARRAY(fields, Field), MESH_ARRAY(errors, ErrorKind);
  MESH_ARRAY(retries, RetryPolicy), MESH_ARRAY(actors, Actor), MESH_ARRAY(flows, Flow);
  MESH_ARRAY(loops, Loop), MESH_ARRAY(handlers, Handler), MESH_ARRAY(bindings, Binding);
  MESH_ARRAY(writes, Write), MESH_ARRAY(cases, Case), MESH_ARRAY(collects, Collect);
  MESH_ARRAY(forks, Fork), MESH_ARRAY(points, Point);
}

#undef MESH_MEMBER
#undef MESH_MEMBER_AS
#undef MESH_ARRAY

}  // namespace mesh::route
