#include "mesh/host/host.h"

#include <algorithm>
#include <utility>

#include "mesh/host/forward.h"
#include "mesh/host/run_job.h"
#include "mesh/value/saturating.h"

namespace mesh::host {

namespace {

/// How many calls of an actor may run at once: the newest table says it.
std::uint32_t ConcurrencyOf(const contract::RouteTable& table, std::string_view actor) {
  const auto at = std::ranges::find(table.actors, actor, &contract::Actor::name);
  return at == table.actors.end() ? 1 : std::max<std::uint32_t>(at->concurrency, 1);
}

}  // namespace

Host::Host(const HostParts& parts, HostOptions options)
    : options_(std::move(options)),
      clock_(parts.clock),
      transport_(parts.transport),
      admission_(options_.max_envelopes),
      timers_(clock_),
      pool_(std::make_unique<WorkerPool>([this](Job& job) { return RunJob(*services_, job); })) {
  for (const actor::Entry& entry : parts.actors) {
    const Station::Size size{ConcurrencyOf(*parts.tables.front(), entry.actor), options_.max_overruns};
    stations_[entry.actor] = std::make_unique<Station>(entry, size, transport_.Open(entry.actor), *pool_);
  }
  tables_ = std::make_unique<Tables>(parts.tables, route::Limits{.payload_bytes = options_.max_payload_bytes},
                                     [this](std::string_view actor) { return stations_.at(actor).get(); });
  watchdog_ = std::make_unique<Watchdog>(clock_, AllSlots());
  services_ = std::make_unique<Services>(Services{.clock = clock_,
                                                  .idempotency = parts.idempotency,
                                                  .options = options_,
                                                  .tables = *tables_,
                                                  .watchdog = *watchdog_,
                                                  .sinks = sinks_,
                                                  .cancellations = cancellations_,
                                                  .claims = claims_,
                                                  .failures = failures_,
                                                  .admission = admission_,
                                                  .joins = joins_,
                                                  .parks = parks_,
                                                  .timers = timers_,
                                                  .shared_mailboxes = transport_.shared(),
                                                  .handing_back = handing_back_});
  for (std::uint32_t i = 0; i < std::max<std::uint32_t>(options_.threads, 1); ++i) pool_->AddWorker();
  for (const auto& [name, station] : stations_) station->Open();
}

Host::~Host() {
  admission_.Close();
  timers_.Close();
  handing_back_ = true;
  for (const auto& [name, station] : stations_) station->Shut();
  for (const auto& [name, station] : stations_) station->StopCalls();
  pool_->Join();
  // The watchdog may give the pool an overrun until now.
  watchdog_.reset();
}

std::vector<Watched> Host::AllSlots() {
  std::vector<Watched> slots;
  for (const auto& [name, station] : stations_) station->AppendWatched(slots);
  return slots;
}

bool Host::Submit(contract::Index flow, Envelope&& envelope, Sinks::Waiter ended) {
  if (!admission_.Enter()) return false;
  auto waiter = [this, ended = std::move(ended)](Envelope done) {
    // Nobody may find it cancelled later, when another one bears the same id.
    cancellations_.Forget(done.id);
    parks_.Forget(done.id);
    ended(std::move(done));
    admission_.Leave();
  };
  if (!sinks_.Expect(envelope.id, std::move(waiter))) {
    admission_.Leave();
    return false;
  }
  auto owned = std::make_unique<Envelope>(std::move(envelope));
  const ServedTable& table = tables_->newest();
  const route::Step step = table.router.Enter(flow, *owned, clock_.now_ns());
  // Refused only if the transport was closed by somebody else; then nobody waits any more.
  return Forward(*services_, table, std::move(owned), step);
}

bool Host::Cancel(const std::string& envelope_id) {
  // In this order, so that nothing stays behind if the envelope ends meanwhile.
  cancellations_.Add(envelope_id);
  if (!sinks_.under_way(envelope_id)) {
    cancellations_.Forget(envelope_id);
    return false;
  }
  for (const auto& [name, station] : stations_) station->StopCallsOf(envelope_id);
  CancelParked(*services_, envelope_id);
  return true;
}

bool Host::Signal(const std::string& envelope_id, const std::string& name, std::string value) {
  if (!sinks_.under_way(envelope_id)) return false;
  Deliver(*services_, envelope_id, name, std::move(value));
  // It may have ended meanwhile, after it was forgotten.
  if (!sinks_.under_way(envelope_id)) parks_.Forget(envelope_id);
  return true;
}

bool Host::Stop(std::int64_t grace_ns) {
  admission_.Close();
  const bool drained = admission_.WaitUntilEmpty(clock_, AddSaturating(clock_.now_ns(), grace_ns));
  for (const auto& [name, station] : stations_) station->Shut();
  handing_back_ = true;
  for (const auto& [name, station] : stations_) station->StopCalls();
  return drained;
}

Counts Host::counts() const {
  Counts counts;
  for (const auto& [name, station] : stations_) {
    const ActorCounters& actor = station->counters();
    counts.delivered += actor.delivered.load(std::memory_order_relaxed);
    counts.handled += actor.handled.load(std::memory_order_relaxed);
    counts.retried += actor.retried.load(std::memory_order_relaxed);
    counts.duplicates_suppressed += actor.duplicates_suppressed.load(std::memory_order_relaxed);
  }
  const Sinks::Ends ends = sinks_.ends();
  counts.duplicates_suppressed += ends.duplicates;
  counts.failed = failures_.Read();
  counts.late_branches = joins_.late_branches();
  counts.ended_succeeded = ends.succeeded;
  counts.ended_failed = ends.failed;
  return counts;
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
