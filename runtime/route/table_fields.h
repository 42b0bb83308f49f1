// The members of every entry of a route table with their names, once: reading, writing and
// comparing tables are visitors of this list.
//
// `Members<Entry>(visit)` calls `visit("name", &Entry::member)` for each member in order. A member
// that is added to the contract is added here, and nowhere else.
#pragma once

#include <concepts>

#include "mesh/contract/route_table.h"
#include "mesh/route/table_data.h"

namespace mesh::route {

template <std::same_as<contract::Type> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("kind", &Entry::kind), visit("name", &Entry::name), visit("open", &Entry::open);
  visit("has_min", &Entry::has_min), visit("has_max", &Entry::has_max);
  visit("element", &Entry::element), visit("members", &Entry::members), visit("values", &Entry::values);
  visit("pattern", &Entry::pattern), visit("min", &Entry::min), visit("max", &Entry::max);
  visit("float_min", &Entry::float_min), visit("float_max", &Entry::float_max);
}

template <std::same_as<contract::Member> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("name", &Entry::name), visit("type", &Entry::type), visit("default", &Entry::default_value);
  visit("sensitive", &Entry::sensitive);
}

template <std::same_as<contract::Constant> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("kind", &Entry::kind), visit("boolean", &Entry::boolean), visit("integer", &Entry::integer);
  visit("nanoseconds", &Entry::nanoseconds);
  visit("number", &Entry::number), visit("text", &Entry::text);
  visit("type", &Entry::type), visit("children", &Entry::children);
}

template <std::same_as<contract::Instruction> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("op", &Entry::op), visit("a", &Entry::a), visit("b", &Entry::b);
}

template <std::same_as<contract::Program> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("code", &Entry::code), visit("result", &Entry::result);
}

template <std::same_as<contract::EnvelopeSchema> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("name", &Entry::name), visit("fields", &Entry::fields);
}

template <std::same_as<contract::Field> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("name", &Entry::name), visit("type", &Entry::type), visit("mode", &Entry::mode);
  visit("sensitive", &Entry::sensitive), visit("default", &Entry::default_value);
}

template <std::same_as<contract::ErrorKind> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("name", &Entry::name), visit("parent", &Entry::parent), visit("class", &Entry::error_class);
  visit("detail_type", &Entry::detail_type);
}

template <std::same_as<contract::RetryPolicy> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("attempts", &Entry::attempts), visit("backoff", &Entry::backoff), visit("jitter", &Entry::jitter);
  visit("delay_ns", &Entry::delay_ns), visit("max_delay_ns", &Entry::max_delay_ns);
  visit("only_errors", &Entry::only_errors);
}

template <std::same_as<contract::Actor> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("name", &Entry::name), visit("kind", &Entry::kind), visit("params", &Entry::params);
  visit("results", &Entry::results), visit("labels", &Entry::labels), visit("steps", &Entry::steps);
  visit("max_steps", &Entry::max_steps), visit("raises", &Entry::raises),
      visit("timeout_ns", &Entry::timeout_ns);
  visit("retry", &Entry::retry), visit("effect", &Entry::effect), visit("effect_key", &Entry::effect_key);
  visit("effect_shared", &Entry::effect_shared), visit("undo", &Entry::undo);
  visit("concurrency", &Entry::concurrency), visit("contract", &Entry::contract);
}

template <std::same_as<contract::Flow> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("name", &Entry::name), visit("envelope", &Entry::envelope), visit("entry", &Entry::entry);
  visit("sla_ns", &Entry::sla_ns), visit("loops", &Entry::loops);
}

template <std::same_as<contract::Loop> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("name", &Entry::name), visit("max", &Entry::max);
}

template <std::same_as<contract::Handler> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("target", &Entry::target), visit("frames", &Entry::frames), visit("drop_loops", &Entry::drop_loops);
}

template <std::same_as<contract::Write> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("result", &Entry::result), visit("field", &Entry::field), visit("path", &Entry::path);
  visit("append", &Entry::append);
}

template <std::same_as<contract::Binding> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("param", &Entry::param), visit("program", &Entry::program), visit("soft", &Entry::soft);
}

template <std::same_as<contract::Case> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("constant", &Entry::constant), visit("error", &Entry::error), visit("target", &Entry::target);
}

template <std::same_as<contract::Collect> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("from", &Entry::from), visit("into", &Entry::into);
}

template <std::same_as<contract::Fork> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("wait", &Entry::wait), visit("count", &Entry::count), visit("timeout_ns", &Entry::timeout_ns);
  visit("optional", &Entry::optional), visit("variable", &Entry::variable), visit("max", &Entry::max);
  visit("width", &Entry::width), visit("collects", &Entry::collects);
}

template <std::same_as<contract::Point> Entry, typename Visit>
void Members(const Visit& visit) {
  visit("name", &Entry::name), visit("kind", &Entry::kind), visit("flow", &Entry::flow);
  visit("handler", &Entry::handler), visit("next", &Entry::next), visit("targets", &Entry::targets);
  visit("actor", &Entry::actor), visit("callee", &Entry::callee);
  visit("own_envelope", &Entry::own_envelope), visit("bindings", &Entry::bindings);
  visit("writes", &Entry::writes), visit("undo", &Entry::undo), visit("once", &Entry::once);
  visit("requires_fields", &Entry::requires_fields);
  visit("timeout_ns", &Entry::timeout_ns), visit("retry", &Entry::retry), visit("program", &Entry::program);
  visit("detail", &Entry::detail), visit("error", &Entry::error), visit("loop", &Entry::loop);
  visit("exit", &Entry::exit), visit("frames", &Entry::frames), visit("loops", &Entry::loops);
  visit("cases", &Entry::cases), visit("signal", &Entry::signal);
  visit("type", &Entry::type), visit("fork", &Entry::fork);
}

/// The arrays of a pool; also of a PoolData.
template <typename P, typename Visit>
requires std::same_as<P, contract::Pool> || std::same_as<P, PoolData>
void Arrays(const Visit& visit) {
  visit("strings", &P::strings), visit("indices", &P::indices), visit("types", &P::types);
  visit("members", &P::members), visit("constants", &P::constants);
  visit("constant_children", &P::constant_children), visit("code", &P::code);
  visit("programs", &P::programs);
}

/// The arrays of a table, those of its pool apart; also of a TableData.
template <typename T, typename Visit>
requires std::same_as<T, contract::RouteTable> || std::same_as<T, TableData>
void Arrays(const Visit& visit) {
  visit("envelopes", &T::envelopes), visit("fields", &T::fields), visit("errors", &T::errors);
  visit("retries", &T::retries), visit("actors", &T::actors), visit("flows", &T::flows);
  visit("loops", &T::loops), visit("handlers", &T::handlers), visit("bindings", &T::bindings);
  visit("writes", &T::writes), visit("cases", &T::cases), visit("collects", &T::collects);
  visit("forks", &T::forks), visit("points", &T::points);
}

}  // namespace mesh::route
