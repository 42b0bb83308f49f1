// The fields of the route table's structs by name, once, for everything that goes through all of
// them: C++ initialisers and digests. Order is that of declaration, as initialisers want it.
//
// `visit` is called as visit(name, a.field, b.field) for two objects of one type, so that a
// field can be compared with its default.
#pragma once

#include "mesh/contract/route_table.h"

namespace meshc::codegen {

namespace contract = mesh::contract;

#define MESHC_FIELD(field) visit(#field, a.field, b.field)

template <typename V>
void VisitFields(const contract::Span& a, const contract::Span& b, V visit) {
  MESHC_FIELD(first), MESHC_FIELD(count);
}

template <typename V>
void VisitFields(const contract::Type& a, const contract::Type& b, V visit) {
  MESHC_FIELD(kind), MESHC_FIELD(open), MESHC_FIELD(has_min), MESHC_FIELD(has_max);
  MESHC_FIELD(element), MESHC_FIELD(name), MESHC_FIELD(members), MESHC_FIELD(values);
  MESHC_FIELD(pattern), MESHC_FIELD(min), MESHC_FIELD(max), MESHC_FIELD(float_min), MESHC_FIELD(float_max);
}

template <typename V>
void VisitFields(const contract::Member& a, const contract::Member& b, V visit) {
  MESHC_FIELD(name), MESHC_FIELD(type), MESHC_FIELD(default_value), MESHC_FIELD(sensitive);
}

template <typename V>
void VisitFields(const contract::Constant& a, const contract::Constant& b, V visit) {
  MESHC_FIELD(kind), MESHC_FIELD(boolean), MESHC_FIELD(nanoseconds), MESHC_FIELD(integer);
  MESHC_FIELD(number);
  MESHC_FIELD(text), MESHC_FIELD(type), MESHC_FIELD(children);
}

template <typename V>
void VisitFields(const contract::EnvelopeSchema& a, const contract::EnvelopeSchema& b, V visit) {
  MESHC_FIELD(name), MESHC_FIELD(fields);
}

template <typename V>
void VisitFields(const contract::Field& a, const contract::Field& b, V visit) {
  MESHC_FIELD(name), MESHC_FIELD(type), MESHC_FIELD(mode), MESHC_FIELD(sensitive), MESHC_FIELD(default_value);
}

template <typename V>
void VisitFields(const contract::ErrorKind& a, const contract::ErrorKind& b, V visit) {
  MESHC_FIELD(name), MESHC_FIELD(parent), MESHC_FIELD(error_class), MESHC_FIELD(detail_type);
}

template <typename V>
void VisitFields(const contract::RetryPolicy& a, const contract::RetryPolicy& b, V visit) {
  MESHC_FIELD(attempts), MESHC_FIELD(backoff), MESHC_FIELD(jitter), MESHC_FIELD(delay_ns);
  MESHC_FIELD(max_delay_ns), MESHC_FIELD(only_errors);
}

template <typename V>
void VisitFields(const contract::Actor& a, const contract::Actor& b, V visit) {
  MESHC_FIELD(name), MESHC_FIELD(kind), MESHC_FIELD(params), MESHC_FIELD(results), MESHC_FIELD(labels);
  MESHC_FIELD(steps), MESHC_FIELD(max_steps), MESHC_FIELD(raises), MESHC_FIELD(timeout_ns),
      MESHC_FIELD(retry);
  MESHC_FIELD(effect), MESHC_FIELD(effect_key), MESHC_FIELD(effect_shared), MESHC_FIELD(undo);
  MESHC_FIELD(concurrency), MESHC_FIELD(contract);
}

template <typename V>
void VisitFields(const contract::Flow& a, const contract::Flow& b, V visit) {
  MESHC_FIELD(name), MESHC_FIELD(envelope), MESHC_FIELD(entry), MESHC_FIELD(sla_ns), MESHC_FIELD(loops);
}

template <typename V>
void VisitFields(const contract::Loop& a, const contract::Loop& b, V visit) {
  MESHC_FIELD(name), MESHC_FIELD(max);
}

template <typename V>
void VisitFields(const contract::Instruction& a, const contract::Instruction& b, V visit) {
  MESHC_FIELD(op), MESHC_FIELD(a), MESHC_FIELD(b);
}

template <typename V>
void VisitFields(const contract::Program& a, const contract::Program& b, V visit) {
  MESHC_FIELD(code), MESHC_FIELD(result);
}

template <typename V>
void VisitFields(const contract::Handler& a, const contract::Handler& b, V visit) {
  MESHC_FIELD(target), MESHC_FIELD(frames), MESHC_FIELD(drop_loops);
}

template <typename V>
void VisitFields(const contract::Write& a, const contract::Write& b, V visit) {
  MESHC_FIELD(result), MESHC_FIELD(field), MESHC_FIELD(path), MESHC_FIELD(append);
}

template <typename V>
void VisitFields(const contract::Binding& a, const contract::Binding& b, V visit) {
  MESHC_FIELD(param), MESHC_FIELD(program), MESHC_FIELD(soft);
}

template <typename V>
void VisitFields(const contract::Case& a, const contract::Case& b, V visit) {
  MESHC_FIELD(constant), MESHC_FIELD(error), MESHC_FIELD(target);
}

template <typename V>
void VisitFields(const contract::Collect& a, const contract::Collect& b, V visit) {
  MESHC_FIELD(from), MESHC_FIELD(into);
}

template <typename V>
void VisitFields(const contract::Fork& a, const contract::Fork& b, V visit) {
  MESHC_FIELD(wait), MESHC_FIELD(count), MESHC_FIELD(timeout_ns), MESHC_FIELD(optional);
  MESHC_FIELD(variable), MESHC_FIELD(max), MESHC_FIELD(width), MESHC_FIELD(collects);
}

template <typename V>
void VisitFields(const contract::Point& a, const contract::Point& b, V visit) {
  MESHC_FIELD(name), MESHC_FIELD(kind), MESHC_FIELD(flow), MESHC_FIELD(handler), MESHC_FIELD(next);
  MESHC_FIELD(targets), MESHC_FIELD(actor), MESHC_FIELD(callee), MESHC_FIELD(own_envelope);
  MESHC_FIELD(bindings), MESHC_FIELD(writes), MESHC_FIELD(undo), MESHC_FIELD(once);
  MESHC_FIELD(requires_fields), MESHC_FIELD(timeout_ns), MESHC_FIELD(retry), MESHC_FIELD(program);
  MESHC_FIELD(detail), MESHC_FIELD(error), MESHC_FIELD(loop), MESHC_FIELD(exit), MESHC_FIELD(frames);
  MESHC_FIELD(loops), MESHC_FIELD(cases), MESHC_FIELD(signal), MESHC_FIELD(type), MESHC_FIELD(fork);
}

#undef MESHC_FIELD

/// The arrays of a pool: visit(name, element type's name, array).
template <typename V>
void VisitArrays(const contract::Pool& pool, V visit) {
  visit("strings", "std::string_view", pool.strings);
  visit("indices", "Index", pool.indices);
  visit("types", "Type", pool.types);
  visit("members", "Member", pool.members);
  visit("constants", "Constant", pool.constants);
  visit("constant_children", "Index", pool.constant_children);
  visit("code", "Instruction", pool.code);
  visit("programs", "Program", pool.programs);
}

/// The arrays of a table but for its pool.
template <typename V>
void VisitArrays(const contract::RouteTable& table, V visit) {
  visit("envelopes", "EnvelopeSchema", table.envelopes);
  visit("fields", "Field", table.fields);
  visit("errors", "ErrorKind", table.errors);
  visit("retries", "RetryPolicy", table.retries);
  visit("actors", "Actor", table.actors);
  visit("flows", "Flow", table.flows);
  visit("loops", "Loop", table.loops);
  visit("handlers", "Handler", table.handlers);
  visit("bindings", "Binding", table.bindings);
  visit("writes", "Write", table.writes);
  visit("cases", "Case", table.cases);
  visit("collects", "Collect", table.collects);
  visit("forks", "Fork", table.forks);
  visit("points", "Point", table.points);
}

}  // namespace meshc::codegen
