// A host with handlers made of lambdas, and a place where ended envelopes arrive.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/actor/handler.h"
#include "mesh/host/host.h"
#include "mesh/state/idempotency_store.h"
#include "mesh/transport/inproc/inproc.h"
#include "tests/support/manual_clock.h"

namespace mesh::test {

using Answer = std::function<actor::Outcome(std::span<const Value> arguments, actor::Context& context)>;

/// A handler whose every object calls the same function.
class LambdaHandler final : public actor::Handler {
 public:
  explicit LambdaHandler(Answer answer) : answer_(std::move(answer)) {}
  actor::Outcome Invoke(std::span<const Value> arguments, actor::Context& context) override {
    return answer_(arguments, context);
  }

 private:
  Answer answer_;
};

inline actor::Entry EntryOf(const contract::RouteTable& table, std::string_view actor, Answer answer) {
  for (const contract::Actor& known : table.actors) {
    if (known.name != actor) continue;
    return {.actor = known.name, .contract = known.contract, .make = [answer = std::move(answer)] {
              return std::make_unique<LambdaHandler>(answer);
            }};
  }
  return {};
}

inline Answer Returns(Value value) {
  return [value](std::span<const Value>, actor::Context&) { return actor::Results{{value}}; };
}

inline Answer Raises(std::string name) {
  return [name](std::span<const Value>, actor::Context&) {
    return Error{.name = name, .message = "on purpose", .actor = {}, .detail = {}};
  };
}

/// Collects ended envelopes by id.
class Arrivals {
 public:
  host::Sinks::Waiter Waiter() {
    return [this](Envelope envelope) {
      {
        const std::lock_guard lock(mutex_);
        ended_.push_back(std::move(envelope));
        // Under the lock: the test may end, and this object with it, as soon as it knows.
        arrived_.notify_all();
      }
    };
  }
  /// Waits until `count` envelopes in all have ended; returns all.
  std::vector<Envelope> WaitFor(std::size_t count) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return ended_.size() >= count; });
    return ended_;
  }
  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return ended_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Envelope> ended_;
};

/// A gate that handlers wait at until the test opens it.
class Gate {
 public:
  void Open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  /// Called by the handler.
  void Pass() {
    std::unique_lock lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  /// Waits until `count` calls in all have come to the gate.
  void WaitForArrivals(std::uint32_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return arrived_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint32_t arrived_ = 0;
  bool open_ = false;
};

/// Looks until `condition` holds; false if it does not within half a minute.
template <typename Condition>
bool Eventually(const Condition& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

inline Envelope NewEnvelope(std::string id, ValueList payload) {
  Envelope envelope;
  envelope.id = std::move(id);
  envelope.payload = std::move(payload);
  return envelope;
}

/// The parts of a host over one table, on a manual clock.
struct HostFixture {
  HostFixture(const contract::RouteTable& route_table, std::vector<actor::Entry> handlers,
              host::HostOptions options = {})
      : tables{contract::Version(&route_table)},
        actors(std::move(handlers)),
        transport(transport::MakeInproc(clock)),
        host({tables, actors, *transport, clock, idempotency}, std::move(options)) {}

  /// Waits until no worker has anything to do: what comes next, time or the test brings.
  void Settle() {
    EXPECT_TRUE(Eventually([this] { return host.at_rest(); }));
  }
  bool Submit(Envelope envelope) { return host.Submit(0, std::move(envelope), arrivals.Waiter()); }
  /// Submits one envelope and waits for its end.
  Envelope Run(Envelope envelope) {
    const std::size_t before = arrivals.size();
    if (!Submit(std::move(envelope))) return {};
    return arrivals.WaitFor(before + 1).back();
  }

  ManualClock clock;
  state::MemoryIdempotencyStore idempotency;
  Arrivals arrivals;
  std::vector<contract::Version> tables;
  std::vector<actor::Entry> actors;
  std::unique_ptr<transport::Transport> transport;
  host::Host host;
};

}  // namespace mesh::test
