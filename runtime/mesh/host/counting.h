// Counts what it is told of. Names follow what operators see (runtime contract, section 6).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/host/counts.h"
#include "mesh/host/per_thread.h"
#include "mesh/monitoring/distribution.h"
#include "mesh/monitoring/reading.h"
#include "mesh/observation/observer.h"
#include "mesh/route/builtin_errors.h"

namespace mesh::host {

/// One thread at a time adds to it, so that no instruction has to be locked; any thread reads.
class Counter {
 public:
  void Add() { count_.store(Read() + 1, std::memory_order_relaxed); }
  std::uint64_t Read() const { return count_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> count_ = 0;
};

/// Of one actor, as monitoring::ActorReading has them.
struct ActorCounters {
  Counter delivered;
  Counter handled;
  Counter retried;
  Counter duplicates_suppressed;
  Counter redeliveries;
  Counter suspects;
  Counter drifted;
  Counter rejected;
  monitoring::Distribution handler;
  monitoring::Distribution wait;
};

/// What one thread has counted.
struct Counters {
  explicit Counters(std::size_t count) : actors(count) {}

  std::vector<ActorCounters> actors;  ///< By number.
  Counter ended_succeeded;
  Counter ended_failed;
  Counter dropped_copies;
  Counter late_branches;
};

/// Thread rule: every function may be called from any thread. Only what fails meets a lock,
/// and a thread where it begins to count.
class Counting final : public observation::Observer {
 public:
  explicit Counting(std::size_t actors)
      : counters_([actors] { return std::make_unique<Counters>(actors); }) {}

  void Observe(const observation::Event& event) override {
    std::visit([this](const auto& what) { Count(what); }, event.what);
  }

  // The same without an event around it.
  void Count(const observation::Delivered& told) {
    if (told.serves) At(told.visit.actor).wait.Add(told.waited_ns);
  }
  void Count(const observation::Started& told) {
    ActorCounters& actor = At(told.visit.actor);
    actor.delivered.Add();
    if (told.stored) actor.duplicates_suppressed.Add();
  }
  void Count(const observation::Handled& told) {
    if (told.how != observation::Handled::How::kAnswered) return;
    ActorCounters& actor = At(told.visit.actor);
    actor.handled.Add();
    if (told.took_ns) actor.handler.Add(*told.took_ns);
  }
  void Count(const observation::Retried& told) { At(told.visit.actor).retried.Add(); }
  void Count(const observation::Refused& told) {
    if (told.error.name == route::BuiltinName(contract::BuiltinError::kContractViolation))
      At(told.visit.actor).rejected.Add();
  }
  void Count(const observation::Returned& told) {
    if (told.redelivered) At(told.actor).redeliveries.Add();
    if (told.suspect) At(told.actor).suspects.Add();
  }
  void Count(const observation::Unreadable& told) { At(told.actor).rejected.Add(); }
  void Count(const observation::Drifted& told) { At(told.actor).drifted.Add(); }
  void Count(const observation::Failed& told);
  void Count(const observation::Ended& told) {
    if (told.line != observation::Ended::Line::kRoot) return;
    Counters& mine = counters_.Mine();
    (told.failed ? mine.ended_failed : mine.ended_succeeded).Add();
  }
  void Count(const observation::Dropped& told) {
    Counters& mine = counters_.Mine();
    (told.why == observation::Dropped::Why::kCopy ? mine.dropped_copies : mine.late_branches).Add();
  }
  // What nobody asks the number of.
  void Count(const observation::Sent&) {}
  void Count(const observation::Forked&) {}
  void Count(const observation::Tapped&) {}
  void Count(const observation::Joined&) {}
  void Count(const observation::Parked&) {}
  void Count(const observation::Woken&) {}

  /// The numbers that are counted here of one actor.
  monitoring::ActorReading Of(std::uint32_t actor) const;
  /// Over all actors.
  Counts Read() const;
  std::uint64_t dropped_copies() const;

 private:
  ActorCounters& At(const observation::Served& actor) { return counters_.Mine().actors[actor.number]; }

  PerThread<Counters> counters_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> failed_;
};

}  // namespace mesh::host
