// What the visits of a run were, one by one.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mesh/observation/observer.h"

namespace mesh::deterministic {

/// One line of a trace: what happened at a visit.
struct TraceEntry {
  std::string actor;
  std::string point;
  std::string from;      ///< The actor of the stop before; empty: there was none.
  bool is_copy = false;  ///< Of a branch, an element or a tap, which knows no stops before its own.
  std::uint32_t attempt = 1;
  std::string outcome;              ///< `returned`, `chose answer`, `raised rate_limited`
  std::vector<std::string> fields;  ///< Of the flow's envelope, that its results went to.
  std::int64_t started_ns = 0;
  std::int64_t ended_ns = 0;
};

/// Of a host that works on one visit at a time. What was refused is no visit. Thread rule: one thread.
class Trace final : public observation::Observer {
 public:
  void Observe(const observation::Event& event) override;

  const std::vector<TraceEntry>& entries() const { return entries_; }
  std::vector<TraceEntry> TakeEntries() { return std::move(entries_); }
  /// Names of actors in order, retries included.
  std::vector<std::string> Visits() const;
  /// First deliveries to actors over all branches, and one to the sink.
  std::uint32_t hops() const { return hops_; }

 private:
  void Begin(const observation::Visit& visit, std::int64_t now_ns);
  void End(const observation::Handled& handled, std::int64_t now_ns);

  std::vector<TraceEntry> entries_;
  std::uint32_t hops_ = 0;
};

}  // namespace mesh::deterministic
