#include "compiler/types/store_of.h"

namespace meshc::types {
namespace {

bool IsSecured(const Server& server) { return server.tls || server.url.starts_with("tls://"); }

/// True if `own` says something else than `of_transport`.
bool Differs(const std::string& own, const std::string& of_transport) {
  return !own.empty() && own != of_transport;
}

/// True if it is to be reached in another way than the broker on the same server.
bool IsReachedOtherwise(const State& state, const Transport& transport) {
  return Differs(state.secret, transport.secret) || Differs(state.prefix, transport.prefix) ||
         Differs(state.account, transport.account) || (state.tls && !IsSecured(transport));
}

void TakeOver(const Transport& transport, State& state) {
  state.url = transport.url;
  state.tls = state.tls || transport.tls;
  if (state.secret.empty()) state.secret = transport.secret;
  if (state.account.empty()) state.account = transport.account;
}

}  // namespace

std::optional<State> StoreOf(const Deploy& deploy) {
  if (!deploy.state) return std::nullopt;
  State store = *deploy.state;
  const Transport transport = deploy.transport.value_or(Transport());
  const bool of_nats = store.kind == StateKind::kNatsKv && transport.kind == TransportKind::kNats;
  if (of_nats && !Differs(store.url, transport.url)) {
    if (!IsReachedOtherwise(store, transport)) return std::nullopt;
    TakeOver(transport, store);
  }
  if (store.prefix.empty()) store.prefix = transport.prefix;
  return store;
}

bool KeepsNoState(const Deploy& deploy) {
  return deploy.transport && deploy.transport->kind == TransportKind::kAmqp && !deploy.state;
}

}  // namespace meshc::types
