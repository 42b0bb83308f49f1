// State on a Redis server, shared by the processes of many machines; the messages are a broker's beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/transport/clock.h"
#include "mesh/transport/credentials.h"
#include "mesh/transport/ledger.h"

namespace mesh::transport {

struct RedisOptions {
  std::string host = {};
  int port = 6'379;
  int database = 0;
  std::string prefix = {};  ///< Keeps two installations on one server apart.
  std::string mesh = {};
  /// Asked for each connection; empty: the server lets everybody in.
  CredentialSource credentials = {};
  /// How long a process is taken to live that says nothing.
  std::int64_t lease_ns = 10'000'000'000;
  /// How often it is looked whether the server can still be relied upon.
  std::int64_t look_ns = 5'000'000'000;
  /// Told when the server cannot be used, and when it can again (empty), from a thread of the ledger's own.
  /// May be empty.
  std::function<void(const std::string& problem)> on_problem = {};
  /// Told while it is opened what its operators should know. May be empty.
  std::function<void(const std::string& warning)> on_warning = {};

  /// `redis://host:6379`, for people.
  std::string url() const;
};

/// Reads `redis://HOST[:PORT][/DATABASE][?prefix=P]`. The text says what is wrong with it, and repeats no
/// secret.
std::variant<RedisOptions, std::string> ParseRedisUrl(std::string_view url);

/// Connects. It carries state only: no inputs and nothing to be sent. The text says, in one sentence, why it
/// cannot be used. `clock` outlives the ledger.
std::variant<std::unique_ptr<Ledger>, std::string> OpenRedis(RedisOptions options, Clock& clock);

}  // namespace mesh::transport
