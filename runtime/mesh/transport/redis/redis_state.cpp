#include "mesh/transport/redis/redis_state.h"

#include <algorithm>
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

/// What is kept becomes what it holds, or nothing. False: only the server knows whether its holder lives;
/// `self` does.
bool Unpack(RedisReply& kept, std::string_view self, std::int64_t now) {
  if (kept.kind != RedisReply::Kind::kText) return true;
  const auto unpacked = UnpackRedisValue(kept.text);
  if (!unpacked || (!unpacked->holder.empty() && unpacked->holder != self)) return false;
  if (unpacked->expires && *unpacked->expires < now)
    kept = {};
  else
    kept.text.erase(0, unpacked->start);
  return true;
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

void RedisState::Heard() const {
  std::int64_t lost = 0;
  heard_since_ns_.compare_exchange_strong(lost, SteadyNs());
}

std::string RedisState::Judges() const {
  const std::int64_t since_ns = heard_since_ns_;
  return since_ns != 0 && SteadyNs() - since_ns > options_.lease_ns ? "1" : "0";
}

std::optional<RedisReply> RedisState::AskOnce(const Question& question) const {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return std::nullopt;
  }
  auto connection = Borrow();
  auto reply = connection == nullptr ? std::nullopt : question(*connection);
  // One that is broken goes.
  if (reply) GiveBack(std::move(connection));
  const bool answered = reply && reply->kind != RedisReply::Kind::kError;
  answered ? Heard() : Lost();
  return answered ? std::move(reply) : std::nullopt;
}

template <typename Ask>
auto RedisState::Persist(const Ask& ask) const -> decltype(ask()) {
  while (true) {
    if (auto answer = ask()) return answer;
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, kRetryPause, [this] { return closed_; })) return std::nullopt;
  }
}

std::optional<RedisReply> RedisState::RunWith(const Asker& ask, const std::string& script,
                                              const RedisWords& arguments) const {
  const auto names = names_.all();
  const std::string now = Now();
  const std::string judges = Judges();
  RedisWords words = {now, judges};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return ask([&](RedisConnection& connection) {
    return connection.Run(script, {names.begin(), names.end()}, words);
  });
}

std::optional<RedisReply> RedisState::RunOnce(const std::string& script, const RedisWords& arguments) const {
  return RunWith([this](const Question& question) { return AskOnce(question); }, script, arguments);
}

std::optional<RedisReply> RedisState::Run(const std::string& script, const RedisWords& arguments) const {
  return Persist([&] { return RunOnce(script, arguments); });
}

/// A script takes several times as long as what it reads: it is asked only where there is more to be known.
std::optional<std::vector<RedisReply>> RedisState::ReadWith(const Asker& ask, const RedisWords& keys) const {
  const std::string values = names_.values();
  RedisWords words = {"HMGET", values};
  words.insert(words.end(), keys.begin(), keys.end());
  const std::int64_t now = clock_.now_ns() / 1'000;
  auto reply = ask([&words](RedisConnection& connection) { return connection.Ask(words); });
  if (!reply || reply->list.size() != keys.size()) return std::nullopt;
  if (std::ranges::all_of(reply->list, [&](RedisReply& kept) { return Unpack(kept, holder_, now); }))
    return std::move(reply->list);
  reply = RunWith(ask, RedisGet(), keys);
  if (!reply || reply->list.size() != keys.size()) return std::nullopt;
  return std::move(reply->list);
}

std::optional<std::vector<RedisReply>> RedisState::ReadOnce(const RedisWords& keys) const {
  return ReadWith([this](const Question& question) { return AskOnce(question); }, keys);
}

std::optional<std::vector<RedisReply>> RedisState::ReadBy(RedisConnection& connection,
                                                          const RedisWords& keys) const {
  const auto ask = [&connection](const Question& question) {
    auto reply = question(connection);
    return reply && reply->kind != RedisReply::Kind::kError ? std::move(reply) : std::nullopt;
  };
  return ReadWith(ask, keys);
}

std::optional<std::vector<RedisReply>> RedisState::Read(const RedisWords& keys) const {
  return Persist([&] { return ReadOnce(keys); });
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
  auto read = Read({key});
  return read ? ValueOf(read->front()) : std::nullopt;
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

std::optional<std::vector<RedisReply>> RedisGlance::Read(const RedisWords& keys) const {
  if (failed_) return std::nullopt;
  auto read = patience_ == Patience::kAll ? state_.Read(keys) : state_.ReadOnce(keys);
  failed_ = !read;
  return read;
}

void RedisGlance::Expect(const std::vector<state::Change>& changes) {
  using Kind = state::Change::Kind;
  for (const state::Change& change : changes) {
    switch (change.kind) {
      case Kind::kPut: expected_[change.key] = change.value; break;
      case Kind::kErase: expected_[change.key] = std::nullopt; break;
      case Kind::kErasePrefix:
        std::erase_if(expected_, [&](const auto& each) { return each.first.starts_with(change.key); });
        gone_.push_back(change.key);
        break;
      case Kind::kExpirePrefix: break;
    }
  }
}

bool RedisGlance::WillBeGone(std::string_view key) const {
  return std::ranges::any_of(gone_, [key](const std::string& prefix) { return key.starts_with(prefix); });
}

std::optional<std::string> RedisGlance::Get(std::string_view key) const {
  if (state::IsWaiterKey(key)) return state_.Get(key);
  if (const auto expected = expected_.find(key); expected != expected_.end()) return expected->second;
  if (WillBeGone(key)) return std::nullopt;
  const auto known = read_.find(key);
  if (known != read_.end()) return known->second;
  std::vector<std::string> keys = state::ReadTogether(key);
  std::erase_if(keys, [this](const std::string& each) { return read_.contains(each); });
  auto read = Read({keys.begin(), keys.end()});
  if (!read) return std::nullopt;
  for (std::size_t i = 0; i < keys.size(); ++i) read_[std::move(keys[i])] = ValueOf(read->at(i));
  return read_.find(key)->second;
}

std::vector<state::Entry> RedisGlance::Scan(std::string_view prefix) const {
  std::vector<state::Entry> found = ScanBy(
      prefix, [this](const std::string& script, const RedisWords& words) { return Run(script, words); });
  std::erase_if(found, [this](const state::Entry& entry) {
    return expected_.contains(entry.key) || WillBeGone(entry.key);
  });
  for (auto at = expected_.lower_bound(prefix); at != expected_.end() && at->first.starts_with(prefix);
       ++at) {
    if (at->second) found.push_back({at->first, *at->second});
  }
  std::ranges::sort(found, {}, &state::Entry::key);
  return found;
}

}  // namespace mesh::transport
