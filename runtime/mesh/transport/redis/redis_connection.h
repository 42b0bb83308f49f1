// One connection to a Redis server, and what is asked on it. Belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/transport/redis/redis.h"

struct redisContext;

namespace mesh::transport {

/// What a server answers. Of its members that of the kind is used.
struct RedisReply {
  enum class Kind : std::uint8_t { kNothing, kNumber, kText, kList, kError };
  Kind kind = Kind::kNothing;
  std::int64_t number = 0;
  std::string text = {};
  std::vector<RedisReply> list = {};
};

using RedisWords = std::vector<std::string_view>;

class RedisConnection {
 public:
  /// Connects and logs in. The text says why it cannot, and names no secret.
  static std::variant<std::unique_ptr<RedisConnection>, std::string> Open(const RedisOptions& options);
  ~RedisConnection();
  RedisConnection(const RedisConnection&) = delete;
  RedisConnection& operator=(const RedisConnection&) = delete;

  /// Waits for the answer. None: the connection is broken, `problem` says why; what was asked may have been
  /// done.
  std::optional<RedisReply> Ask(const RedisWords& words);
  /// Runs a script, which lives as long as the program; the server keeps it from its first time on. `keys`
  /// and `arguments` are what it sees.
  std::optional<RedisReply> Run(const std::string& script, const RedisWords& keys,
                                const RedisWords& arguments);
  const std::string& problem() const { return problem_; }

 private:
  RedisConnection() = default;
  /// Empty: it has.
  std::string LogIn(const RedisOptions& options);

  redisContext* raw_ = nullptr;
  std::string problem_;
  std::map<const std::string*, std::string> scripts_;  ///< By what the server knows them.
};

}  // namespace mesh::transport
