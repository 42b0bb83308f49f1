#include "mesh/transport/redis/redis_ledger.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "mesh/state/keys.h"
#include "mesh/transport/mark.h"
#include "mesh/transport/redis/redis_fitness.h"
#include "mesh/transport/redis/redis_orders.h"
#include "mesh/transport/redis/redis_scripts.h"

namespace mesh::transport {

namespace {

using Steady = std::chrono::steady_clock;

/// Transitions, and bytes of them, in one script: meanwhile a server does nothing else.
constexpr std::size_t kMostOrders = 256;
constexpr std::size_t kMostBytes = std::size_t{4} << 20U;
/// What is taken for the size of one that is not planned yet.
constexpr std::size_t kUnknownBytes = std::size_t{64} << 10U;
/// From one batch to the next where many orders come: a script costs a server and its disk more than one more
/// change in it.
constexpr std::chrono::microseconds kBatchPause{1'500};
/// More orders than this in a batch are many. Few callers that go on at once, each when its order is done,
/// meet again in every batch, and would wait in vain.
constexpr std::size_t kFewOrders = 3;
/// Longer than anybody tries to hear of it.
constexpr std::string_view kAnswerMilliseconds = "3600000";
constexpr std::string_view kSweptAtATime = "500";

/// An answer that says that the server is not what it was.
bool IsRefused(const std::optional<RedisReply>& reply) {
  return reply && reply->kind == RedisReply::Kind::kError;
}

/// Nobody has to know who waits for ends: see RedisState::Get. And what is relied on not to be there need not
/// be erased.
Transition PlanOn(const state::State& state, const Plan& plan) {
  using Kind = state::Change::Kind;
  Transition transition = plan(state);
  std::set<std::string> absent;
  for (const state::Condition& condition : transition.conditions) {
    if (!condition.value) absent.insert(condition.key);
  }
  for (const state::Change& change : transition.changes) {
    if (change.kind == Kind::kPut) absent.erase(change.key);
  }
  std::erase_if(transition.changes, [&absent](const state::Change& change) {
    return state::IsWaiterKey(change.key) || (change.kind == Kind::kErase && absent.contains(change.key));
  });
  return transition;
}

bool IsAsWanted(const state::Condition& wanted, const RedisReply& found) {
  return found.kind == RedisReply::Kind::kText ? wanted.value == found.text : !wanted.value.has_value();
}

std::size_t SizeOf(const Transition& transition) {
  std::size_t size = 0;
  for (const auto& condition : transition.conditions)
    size += condition.key.size() + condition.value.value_or("").size();
  for (const auto& change : transition.changes) size += change.key.size() + change.value.size();
  return size;
}

}  // namespace

RedisLedger::RedisLedger(RedisOptions options, std::unique_ptr<RedisConnection> connection, std::string unfit,
                         Clock& clock)
    : options_(std::move(options)),
      holder_(NewMark() + NewMark()),
      state_(options_, holder_, clock),
      connection_(std::move(connection)),
      unfit_(std::move(unfit)) {
  Tell(unfit_);
  thread_ = std::thread([this] { Run(); });
}

RedisLedger::~RedisLedger() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  state_.Close();
  changed_.notify_all();
  thread_.join();
}

bool RedisLedger::PlanOnce(Order& order, const RedisGlance& glance) {
  Transition planned = PlanOn(glance, order.plan);
  order.planned = glance.failed() ? std::nullopt : std::optional(std::move(planned));
  return order.planned.has_value();
}

/// It is planned here, where many may plan at a time; but nobody waits for a server that is away.
void RedisLedger::Carry(std::optional<Loan> input, Plan plan, Receipt receipt) {
  if (!input) return Take({.plan = std::move(plan), .receipt = std::move(receipt)});
  // It lends nothing.
  if (receipt) receipt(Outcome::kGone);
}

void RedisLedger::Enter(Plan plan, Receipt receipt) {
  Take({.plan = std::move(plan), .receipt = std::move(receipt), .enters = true});
}

void RedisLedger::Take(Order order) {
  if (state_.obstacle().empty()) PlanOnce(order, RedisGlance(state_, RedisGlance::Patience::kNone));
  {
    const std::lock_guard lock(mutex_);
    if (!leaving_) {
      orders_.push_back(std::move(order));
      ++unfinished_;
      // What is behind another one is seen with that.
      if (orders_.size() == 1) changed_.notify_all();
      return;
    }
  }
  if (order.receipt) order.receipt(Outcome::kClosed);
}

void RedisLedger::Flush() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return unfinished_ == 0; });
}

bool RedisLedger::leaving() const {
  const std::lock_guard lock(mutex_);
  return leaving_;
}

void RedisLedger::Run() {
  Upkeep();
  while (auto batch = Wait()) {
    if (!batch->empty()) Work(std::move(*batch));
    if (Steady::now() >= renew_at_) Upkeep();
  }
  if (connection_ == nullptr) return;
  // Nobody need wait until its lease is over.
  const auto names = state_.names().all();
  const std::string answer = state_.names().Answer(holder_);
  RedisWords keys(names.begin(), names.end());
  keys.push_back(answer);
  connection_->Run(RedisLeave(), keys, {holder_});
}

std::optional<RedisLedger::Batch> RedisLedger::Wait() {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, renew_at_, [this] { return leaving_ || !orders_.empty(); });
  if (orders_.empty() && leaving_) return std::nullopt;
  if (!orders_.empty()) Gather(lock);
  Batch batch;
  std::size_t bytes = 0;
  while (!orders_.empty() && batch.size() < kMostOrders && bytes < kMostBytes) {
    bytes += orders_.front().planned ? SizeOf(*orders_.front().planned) : kUnknownBytes;
    batch.push_back(std::move(orders_.front()));
    orders_.pop_front();
  }
  return batch;
}

void RedisLedger::Gather(std::unique_lock<std::mutex>& lock) {
  const auto enough = [this] { return leaving_ || orders_.size() >= kMostOrders; };
  if (is_crowded_) changed_.wait_until(lock, worked_ + kBatchPause, enough);
  worked_ = Steady::now();
  is_crowded_ = orders_.size() > kFewOrders;
}

/// Who enters and changes nothing needs no script, which takes several times as long, and is written down: a
/// server that refuses to write may answer what is no longer so, but a copy that enters does no harm. He
/// finds what those before him have done.
void RedisLedger::Work(Batch batch) {
  const auto is_made = [](const Order& order) {
    return !order.enters || !order.planned || !order.planned->changes.empty();
  };
  const auto rest = std::stable_partition(batch.begin(), batch.end(), is_made);
  Batch checked(std::make_move_iterator(rest), std::make_move_iterator(batch.end()));
  batch.erase(rest, batch.end());
  Make(std::move(batch));
  Make(Check(std::move(checked)));
}

RedisLedger::Batch RedisLedger::Check(Batch orders) {
  RedisWords keys;
  for (const Order& order : orders) {
    for (const state::Condition& condition : order.planned->conditions) keys.push_back(condition.key);
  }
  if (keys.empty() || connection_ == nullptr || !unfit_.empty()) return orders;
  const auto kept = state_.ReadBy(*connection_, keys);
  if (!kept) return orders;
  auto next = kept->begin();
  Batch left;
  for (Order& order : orders) {
    const auto& conditions = order.planned->conditions;
    const auto first = std::exchange(next, next + static_cast<std::ptrdiff_t>(conditions.size()));
    if (!std::ranges::equal(conditions, std::ranges::subrange(first, next), IsAsWanted)) {
      left.push_back(std::move(order));
      continue;
    }
    if (order.receipt) order.receipt(Outcome::kDone);
  }
  End(orders.size() - left.size());
  return left;
}

/// Those that relied on what has changed since are planned anew, until they are done. Branches of one join
/// end at the same time: each finds what those before it will have done, or one a round would be.
void RedisLedger::Make(Batch batch) {
  while (!batch.empty()) {
    const auto planned = PlanAll(batch);
    const auto digits = planned ? Apply(batch, *planned) : std::nullopt;
    Batch again;
    std::size_t ended = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      Order& order = batch[i];
      const bool is_done = digits && digits->at(i) == '1';
      // Who leaves reads nothing more.
      if (!is_done && digits && !leaving()) {
        order.planned.reset();
        again.push_back(std::move(order));
        continue;
      }
      if (order.receipt) order.receipt(is_done ? Outcome::kDone : Outcome::kClosed);
      ++ended;
    }
    End(ended);
    batch = std::move(again);
  }
}

std::optional<RedisLedger::Planned> RedisLedger::PlanAll(Batch& batch) {
  Planned how = Planned::kAlone;
  while (true) {
    RedisGlance glance(state_, RedisGlance::Patience::kNone);
    const auto plan = [&](Order& order) {
      if (order.planned) return true;
      how = Planned::kTogether;
      if (!PlanOnce(order, glance)) return false;
      glance.Expect(order.planned->changes);
      return true;
    };
    if (std::ranges::all_of(batch, plan)) return how;
    if (leaving()) return std::nullopt;
    Pause();
  }
}

void RedisLedger::End(std::size_t orders) {
  {
    const std::lock_guard lock(mutex_);
    unfinished_ -= orders;
  }
  idle_.notify_all();
}

std::optional<std::string> RedisLedger::Apply(const Batch& batch, Planned planned) {
  const std::string number = std::to_string(++batches_);
  const std::string lease = std::to_string(options_.lease_ns / 1'000'000);
  const auto names = state_.names().all();
  const std::string answer = state_.names().Answer(holder_);
  RedisWords keys(names.begin(), names.end());
  keys.push_back(answer);
  std::vector<const Transition*> orders;
  for (const Order& order : batch) orders.push_back(&*order.planned);
  const std::string packed = PackRedisOrders(orders, holder_);
  while (true) {
    if (connection_ != nullptr && unfit_.empty()) {
      const std::string now = state_.Now();
      const std::string judges = state_.Judges();
      const char* const relies = planned == Planned::kTogether ? "1" : "0";
      auto reply = connection_->Run(
          RedisApply(), keys, {number, holder_, now, lease, kAnswerMilliseconds, judges, relies, packed});
      for (const Order& order : batch) state_.Changed(order.planned->changes);
      if (reply && reply->text.size() == batch.size() && !IsRefused(reply)) {
        backoff_.Reset();
        state_.Heard();
        Tell({});
        return std::move(reply->text);
      }
      // What refuses to write may stand where another one has taken over by now.
      Lose(reply ? reply->text : connection_->problem());
    }
    if (leaving()) return std::nullopt;
    Pause();
  }
}

void RedisLedger::Lose(const std::string& problem) {
  state_.Lost();
  Tell(problem);
  connection_.reset();
}

std::optional<RedisReply> RedisLedger::Ask(const RedisWords& words) {
  auto reply = connection_->Ask(words);
  if (!reply) Lose(connection_->problem());
  return reply;
}

bool RedisLedger::Connect() {
  auto opened = RedisConnection::Open(options_);
  if (const auto* why = std::get_if<std::string>(&opened)) {
    state_.Lost();
    Tell(*why);
    return false;
  }
  connection_ = std::get<std::unique_ptr<RedisConnection>>(std::move(opened));
  // It may be another one by now.
  looked_ = {};
  return true;
}

/// Meanwhile this process lives, whatever keeps the server from its work.
void RedisLedger::Pause() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(backoff_.Next()), [this] { return leaving_; });
  }
  if (connection_ == nullptr || Steady::now() >= renew_at_)
    Upkeep();
  else
    Look();
}

/// Says that this process lives, looks at the server, and removes what is of no use to anybody.
void RedisLedger::Upkeep() {
  // A connection may have been lost long ago: then there is time for another one.
  const bool renewed = Renew() || Renew();
  const std::chrono::nanoseconds lease(options_.lease_ns);
  renew_at_ = Steady::now() + (renewed ? lease / 3 : lease / 30);
  if (!renewed) return;
  Look();
  if (connection_ == nullptr || !unfit_.empty()) return;
  const auto names = state_.names().all();
  const std::string now = state_.Now();
  const std::string judges = state_.Judges();
  if (!connection_->Run(RedisSweep(), {names.begin(), names.end()}, {now, judges, kSweptAtATime}))
    Lose(connection_->problem());
}

bool RedisLedger::Renew() {
  if (connection_ == nullptr && !Connect()) return false;
  const std::string lease = std::to_string(options_.lease_ns / 1'000'000);
  const std::string holder = state_.names().Holder(holder_);
  // A server without memory takes nothing new, but lets live what there is.
  auto renewed = Ask({"PEXPIRE", holder, lease});
  if (renewed && renewed->number == 0) renewed = Ask({"SET", holder, "", "PX", lease});
  if (!renewed) return false;
  if (IsRefused(renewed)) {
    state_.Lost();
    Tell(renewed->text);
    return false;
  }
  state_.Heard();
  return true;
}

void RedisLedger::Look() {
  if (Steady::now() - looked_ < std::chrono::nanoseconds(options_.look_ns) && unfit_.empty()) return;
  const auto info = Ask({"INFO"});
  if (!info) return;
  looked_ = Steady::now();
  unfit_ = IsRefused(info) ? info->text : JudgeRedis(info->text).unfit;
  Tell(unfit_);
}

void RedisLedger::Tell(const std::string& problem) {
  const bool was_obstacle = !state_.obstacle().empty();
  if (!state_.SetObstacle(problem) || was_obstacle == !problem.empty()) return;
  if (options_.on_problem) options_.on_problem(problem);
}

std::variant<std::unique_ptr<Ledger>, std::string> OpenRedis(RedisOptions options, Clock& clock) {
  auto opened = RedisConnection::Open(options);
  if (auto* why = std::get_if<std::string>(&opened)) return std::move(*why);
  auto connection = std::get<std::unique_ptr<RedisConnection>>(std::move(opened));
  const auto refuse = [&options](std::string_view why) {
    return fmt::format("the Redis server at `{}` cannot be used: {}", options.url(), why);
  };
  const auto info = connection->Ask({"INFO"});
  if (!info) return refuse(connection->problem());
  if (IsRefused(info)) return refuse(info->text);
  const RedisFitness fitness = JudgeRedis(info->text);
  if (!fitness.fatal.empty()) return refuse(fitness.fatal);
  if (!fitness.warning.empty() && options.on_warning) options.on_warning(fitness.warning);
  return std::make_unique<RedisLedger>(std::move(options), std::move(connection), fitness.unfit, clock);
}

}  // namespace mesh::transport
