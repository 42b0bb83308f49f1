#include "mesh/transport/redis/redis_connection.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <hiredis/hiredis.h>

namespace mesh::transport {

namespace {

constexpr timeval kServerPatience = {.tv_sec = 5, .tv_usec = 0};

RedisReply ReplyOf(const redisReply& raw) {
  const auto text = [&raw] { return std::string(raw.str, static_cast<std::size_t>(raw.len)); };
  switch (raw.type) {
    case REDIS_REPLY_INTEGER: return {.kind = RedisReply::Kind::kNumber, .number = raw.integer};
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS: return {.kind = RedisReply::Kind::kText, .text = text()};
    case REDIS_REPLY_ERROR: return {.kind = RedisReply::Kind::kError, .text = text()};
    case REDIS_REPLY_ARRAY: {
      RedisReply reply{.kind = RedisReply::Kind::kList};
      for (std::size_t i = 0; i < raw.elements; ++i) reply.list.push_back(ReplyOf(*raw.element[i]));
      return reply;
    }
    default: return {};
  }
}

/// It may also be full, or still read what it has kept.
bool IsAboutCredentials(std::string_view error) {
  constexpr std::string_view kBeginnings[] = {"WRONGPASS", "ERR invalid password", "ERR AUTH",
                                              "ERR Client sent AUTH"};
  return std::ranges::any_of(kBeginnings, [error](std::string_view each) { return error.starts_with(each); });
}

bool IsError(const std::optional<RedisReply>& reply) {
  return reply && reply->kind == RedisReply::Kind::kError;
}

}  // namespace

RedisConnection::~RedisConnection() {
  if (raw_ != nullptr) redisFree(raw_);
}

std::variant<std::unique_ptr<RedisConnection>, std::string> RedisConnection::Open(
    const RedisOptions& options) {
  std::unique_ptr<RedisConnection> opened(new RedisConnection);
  opened->raw_ = redisConnectWithTimeout(options.host.c_str(), options.port, kServerPatience);
  if (opened->raw_ == nullptr || opened->raw_->err != 0)
    return fmt::format("no Redis server answers at `{}`", options.url());
  redisSetTimeout(opened->raw_, kServerPatience);
  redisEnableKeepAlive(opened->raw_);
  if (std::string problem = opened->LogIn(options); !problem.empty()) return problem;
  return opened;
}

std::string RedisConnection::LogIn(const RedisOptions& options) {
  auto source = AskFor(options.credentials);
  if (auto* wrong = std::get_if<std::string>(&source)) return std::move(*wrong);
  const Credentials known = std::get<Credentials>(std::move(source));
  const auto lost = [&] {
    return fmt::format("the Redis server at `{}` is lost: {}", options.url(), problem_);
  };
  const auto turned_away = [&options](std::string_view why) {
    return fmt::format("the Redis server at `{}` lets nobody in: {}", options.url(), why);
  };
  if (!known.password.empty()) {
    RedisWords words = {"AUTH"};
    // A server that knows no users knows one password.
    if (!known.user.empty()) words.push_back(known.user);
    words.push_back(known.password);
    const auto known_by = Ask(words);
    if (!known_by) return lost();
    if (IsError(known_by)) {
      return IsAboutCredentials(known_by->text)
                 ? fmt::format("the Redis server at `{}` refuses these credentials (MESH_STATE_USER and …)",
                               options.url())
                 : turned_away(known_by->text);
    }
  }
  const std::string database = std::to_string(options.database);
  const auto selected = Ask({"SELECT", database});
  if (!selected) return lost();
  if (selected->kind != RedisReply::Kind::kError) return {};
  if (selected->text.starts_with("NOAUTH"))
    return fmt::format("the Redis server at `{}` wants credentials: MESH_STATE_USER and MESH_STATE_PASSWORD",
                       options.url());
  return turned_away(selected->text);
}

std::optional<RedisReply> RedisConnection::Ask(const RedisWords& words) {
  std::vector<const char*> texts;
  std::vector<std::size_t> sizes;
  for (const std::string_view word : words) {
    texts.push_back(word.data());
    sizes.push_back(word.size());
  }
  auto* const raw = static_cast<redisReply*>(
      redisCommandArgv(raw_, static_cast<int>(words.size()), texts.data(), sizes.data()));
  if (raw == nullptr) {
    problem_ = raw_->errstr;
    return std::nullopt;
  }
  RedisReply reply = ReplyOf(*raw);
  freeReplyObject(raw);
  return reply;
}

std::optional<RedisReply> RedisConnection::Run(const std::string& script, const RedisWords& keys,
                                               const RedisWords& arguments) {
  const std::string count = std::to_string(keys.size());
  while (true) {
    std::string& known = scripts_[&script];
    if (known.empty()) {
      auto loaded = Ask({"SCRIPT", "LOAD", script});
      if (!loaded || IsError(loaded)) return loaded;
      known = std::move(loaded->text);
    }
    RedisWords words = {"EVALSHA", known, count};
    words.insert(words.end(), keys.begin(), keys.end());
    words.insert(words.end(), arguments.begin(), arguments.end());
    auto reply = Ask(words);
    // Somebody has made the server forget its scripts.
    if (!IsError(reply) || !reply->text.starts_with("NOSCRIPT")) return reply;
    known.clear();
  }
}

}  // namespace mesh::transport
