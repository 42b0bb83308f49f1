// Mailboxes, and state unless it is kept elsewhere, on a NATS server with JetStream: shared by the processes
// of many machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/transport/clock.h"
#include "mesh/transport/credentials.h"
#include "mesh/transport/ledger.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

/// How long what is only remembered is kept at most: ends, results of effects.
inline constexpr std::int64_t kNatsMemoryNs = (7 * 24 + 1) * 3'600'000'000'000;

struct NatsOptions {
  std::string servers = {};  ///< `nats://a:4222,nats://b:4222`
  std::string prefix = {};   ///< Keeps two installations on one server apart.
  std::string mesh = {};
  int replicas = 1;
  bool create = true;  ///< Make streams, buckets and consumers that are missing.
  /// Asked when it connects; a token, whenever it connects again. Empty: it is not known by anything.
  CredentialSource credentials = {};
  /// A payload may have so many bytes: a server that takes less is refused.
  std::size_t largest_payload = 0;
  /// How soon the work of a process that died is taken over.
  std::int64_t redelivery_ns = 30'000'000'000;
  /// Where the state is kept, used for nothing else. Null: on the server.
  std::shared_ptr<Ledger> store = {};
  /// Told when the server cannot be reached, and when it can again (empty), from a thread of the transport's
  /// own. May be empty.
  std::function<void(const std::string& problem)> on_problem = {};
  /// Asked again and again while the servers elect a leader at the start. Returns true if the start is to
  /// fail instead of waiting on. Empty: it waits.
  std::function<bool()> gives_up = {};
};

/// Reads `nats://HOST[:PORT][,HOST…][?prefix=P&replicas=N&redelivery=SECONDS&create=never]`, or `tls://…`.
/// The text says what is wrong with it, and repeats no secret.
std::variant<NatsOptions, std::string> ParseNatsUrl(std::string_view url);

/// Connects, and makes what is missing. The text says, in one sentence, why it cannot be used. `clock`
/// outlives the transport.
std::variant<std::unique_ptr<Transport>, std::string> OpenNats(NatsOptions options, Clock& clock);

}  // namespace mesh::transport
