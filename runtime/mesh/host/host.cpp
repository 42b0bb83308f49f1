#include "mesh/host/host.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "mesh/host/forward.h"
#include "mesh/host/forwarding.h"
#include "mesh/host/run_job.h"
#include "mesh/value/saturating.h"

namespace mesh::host {

namespace {

/// How many calls may overrun where nobody says it: four for each that may run at once.
std::uint32_t OverrunsOf(std::uint32_t concurrency) {
  constexpr std::uint32_t kPerCall = 4;
  return concurrency > std::numeric_limits<std::uint32_t>::max() / kPerCall ? concurrency
                                                                            : kPerCall * concurrency;
}

}  // namespace

Station::Size Host::SizeOf(const contract::RouteTable& table, std::string_view actor) const {
  const auto at = std::ranges::find(table.actors, actor, &contract::Actor::name);
  const std::uint32_t concurrency =
      at == table.actors.end() ? 1 : std::max<std::uint32_t>(at->concurrency, 1);
  return {concurrency, options_.max_overruns != 0 ? options_.max_overruns : OverrunsOf(concurrency)};
}

void Host::TellHealth(std::string_view actor, bool healthy, std::uint32_t overruns) const {
  if (options_.changed) options_.changed();
  if (!options_.log) return;
  if (healthy) {
    return options_.log({actor::LogLevel::kInfo, actor, {}, {}, "healthy again: calls have come back"});
  }
  const std::string text =
      fmt::format("unhealthy: {} calls never came back; no other one begins until some do", overruns);
  options_.log({actor::LogLevel::kWarning, actor, {}, {}, text});
}

Host::Host(const HostParts& parts, HostOptions options)
    : options_(std::move(options)),
      clock_(parts.clock),
      transport_(parts.transport),
      telling_(clock_, parts.actors.size(), options_.observers),
      admission_(options_.max_envelopes, options_.changed, options_.threads > 0),
      activity_(options_.changed),
      timers_(clock_),
      joins_(timers_),
      parks_(timers_),
      pool_(std::make_unique<WorkerPool>(
          [this](Job& job) { return RunJob(*services_, job); }, options_.threads,
          [this](std::uint32_t threads) {
            if (!options_.log) return;
            const std::string text = fmt::format("the system gives no more than {} threads", threads);
            options_.log({actor::LogLevel::kWarning, {}, {}, {}, text});
          },
          [this] {
            if (handing_back_ && options_.changed) options_.changed();
          })) {
  std::vector<Station*> stations;
  for (const actor::Entry& entry : parts.actors) {
    AddStation(entry, *parts.tables.front().table);
    stations.push_back(stations_.at(entry.actor).get());
  }
  OpenTables(parts);
  watchdog_ = std::make_unique<Watchdog>(clock_, AllSlots());
  services_ = std::make_unique<Services>(Services{.clock = clock_,
                                                  .idempotency = parts.idempotency,
                                                  .options = options_,
                                                  .tables = *tables_,
                                                  .watchdog = *watchdog_,
                                                  .sinks = sinks_,
                                                  .cancellations = cancellations_,
                                                  .claims = claims_,
                                                  .telling = telling_,
                                                  .admission = admission_,
                                                  .activity = activity_,
                                                  .joins = joins_,
                                                  .parks = parks_,
                                                  .timers = timers_,
                                                  .families = families_,
                                                  .stations = std::move(stations),
                                                  .handing_back = handing_back_,
                                                  .pool = *pool_,
                                                  .loan_limit = transport_.loan_limit()});
  BeCourse(transport_.ledger());
  for (const auto& [name, station] : stations_) station->Open();
  for (const auto& desk : desks_) desk->Open();
}

void Host::AddStation(const actor::Entry& entry, const contract::RouteTable& newest) {
  Station::Parts parts{.entry = entry,
                       .number = static_cast<std::uint32_t>(stations_.size()),
                       .mailbox = transport_.Open(entry.actor),
                       .pool = *pool_,
                       .timers = timers_,
                       .shared_mailbox = transport_.shared(),
                       .on_health = [this, name = entry.actor](bool healthy, std::uint32_t overruns) {
                         TellHealth(name, healthy, overruns);
                       }};
  stations_[entry.actor] = std::make_unique<Station>(parts, SizeOf(newest, entry.actor));
}

Host::~Host() {
  review_.reset();
  admission_.Close();
  timers_.Close();
  StopCalls();
  for (const auto& desk : desks_) desk->Shut();
  pool_->Join();
  // What it has not written yet comes to another one.
  if (options_.archive != nullptr) options_.archive->Abandon();
  Flush();
  // The watchdog may give the pool an overrun until now.
  watchdog_.reset();
}

std::vector<Watched> Host::AllSlots() {
  std::vector<Watched> slots;
  for (const auto& [name, station] : stations_) station->AppendWatched(slots);
  return slots;
}

bool Host::Submit(contract::Index flow, Envelope&& envelope, Sinks::Waiter ended, Families::Gone gone,
                  Room room) {
  const ServedTable& table = EntranceOf(envelope);
  envelope.route.flow = table.router.table().flows[flow].name;
  envelope.route.table = table.router.table().digest;
  if (room == Room::kWaits && !admission_.Enter()) return false;
  if (durable()) return SubmitDurable(flow, std::move(envelope), std::move(ended), std::move(gone));
  auto waiter = [this, ended = std::move(ended)](Envelope&& done) {
    // Nobody may find it cancelled later, when another one bears the same id.
    cancellations_.Forget(done.id);
    parks_.Forget(done.id);
    LeaveFamily(*services_, done.id);
    ended(std::move(done));
    admission_.Leave();
  };
  if (!families_.Begin(envelope.id, std::move(gone))) {
    admission_.Leave();
    return false;
  }
  // Nobody else waits for it, because its family is new.
  sinks_.Expect(envelope.id, std::move(waiter));
  activity_.Begin();
  auto owned = std::make_unique<Envelope>(std::move(envelope));
  const route::Step step = table.router.Enter(flow, *owned, clock_.now_ns());
  const std::string id = owned->id;
  if (Forward(*services_, table, std::move(owned), step)) return true;
  // Somebody else has closed the transport: it never came in.
  sinks_.Withdraw(id);
  families_.Withdraw(id);
  activity_.End();
  admission_.Leave();
  return false;
}

std::uint32_t Host::Enter(std::uint32_t most) {
  return admission_.Enter() ? 1 + admission_.TakeUpTo(most - 1) : 0;
}

void Host::Leave(std::uint32_t places) {
  for (; places > 0; --places) admission_.Leave();
}

bool Host::Cancel(const std::string& envelope_id) {
  if (durable()) {
    return keeps_roots() && sinks_.under_way(envelope_id) &&
           durable_->Tell(durable::CancelOrder{envelope_id});
  }
  // In this order, so that nothing stays behind if the envelope ends meanwhile.
  cancellations_.Add(envelope_id);
  if (!sinks_.under_way(envelope_id)) {
    cancellations_.Forget(envelope_id);
    return false;
  }
  for (const auto& [name, station] : stations_) {
    station->StopCalls([&envelope_id](const Envelope& envelope) { return envelope.root() == envelope_id; });
    station->ReleaseBacklogOf(envelope_id);
  }
  CancelParked(*services_, envelope_id);
  return true;
}

bool Host::Signal(const std::string& envelope_id, const std::string& name, std::string value) {
  if (!sinks_.under_way(envelope_id)) return false;
  if (durable()) {
    return keeps_roots() && durable_->Tell(durable::SignalOrder{envelope_id, name, std::move(value)});
  }
  const bool taken = Deliver(*services_, envelope_id, name, std::move(value));
  // It may have ended meanwhile, after it was forgotten.
  if (!sinks_.under_way(envelope_id)) parks_.Forget(envelope_id);
  return taken;
}

void Host::Drain() {
  while (RunQueued()) {
  }
  admission_.WaitUntilEmpty(clock_, std::numeric_limits<std::int64_t>::max());
}

bool Host::Stop(std::int64_t grace_ns) {
  admission_.Close();
  while (RunQueued()) {
  }
  const bool drained = admission_.WaitUntilEmpty(clock_, AddSaturating(clock_.now_ns(), grace_ns));
  StopCalls();
  return drained;
}

void Host::StopTaking() {
  handing_back_ = true;
  for (const auto& [name, station] : stations_) station->Shut();
  // What it hands back would come to it again at once.
  for (const auto& desk : desks_) desk->Shut();
}

void Host::StopCalls() {
  StopTaking();
  for (const auto& [name, station] : stations_) station->StopCalls();
}

Retained Host::retained() const {
  Retained retained{.families = families_.size(),
                    .inside = admission_.inside(),
                    .parked = admission_.parked(),
                    .joins = joins_.open(),
                    .decided_joins = joins_.decided(),
                    .early_signals = parks_.early_signals(),
                    .cancellations = cancellations_.size()};
  for (const auto& [name, station] : stations_) retained.backlog += station->backlog();
  return retained;
}

std::vector<const CallMark*> Host::call_marks() const {
  std::vector<const CallMark*> marks;
  for (const auto& [name, station] : stations_) station->AppendMarks(marks);
  return marks;
}

std::vector<std::string> Host::unhealthy() const {
  std::vector<std::string> names;
  for (const auto& [name, station] : stations_) {
    if (!station->healthy()) names.emplace_back(name);
  }
  return names;
}

std::uint32_t Host::overruns() const {
  std::uint32_t sum = 0;
  for (const auto& [name, station] : stations_) sum += station->overruns();
  return sum;
}

}  // namespace mesh::host
