// What a Redis server keeps, as those read it who plan.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/state.h"
#include "mesh/transport/cancelled_roots.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/redis/redis.h"
#include "mesh/transport/redis/redis_connection.h"
#include "mesh/transport/redis/redis_scripts.h"

namespace mesh::transport {

/// Thread rule: every function may be called from any thread. Whoever asks waits while the server is away,
/// until Close: that nobody answers must not be taken for that nothing is there. A root of which no
/// cancellation was heard a moment ago is taken to be so still: every visit asks, and there are few.
class RedisState final : public state::State {
 public:
  /// `holder` is this process, by what its leases are known. All outlive it.
  RedisState(const RedisOptions& options, const std::string& holder, const Clock& clock)
      : options_(options), holder_(holder), clock_(clock), names_(options.mesh, options.prefix) {}

  std::optional<std::string> Get(std::string_view key) const override;
  std::vector<state::Entry> Scan(std::string_view prefix) const override;
  std::size_t Count(std::string_view prefix) const override;
  std::unique_ptr<state::State> ReadAhead() const override;
  std::string obstacle() const override;

  const RedisNames& names() const { return names_; }
  /// The moment that scripts are told.
  std::string Now() const { return std::to_string(clock_.now_ns() / 1'000); }
  /// Why the server cannot be used; empty: it can. True: that is new.
  bool SetObstacle(const std::string& problem);
  /// Whoever waits is told that nothing is there, and so is who asks later.
  void Close();

  /// Asks for as long as it takes. None: it is closed.
  std::optional<RedisReply> Run(const std::string& script, const RedisWords& arguments) const;
  /// Asks once; the moment and whether it judges go in front. None: nobody has answered, or it is closed.
  std::optional<RedisReply> RunOnce(const std::string& script, const RedisWords& arguments) const;
  /// The values of keys, in their order; nothing where there is none. Asks for as long as it takes, or once.
  /// None: the same.
  std::optional<std::vector<RedisReply>> Read(const RedisWords& keys) const;
  std::optional<std::vector<RedisReply>> ReadOnce(const RedisWords& keys) const;
  /// The same by a connection of the caller's.
  std::optional<std::vector<RedisReply>> ReadBy(RedisConnection& connection, const RedisWords& keys) const;

  /// By this process.
  void Changed(const std::vector<state::Change>& changes) { cancelled_.Look(changes); }

  // Leases. A server that was away could not be told who lives: so whoever hears of it again takes nobody for
  // dead until everybody has had the time of a lease to tell it. So does who has only just come.

  void Heard() const;
  void Lost() const { heard_since_ns_ = 0; }
  std::string Judges() const;

 private:
  using Question = std::function<std::optional<RedisReply>(RedisConnection&)>;
  /// By a connection that nobody else uses meanwhile. None: nobody has answered, or it is closed.
  std::optional<RedisReply> AskOnce(const Question& question) const;
  using Asker = std::function<std::optional<RedisReply>(const Question& question)>;
  std::optional<RedisReply> RunWith(const Asker& ask, const std::string& script,
                                    const RedisWords& arguments) const;
  std::optional<std::vector<RedisReply>> ReadWith(const Asker& ask, const RedisWords& keys) const;
  /// Until there is an answer. None: it is closed.
  template <typename Ask>
  auto Persist(const Ask& ask) const -> decltype(ask());
  std::unique_ptr<RedisConnection> Borrow() const;
  void GiveBack(std::unique_ptr<RedisConnection> connection) const;

  const RedisOptions& options_;
  const std::string& holder_;
  const Clock& clock_;
  const RedisNames names_;
  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  mutable std::vector<std::unique_ptr<RedisConnection>> idle_;
  std::string obstacle_;
  bool closed_ = false;
  mutable std::atomic<std::int64_t> heard_since_ns_ = 0;  ///< Of the steady clock; 0: not heard of.
  mutable CancelledRoots cancelled_;
};

/// The same for one plan, or for some that are carried out one after the other: what they are likely to ask
/// is read together. For one thread.
class RedisGlance final : public state::State {
 public:
  /// Whether it asks for as long as it takes, or once.
  enum class Patience : std::uint8_t { kNone, kAll };
  /// `state` outlives it.
  RedisGlance(const RedisState& state, Patience patience) : state_(state), patience_(patience) {}

  std::optional<std::string> Get(std::string_view key) const override;
  std::vector<state::Entry> Scan(std::string_view prefix) const override;
  /// What is planned next finds this done.
  void Expect(const std::vector<state::Change>& changes);
  /// What was said to be there is of no use: some of it was not asked.
  bool failed() const { return failed_; }

 private:
  std::optional<RedisReply> Run(const std::string& script, const RedisWords& arguments) const;
  std::optional<std::vector<RedisReply>> Read(const RedisWords& keys) const;
  bool WillBeGone(std::string_view key) const;

  const RedisState& state_;
  const Patience patience_;
  mutable std::map<std::string, std::optional<std::string>, std::less<>> read_;
  std::map<std::string, std::optional<std::string>, std::less<>> expected_;  ///< None: it will be gone.
  std::vector<std::string> gone_;  ///< Prefixes: of what is not expected nothing will be there.
  mutable bool failed_ = false;
};

}  // namespace mesh::transport
