// The ledger behind redis.h. One thread changes the state: it takes all that waits into one script.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "mesh/transport/backoff.h"
#include "mesh/transport/redis/redis.h"
#include "mesh/transport/redis/redis_connection.h"
#include "mesh/transport/redis/redis_state.h"

namespace mesh::transport {

class RedisLedger final : public Ledger {
 public:
  /// `unfit`: why the server cannot be relied upon just now.
  RedisLedger(RedisOptions options, std::unique_ptr<RedisConnection> connection, std::string unfit,
              Clock& clock);
  /// What was given to Carry is done first, if the server answers. What was leased goes.
  ~RedisLedger() override;

  const state::State& state() const override { return state_; }
  void Carry(std::optional<Loan> input, Plan plan, Receipt receipt) override;
  void Enter(Plan plan, Receipt receipt) override;
  bool enters_many() const override { return true; }
  void Flush() override;

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Order {
    Plan plan;
    Receipt receipt;
    bool enters = false;
    std::optional<Transition> planned = {};  ///< None: the server did not answer.
  };
  using Batch = std::deque<Order>;
  /// Whether orders were planned each for itself, or each on what those before it will have done.
  enum class Planned : std::uint8_t { kAlone, kTogether };

  void Take(Order order);
  void Run();
  bool leaving() const;
  /// More orders come while it waits, if they come often.
  void Gather(std::unique_lock<std::mutex>& lock);
  /// What is to be done next; empty: it is time to look after the rest. None: there will be nothing more.
  std::optional<Batch> Wait();
  void Work(Batch batch);
  void Make(Batch batch);
  /// Ends those that hold, of entries that change nothing; answers the others.
  Batch Check(Batch orders);
  static bool PlanOnce(Order& order, const RedisGlance& glance);
  /// None: the process leaves.
  std::optional<Planned> PlanAll(Batch& batch);
  /// The digits of RedisApply; none: the process leaves.
  std::optional<std::string> Apply(const Batch& batch, Planned planned);
  std::optional<RedisReply> Ask(const RedisWords& words);
  bool Connect();
  /// Some time later, the server may be asked again.
  void Pause();
  void End(std::size_t orders);
  void Upkeep();
  bool Renew();
  void Lose(const std::string& problem);
  void Look();
  void Tell(const std::string& problem);

  const RedisOptions options_;
  const std::string holder_;
  RedisState state_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;  ///< There is something to do.
  std::condition_variable idle_;     ///< There is nothing.
  Batch orders_;
  std::size_t unfinished_ = 0;
  bool leaving_ = false;

  // Of the thread.
  std::unique_ptr<RedisConnection> connection_;  ///< Null: it is lost.
  std::uint64_t batches_ = 0;
  Time worked_ = {};         ///< When it last began to.
  bool is_crowded_ = false;  ///< On many orders.
  Time renew_at_ = {};
  Time looked_ = {};
  std::string unfit_;  ///< Why the server cannot be relied upon.
  Backoff backoff_;
  std::thread thread_;
};

}  // namespace mesh::transport
