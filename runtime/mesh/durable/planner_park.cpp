// Envelopes that wait for a signal. All that waits of a root stands in one record, so that a signal, a
// time-out and a cancellation that come together find each other.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "mesh/durable/mailboxes.h"
#include "mesh/durable/planner.h"
#include "mesh/envelope/enclosing_forks.h"
#include "mesh/route/arrival.h"
#include "mesh/route/read_signal.h"
#include "mesh/state/keys.h"
#include "mesh/value/saturating.h"

namespace mesh::durable {

namespace {

using By = observation::Woken::By;

/// Tells waits of one envelope apart: the timer of one that is over wakes no other.
std::string ParkOf(const Envelope& envelope) {
  return fmt::format("{}/{}", envelope.id, route::ArrivalOf(envelope.route));
}

std::string_view SignalAt(const KnownTable& table, const Envelope& envelope) {
  return table.router.table().points[envelope.route.at].signal;
}

/// Takes the first value that came for `name`.
std::optional<std::string> TakeEarly(WaitsRecord& waits, std::string_view name) {
  const auto at = std::ranges::find(waits.early, name, &WaitsRecord::Early::name);
  if (at == waits.early.end()) return std::nullopt;
  std::string value = std::move(at->value);
  waits.early.erase(at);
  return value;
}

void PutWaits(Draft& draft, const std::string& root, const WaitsRecord& waits) {
  const std::string key = state::WaitsKey(root);
  waits.parked.empty() && waits.early.empty() ? draft.Erase(key) : draft.Put(key, Write(waits));
}

}  // namespace

void Planner::Do(Moving moving, const route::Parked&) {
  const std::string root = moving.envelope.root();
  const auto decided = [this, &root](const std::string& fork) {
    const auto record = ReadJoin(draft_.Get(state::JoinKey(root, fork)));
    return !record || record->decided();
  };
  // Relied on, other than where an envelope only goes on: what is parked is found by nobody later.
  if (AnyEnclosingFork(moving.envelope, decided)) return GiveUp(*moving.table, std::move(moving.envelope));
  if (!Claim(moving)) return;
  Note(moving.envelope, [](const Envelope& parked) { return observation::Parked{parked}; });
  WaitsRecord waits = ReadWaits(draft_.Get(state::WaitsKey(root)));
  const auto cancelled = ReadCancel(draft_.Get(state::CancelKey(root)));
  if (cancelled && std::ranges::find(cancelled->told, moving.envelope.id) == cancelled->told.end())
    return WakeCancelled(*moving.table, std::move(moving.envelope), moving.before);
  auto early = TakeEarly(waits, SignalAt(*moving.table, moving.envelope));
  if (!early) return Keep(moving, std::move(waits));
  PutWaits(draft_, root, waits);
  NoteWoken(moving.envelope, By::kSignal);
  const route::Step step = route::WakeWith(moving.table->router, moving.envelope, *early, now_ns_);
  Add(*moving.table, std::move(moving.envelope), step, moving.before);
}

void Planner::Keep(const Moving& moving, WaitsRecord waits) {
  const Envelope& envelope = moving.envelope;
  const std::string park = ParkOf(envelope);
  WaitsRecord::Parked& parked = waits.parked.emplace_back();
  parked.park = park;
  parked.name = SignalAt(*moving.table, envelope);
  AnyEnclosingFork(envelope, [&parked](const std::string& fork) {
    parked.forks.push_back(fork);
    return false;
  });
  PutWaits(draft_, envelope.root(), waits);
  draft_.Put(state::ParkKey(envelope.root(), park), moving.table->Write(envelope));
  const std::int64_t limit_ns = moving.table->router.LimitAt(envelope, now_ns_).duration_ns;
  const std::int64_t until_ns = AddSaturating(now_ns_, limit_ns);
  if (until_ns == INT64_MAX) return;
  draft_.Send(kControl, {.id = "park/" + park, .body = Write(ControlOrder(ParkTimer{envelope.root(), park}))},
              until_ns);
}

void Planner::NoteWoken(const Envelope& envelope, By by) {
  Note(envelope, [by](const Envelope& woken) { return observation::Woken{woken, by}; });
}

Planner::Kept Planner::TakeParked(const std::string& root, const std::string& park) {
  const std::string key = state::ParkKey(root, park);
  auto bytes = draft_.Get(key);
  if (!bytes) return {};
  Reading read = tables_.Read(*bytes);
  auto* const known = std::get_if<ReadEnvelope>(&read);
  lacks_table_ = lacks_table_ || known == nullptr;
  if (known == nullptr) return {};
  draft_.Erase(key);
  return {known->table, std::move(known->envelope), std::make_shared<const std::string>(std::move(*bytes))};
}

bool Planner::Obey(const ControlOrder& order, const std::string& id) {
  struct Doer {
    bool operator()(const SignalOrder& signal) const {
      return planner.UseOnce(signal.root, id, false) && planner.Signal(signal);
    }
    bool operator()(const CancelOrder& cancel) const {
      return planner.UseOnce(cancel.root, id, true) && planner.Cancel(cancel);
    }
    bool operator()(const JoinTimer& timer) const { return planner.EndJoinLate(timer); }
    bool operator()(const ParkTimer& timer) const { return planner.EndParkLate(timer); }
    Planner& planner;
    const std::string& id;
  };
  return std::visit(Doer{*this, id}, order);
}

bool Planner::Signal(const SignalOrder& order) {
  if (!draft_.Get(state::RootKey(order.root))) return false;
  WaitsRecord waits = ReadWaits(draft_.Get(state::WaitsKey(order.root)));
  const auto at = std::ranges::find(waits.parked, order.name, &WaitsRecord::Parked::name);
  if (at == waits.parked.end()) {
    if (waits.early.size() >= kMostEarly || order.value.size() > kLongestEarly) return false;
    waits.early.push_back({order.name, order.value});
    PutWaits(draft_, order.root, waits);
    return true;
  }
  Kept parked = TakeParked(order.root, at->park);
  waits.parked.erase(at);
  PutWaits(draft_, order.root, waits);
  if (parked.envelope == nullptr) return false;
  NoteWoken(*parked.envelope, By::kSignal);
  const route::Step step = route::WakeWith(parked.table->router, *parked.envelope, order.value, now_ns_);
  Add(*parked.table, std::move(*parked.envelope), step, parked.before);
  return true;
}

bool Planner::Cancel(const CancelOrder& order) {
  // There may be no record of it though it is under way.
  if (!draft_.Get(state::RootKey(order.root)) && draft_.Get(state::EndKey(order.root))) return false;
  if (draft_.Get(state::CancelKey(order.root))) return false;
  draft_.Put(state::CancelKey(order.root), Write(CancelRecord()), AddSaturating(now_ns_, kRetentionNs));
  const WaitsRecord waits = ReadWaits(draft_.Get(state::WaitsKey(order.root)));
  PutWaits(draft_, order.root, {.parked = {}, .early = waits.early});
  for (const WaitsRecord::Parked& parked : waits.parked) {
    Kept taken = TakeParked(order.root, parked.park);
    if (taken.envelope != nullptr) WakeCancelled(*taken.table, std::move(*taken.envelope), taken.before);
  }
  return true;
}

void Planner::WakeCancelled(const KnownTable& table, Envelope envelope, Before before) {
  NoteWoken(envelope, By::kCancel);
  // It is told now, and not once more at its next visit.
  TellCancelled(draft_, envelope);
  const route::Step step = route::WakeCancelled(table.router, envelope, now_ns_);
  Add(table, std::move(envelope), step, std::move(before));
}

bool Planner::EndParkLate(const ParkTimer& timer) {
  Kept parked = TakeParked(timer.root, timer.park);
  if (parked.envelope == nullptr) return false;
  WaitsRecord waits = ReadWaits(draft_.Get(state::WaitsKey(timer.root)));
  std::erase_if(waits.parked, [&](const WaitsRecord::Parked& each) { return each.park == timer.park; });
  PutWaits(draft_, timer.root, waits);
  NoteWoken(*parked.envelope, By::kTime);
  const route::Step step = route::WakeInTime(parked.table->router, *parked.envelope, now_ns_);
  Add(*parked.table, std::move(*parked.envelope), step, parked.before);
  return true;
}

void Planner::GiveUpParked(const std::string& root, const std::string& fork) {
  WaitsRecord waits = ReadWaits(draft_.Get(state::WaitsKey(root)));
  const auto of_fork = [&fork](const WaitsRecord::Parked& parked) {
    return std::ranges::find(parked.forks, fork) != parked.forks.end();
  };
  const auto lost = std::stable_partition(waits.parked.begin(), waits.parked.end(),
                                          [&](const auto& each) { return !of_fork(each); });
  if (lost == waits.parked.end()) return;
  for (auto parked = lost; parked != waits.parked.end(); ++parked) {
    Kept taken = TakeParked(root, parked->park);
    if (taken.envelope == nullptr) continue;
    NoteWoken(*taken.envelope, By::kDecision);
    GiveUp(*taken.table, std::move(*taken.envelope));
  }
  waits.parked.erase(lost, waits.parked.end());
  PutWaits(draft_, root, waits);
}

bool IsCancelled(const state::State& state, const Envelope& envelope) {
  const auto record = ReadCancel(state.Get(state::CancelKey(envelope.root())));
  return record && std::ranges::find(record->told, envelope.id) == record->told.end();
}

void TellCancelled(Draft& draft, const Envelope& envelope) {
  const std::string key = state::CancelKey(envelope.root());
  auto record = ReadCancel(draft.Get(key));
  if (!record) return;
  // What the root starts when it has been told belongs to how it ends.
  if (envelope.root_id.empty()) return draft.Erase(key);
  record->told.push_back(envelope.id);
  draft.Put(key, Write(*record));
}

}  // namespace mesh::durable
