// Mailboxes on RabbitMQ, shared by the processes of many machines. State is kept beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/transport/clock.h"
#include "mesh/transport/credentials.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

struct AmqpServer {
  std::string host;
  int port = 0;
};

struct AmqpOptions {
  std::vector<AmqpServer> servers = {};  ///< Of one cluster; the first that answers is taken.
  bool tls = false;
  std::string vhost = "/";
  std::string prefix = {};  ///< Keeps two installations on one broker apart.
  std::string mesh = {};
  bool create = true;  ///< Make queues that are missing.
  /// Asked for each connection; empty: it is not known by anything.
  CredentialSource credentials = {};
  /// Where the state is kept, used for nothing else. Null: nothing is kept but which calls of suspects have
  /// begun (State::keeps_roots).
  std::shared_ptr<Ledger> store = {};
  /// How long a queue of delayed messages stays after the last of them has gone.
  std::int64_t idle_ns = 24 * 3'600'000'000'000;
  /// How long an end is kept for a process that waits for it and has no mailbox just now.
  std::int64_t reply_patience_ns = 12'000'000'000;
  /// The longest that a handler may run: half of what RabbitMQ waits for an acknowledgement
  /// (`consumer_timeout`), because a message also waits for its handler.
  std::int64_t longest_call_ns = 15 * 60'000'000'000;
  /// How long a message waits in this process for its turn before others get it: a third of that.
  std::int64_t longest_wait_ns = 10 * 60'000'000'000;
  /// Told when the broker cannot be used, and when it can again (empty), from a thread of the transport's
  /// own. May be empty.
  std::function<void(const std::string& problem)> on_problem = {};

  /// `amqp://a:5672,b:5672/vhost`, for people.
  std::string url() const;
};

/// Reads `amqp://HOST[:PORT][,HOST…][/VHOST][?prefix=P&redelivery=SECONDS&create=never]`, or `amqps://…`.
/// `redelivery` is the broker's `consumer_timeout`. The text says what is wrong with it, and repeats no
/// secret.
std::variant<AmqpOptions, std::string> ParseAmqpUrl(std::string_view url);

/// The ledger of a transport that has one, as a store; the transport lives as long as it.
inline std::shared_ptr<Ledger> StoreOf(std::shared_ptr<Transport> transport) {
  Ledger* const ledger = transport->ledger();
  return {std::move(transport), ledger};
}

/// Connects. The text says, in one sentence, why it cannot be used. `clock` outlives the transport.
std::variant<std::unique_ptr<Transport>, std::string> OpenAmqp(AmqpOptions options, Clock& clock);

}  // namespace mesh::transport
