#include "mesh/transport/redis_state.h"

#include <chrono>
#include <utility>

#include "mesh/state/keys.h"

namespace mesh::transport {

namespace {

constexpr std::size_t kMostIdle = 8;
constexpr auto kPause = std::chrono::milliseconds(100);
/// Keys at a time: a server does nothing else meanwhile.
constexpr std::string_view kPart = "1000";

/// How the first text begins behind all that begin with `prefix`, which ends in no byte of ones.
std::string Behind(std::string_view prefix) {
  std::string behind(prefix);
  behind.back() = static_cast<char>(static_cast<unsigned char>(behind.back()) + 1);
  return behind;
}

}  // namespace

std::string RedisState::obstacle() const {
  const std::lock_guard lock(mutex_);
  return obstacle_;
}

bool RedisState::SetObstacle(const std::string& problem) {
  const std::lock_guard lock(mutex_);
  return std::exchange(obstacle_, problem) != problem;
}

void RedisState::Close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  ended_.notify_all();
}

std::unique_ptr<RedisConnection> RedisState::Borrow() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  auto opened = RedisConnection::Open(options_);
  auto* const connection = std::get_if<std::unique_ptr<RedisConnection>>(&opened);
  return connection == nullptr ? nullptr : std::move(*connection);
}

void RedisState::GiveBack(std::unique_ptr<RedisConnection> connection) const {
  const std::lock_guard lock(mutex_);
  if (idle_.size() < kMostIdle) idle_.push_back(std::move(connection));
}

std::optional<RedisReply> RedisState::Run(const std::string& script, const RedisWords& arguments) const {
  const auto names = names_.all();
  const RedisWords keys(names.begin(), names.end());
  while (true) {
    if (auto connection = Borrow(); connection != nullptr) {
      auto reply = connection->Run(script, keys, arguments);
      // One that is broken goes.
      if (reply) GiveBack(std::move(connection));
      if (reply && reply->kind != RedisReply::Kind::kError) return reply;
    }
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, kPause, [this] { return closed_; })) return std::nullopt;
  }
}

std::optional<std::string> RedisState::Get(std::string_view key) const {
  // A process that nobody has heard of for a while may live: whoever has died has no queue to be told in.
  if (state::IsWaiterKey(key)) return std::string();
  const std::string now = Now();
  auto reply = Run(RedisGet(), {now, key});
  if (!reply || reply->kind != RedisReply::Kind::kText) return std::nullopt;
  return std::move(reply->text);
}

std::vector<state::Entry> RedisState::Scan(std::string_view prefix) const {
  std::vector<state::Entry> found;
  std::string first = "[" + std::string(prefix);
  const std::string last = "(" + Behind(prefix);
  while (true) {
    const std::string now = Now();
    auto reply = Run(RedisScan(), {now, first, last, kPart});
    if (!reply || reply->list.empty()) return found;
    std::vector<RedisReply>& told = reply->list;
    for (std::size_t i = 0; i + 1 < told.size(); i += 2)
      found.push_back({std::move(told[i].text), std::move(told[i + 1].text)});
    if (told.back().text.empty()) return found;
    first = "(" + told.back().text;
  }
}

std::size_t RedisState::Count(std::string_view prefix) const {
  if (!state::IsErasedOnly(prefix)) return Scan(prefix).size();
  const std::string first = "[" + std::string(prefix);
  const std::string last = "(" + Behind(prefix);
  auto connection = Borrow();
  if (connection == nullptr) return 0;
  const auto reply = connection->Ask({"ZLEXCOUNT", names_.keys(), first, last});
  if (!reply) return 0;
  GiveBack(std::move(connection));
  return static_cast<std::size_t>(reply->number);
}

}  // namespace mesh::transport
