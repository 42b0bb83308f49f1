// State on a Redis server that all tests of this program share; each has a prefix of its own.
#pragma once

#include "mesh/transport/redis/redis.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

#include "mesh/transport/redis/redis_connection.h"
#include "tests/support/redis_server.h"

namespace mesh::test {

inline RedisServer& Redis() {
  static RedisServer server;
  return server;
}

inline std::string NewRedisPrefix() {
  static int number = 0;
  return "t" + std::to_string(++number);
}

inline transport::RedisOptions OptionsOf(const RedisServer& server, const std::string& prefix) {
  auto options = std::get<transport::RedisOptions>(transport::ParseRedisUrl(server.url()));
  options.prefix = prefix;
  options.mesh = "shop";
  return options;
}

inline std::shared_ptr<transport::Ledger> OpenServer(transport::RedisOptions options,
                                                     transport::Clock& clock) {
  auto opened = transport::OpenRedis(std::move(options), clock);
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<std::unique_ptr<transport::Ledger>>(std::move(opened));
}

inline std::unique_ptr<transport::RedisConnection> Connect(const transport::RedisOptions& options) {
  auto opened = transport::RedisConnection::Open(options);
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<std::unique_ptr<transport::RedisConnection>>(std::move(opened));
}

/// What its operators do.
inline void Do(const RedisServer& server, const transport::RedisWords& words) {
  const auto reply = Connect(OptionsOf(server, ""))->Ask(words);
  ASSERT_TRUE(reply);
  EXPECT_NE(reply->kind, transport::RedisReply::Kind::kError) << reply->text;
}

}  // namespace mesh::test
