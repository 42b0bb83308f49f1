// Holds the list of members against the structs themselves.
#include "mesh/route/table_fields.h"

namespace mesh::route {
namespace {

/// Becomes whatever a member is initialised with; used in unevaluated places only.
struct Anything {
  template <typename T>
  operator T() const;  // NOLINT(google-explicit-constructor)
};

template <typename T, std::size_t... I>
constexpr bool TakesInitialisers(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), Anything{})...}; };
}

/// How many members an aggregate has: the most initialisers that it takes.
template <typename T, std::size_t N = 1>
constexpr std::size_t CountMembers() {
  if constexpr (TakesInitialisers<T>(std::make_index_sequence<N>{})) return CountMembers<T, N + 1>();
  return N - 1;
}

template <typename Entry>
constexpr bool ListsAllMembers() {
  std::size_t listed = 0;
  Members<Entry>([&](MemberName, auto) { ++listed; });
  return listed == CountMembers<Entry>();
}

template <typename Owner>
constexpr std::size_t CountArrays() {
  std::size_t listed = 0;
  Arrays<Owner>([&](ArrayName, auto) { ++listed; });
  return listed;
}

static_assert(ListsAllMembers<contract::Type>());
static_assert(ListsAllMembers<contract::Member>());
static_assert(ListsAllMembers<contract::Constant>());
static_assert(ListsAllMembers<contract::Instruction>());
static_assert(ListsAllMembers<contract::Program>());
static_assert(ListsAllMembers<contract::EnvelopeSchema>());
static_assert(ListsAllMembers<contract::Field>());
static_assert(ListsAllMembers<contract::ErrorKind>());
static_assert(ListsAllMembers<contract::RetryPolicy>());
static_assert(ListsAllMembers<contract::Actor>());
static_assert(ListsAllMembers<contract::Flow>());
static_assert(ListsAllMembers<contract::Loop>());
static_assert(ListsAllMembers<contract::Handler>());
static_assert(ListsAllMembers<contract::Write>());
static_assert(ListsAllMembers<contract::Binding>());
static_assert(ListsAllMembers<contract::Case>());
static_assert(ListsAllMembers<contract::Collect>());
static_assert(ListsAllMembers<contract::Fork>());
static_assert(ListsAllMembers<contract::Point>());
static_assert(CountArrays<contract::Pool>() == CountMembers<contract::Pool>());
// Version, mesh, digest and pool are no arrays.
static_assert(CountArrays<contract::RouteTable>() + 4 == CountMembers<contract::RouteTable>());

}  // namespace
}  // namespace mesh::route
