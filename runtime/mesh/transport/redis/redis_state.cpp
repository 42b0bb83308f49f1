#include "mesh/transport/redis/redis_state.h"

#include <chrono>
#include <utility>

#include "mesh/state/keys.h"
#include "mesh/transport/behind.h"
#include "mesh/transport/steady_ns.h"

namespace mesh::transport {

namespace {

constexpr std::size_t kMostIdle = 8;
constexpr auto kRetryPause = std::chrono::milliseconds(100);
/// Keys at a time: a server does nothing else meanwhile.
constexpr std::string_view kPart = "1000";

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

void RedisState::Heard() const {
  std::int64_t lost = 0;
  heard_since_ns_.compare_exchange_strong(lost, SteadyNs());
}

std::string RedisState::Judges() const {
  const std::int64_t since_ns = heard_since_ns_;
  return since_ns != 0 && SteadyNs() - since_ns > options_.lease_ns ? "1" : "0";
}

std::optional<RedisReply> RedisState::RunOnce(const std::string& script, const RedisWords& arguments) const {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return std::nullopt;
  }
  const auto names = names_.all();
  const std::string now = Now();
  const std::string judges = Judges();
  RedisWords words = {now, judges};
  words.insert(words.end(), arguments.begin(), arguments.end());
  auto connection = Borrow();
  auto reply =
      connection == nullptr ? std::nullopt : connection->Run(script, {names.begin(), names.end()}, words);
  // One that is broken goes.
  if (reply) GiveBack(std::move(connection));
  const bool answered = reply && reply->kind != RedisReply::Kind::kError;
  answered ? Heard() : Lost();
  return answered ? std::move(reply) : std::nullopt;
}

std::optional<RedisReply> RedisState::Run(const std::string& script, const RedisWords& arguments) const {
  while (true) {
    if (auto reply = RunOnce(script, arguments)) return reply;
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, kRetryPause, [this] { return closed_; })) return std::nullopt;
  }
}

namespace {

std::optional<std::string> ValueOf(RedisReply& reply) {
  if (reply.kind != RedisReply::Kind::kText) return std::nullopt;
  return std::move(reply.text);
}

template <typename Run>
std::vector<state::Entry> ScanBy(std::string_view prefix, const Run& run) {
  std::vector<state::Entry> found;
  std::string first = "[" + std::string(prefix);
  const std::string last = "(" + Behind(prefix);
  while (true) {
    std::optional<RedisReply> reply = run(RedisScan(), {first, last, kPart});
    if (!reply || reply->list.empty()) return found;
    std::vector<RedisReply>& told = reply->list;
    for (std::size_t i = 0; i + 1 < told.size(); i += 2)
      found.push_back({std::move(told[i].text), std::move(told[i + 1].text)});
    if (told.back().text.empty()) return found;
    first = "(" + told.back().text;
  }
}

}  // namespace

std::optional<std::string> RedisState::Get(std::string_view key) const {
  // A process that nobody has heard of for a while may live: whoever has died has no queue to be told in.
  if (state::IsWaiterKey(key)) return std::string();
  if (state::IsCancelKey(key) && !cancelled_.Has(key, [this] { return Scan(state::AllCancels()); }))
    return std::nullopt;
  std::optional<RedisReply> reply = Run(RedisGet(), {key});
  return reply && reply->list.size() == 1 ? ValueOf(reply->list.front()) : std::nullopt;
}

std::vector<state::Entry> RedisState::Scan(std::string_view prefix) const {
  return ScanBy(prefix,
                [this](const std::string& script, const RedisWords& words) { return Run(script, words); });
}

std::unique_ptr<state::State> RedisState::ReadAhead() const {
  return std::make_unique<RedisGlance>(*this, RedisGlance::Patience::kAll);
}

std::size_t RedisState::Count(std::string_view prefix) const {
  if (!state::IsErasedOnly(prefix)) return Scan(prefix).size();
  const std::string first = "[" + std::string(prefix);
  const std::string last = "(" + Behind(prefix);
  const auto reply = Run(RedisCount(), {first, last});
  return reply ? static_cast<std::size_t>(reply->number) : 0;
}

std::optional<RedisReply> RedisGlance::Run(const std::string& script, const RedisWords& arguments) const {
  if (failed_) return std::nullopt;
  auto reply =
      patience_ == Patience::kAll ? state_.Run(script, arguments) : state_.RunOnce(script, arguments);
  failed_ = !reply;
  return reply;
}

std::optional<std::string> RedisGlance::Get(std::string_view key) const {
  if (state::IsWaiterKey(key)) return state_.Get(key);
  const auto known = read_.find(key);
  if (known != read_.end()) return known->second;
  std::vector<std::string> keys = state::ReadTogether(key);
  std::erase_if(keys, [this](const std::string& each) { return read_.contains(each); });
  std::optional<RedisReply> reply = Run(RedisGet(), {keys.begin(), keys.end()});
  if (!reply || reply->list.size() != keys.size()) return std::nullopt;
  for (std::size_t i = 0; i < keys.size(); ++i) read_[std::move(keys[i])] = ValueOf(reply->list[i]);
  return read_.find(key)->second;
}

std::vector<state::Entry> RedisGlance::Scan(std::string_view prefix) const {
  return ScanBy(prefix,
                [this](const std::string& script, const RedisWords& words) { return Run(script, words); });
}

}  // namespace mesh::transport
