// Counts what it is told of. Names follow what operators see (runtime contract, section 6).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/host/counts.h"
#include "mesh/monitoring/distribution.h"
#include "mesh/observation/observer.h"
#include "mesh/route/builtin_errors.h"

namespace mesh::host {

/// Every thread adds to it; nobody waits.
class Counter {
 public:
  void Add() { count_.fetch_add(1, std::memory_order_relaxed); }
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

/// Thread rule: every function may be called from any thread. Only what fails meets a lock.
class Counting final : public observation::Observer {
 public:
  explicit Counting(std::size_t actors) : actors_(actors) {}

  void Observe(const observation::Event& event) override {
    std::visit([this](const auto& what) { Count(what); }, event.what);
  }

  // The same without an event around it.
  void Count(const observation::Delivered& told) {
    if (told.serves) At(told.visit.actor).wait.Add(told.waited_ns);
  }
  void Count(const observation::Started& told) {
    At(told.visit.actor).delivered.Add();
    if (told.stored) At(told.visit.actor).duplicates_suppressed.Add();
  }
  void Count(const observation::Handled& told) {
    if (told.how != observation::Handled::How::kAnswered) return;
    At(told.visit.actor).handled.Add();
    if (told.took_ns) At(told.visit.actor).handler.Add(*told.took_ns);
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
    if (told.line == observation::Ended::Line::kRoot) (told.failed ? ended_failed_ : ended_succeeded_).Add();
  }
  void Count(const observation::Dropped& told) {
    (told.why == observation::Dropped::Why::kCopy ? dropped_copies_ : late_branches_).Add();
  }
  // What nobody asks the number of.
  void Count(const observation::Sent&) {}
  void Count(const observation::Forked&) {}
  void Count(const observation::Tapped&) {}
  void Count(const observation::Joined&) {}
  void Count(const observation::Parked&) {}
  void Count(const observation::Woken&) {}

  const ActorCounters& Of(std::uint32_t actor) const { return actors_[actor]; }
  /// Over all actors.
  Counts Read() const;
  std::uint64_t dropped_copies() const { return dropped_copies_.Read(); }

 private:
  ActorCounters& At(const observation::Served& actor) { return actors_[actor.number]; }

  std::vector<ActorCounters> actors_;  ///< By number.
  Counter ended_succeeded_;
  Counter ended_failed_;
  Counter dropped_copies_;
  Counter late_branches_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> failed_;
};

}  // namespace mesh::host
