// The host of a mesh: takes envelopes at their entrance and runs them to their end over a
// transport, with the handlers of every actor in this process.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/contract/promises.h"
#include "mesh/contract/route_table.h"
#include "mesh/durable/known_tables.h"
#include "mesh/envelope/envelope.h"
#include "mesh/host/activity.h"
#include "mesh/host/admission.h"
#include "mesh/host/call_review.h"
#include "mesh/host/cancellations.h"
#include "mesh/host/claims.h"
#include "mesh/host/counts.h"
#include "mesh/host/course.h"
#include "mesh/host/desk.h"
#include "mesh/host/durable_course.h"
#include "mesh/host/families.h"
#include "mesh/host/joins.h"
#include "mesh/host/options.h"
#include "mesh/host/parks.h"
#include "mesh/host/services.h"
#include "mesh/host/sinks.h"
#include "mesh/host/station.h"
#include "mesh/host/tables.h"
#include "mesh/host/telling.h"
#include "mesh/host/timers.h"
#include "mesh/host/unfinished.h"
#include "mesh/host/watchdog.h"
#include "mesh/host/worker_pool.h"
#include "mesh/monitoring/readiness.h"
#include "mesh/monitoring/reading.h"
#include "mesh/state/idempotency_store.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// What a host is made of. All of it outlives the host.
struct HostParts {
  std::span<const contract::Version> tables;  ///< The first one is for new envelopes.
  /// Without a ledger they take every call of the first table; with one some may be left to other hosts.
  std::span<const actor::Entry> actors;
  transport::Transport& transport;
  transport::Clock& clock;
  state::IdempotencyStore& idempotency;
  /// What the actors were compiled against; no table: the first of `tables` that is that.
  contract::Version own = {};
};

/// Where an envelope that is submitted gets its room in the mesh.
enum class Room : std::uint8_t {
  kWaits,    ///< It waits for some.
  kEntered,  ///< It holds a place of Host::Enter.
};

/// Thread rule: every function may be called from any thread, but not from a handler.
class Host {
 public:
  /// Runs from now on.
  Host(const HostParts& parts, HostOptions options);
  /// Waits for every call that still runs, also for those that overran. Whoever cannot wait for
  /// handlers that never return ends the process instead.
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Puts an envelope with an id and a filled payload at the entry of `flow` of the table that its route
  /// names, or of the one for new envelopes if that is empty. Waits for room in the mesh; without threads
  /// there is room or the answer is false. `ended` gets it
  /// once, from any thread, and must not wait. False: the host has stopped, or an envelope of that id, a copy
  /// or a child of it is under way; then neither is called, and `envelope` is left as it was but for the
  /// names of its flow and table. False, too, and neither is called, if the transport was closed by somebody
  /// else; then `envelope` is gone. `gone` is called when nothing is left of it, copies and children
  /// included; it must not wait, and may be empty.
  ///
  /// Over a ledger an envelope of an id that is under way elsewhere, or has ended before, is not run again:
  /// `ended` gets that one's end. Then `gone` is called, too, though copies may live on; false is answered
  /// only if the host has stopped or somebody here waits for that id; and where the ledger is closed before
  /// it has come in nothing is called: it may or may not have, and whoever submits it again is told its end.
  [[nodiscard]] bool Submit(contract::Index flow, Envelope&& envelope, Sinks::Waiter ended,
                            Families::Gone gone = {}, Room room = Room::kWaits);

  // Within one process workers may also take what is to be submitted from somebody, piece by piece:

  /// Room in the mesh for `most` more, or fewer, at least one; waits for it. None: the host has stopped. Each
  /// place is used up by a Submit with Room::kEntered, whatever its answer, or given back.
  std::uint32_t Enter(std::uint32_t most);
  void Leave(std::uint32_t places);
  /// As the pool's. A piece may call Submit.
  void Offer(Feed& feed, std::size_t pieces) { pool_->Offer(feed, pieces); }
  void Withdraw() { pool_->Withdraw(); }

  /// Raises `cancelled` in the envelope: at once where a handler runs, as soon as that returns.
  /// False: no envelope of that id is under way.
  bool Cancel(const std::string& envelope_id);

  /// A value, as JSON text, for the `await` called `name` of the envelope or of a child of it; it is
  /// kept until somebody waits for it. False: no envelope of that id is under way, or too much is kept for
  /// it already (Parks::kMostEarly, Parks::kLongestEarly).
  bool Signal(const std::string& envelope_id, const std::string& name, std::string value);

  /// Waits until everything that was submitted has ended, with the copies that taps have made of it. Without
  /// threads it works off what is queued.
  void Drain();
  /// True: it has.
  bool drained() const { return admission_.empty(); }
  /// Takes no new envelopes and gives those in the mesh `grace_ns` to end. After that StopCalls. True:
  /// all have ended. Without threads it works off what is queued, and has no time beyond that.
  bool Stop(std::int64_t grace_ns);
  /// From here on, and where it waits for room already, Submit yields false.
  void CloseEntrance() { admission_.Close(); }
  /// Takes no more deliveries; those that no call has begun on go back. Calls that run go on.
  void StopTaking();
  /// Asks every call that runs to stop (Context::cancelled) and begins no other one: deliveries are
  /// handed back. Does not wait.
  void StopCalls();

  /// True if nothing moves, and something is parked: without a signal or a time-out nothing goes on.
  bool stands_still() const { return activity_.moving() == 0 && admission_.parked() > 0; }
  /// Who is parked, those that have waited longest, at most so many.
  std::vector<Parks::Wait> LongestWaits(std::size_t most) const { return parks_.Longest(most); }
  /// Gives up what is parked, where nothing moves: who waits for the roots gets them as they stand, with
  /// a phase that is no end and an error `unfinished` that says where that is.
  void EndParked();
  /// True: envelopes outlive this process, and others may go on with them.
  bool durable() const { return durable_ != nullptr; }
  /// Of what is durable.
  bool keeps_roots() const { return transport_.ledger()->state().keeps_roots(); }
  /// Waits until all that follows from visits that have ended is safe.
  void Flush();
  /// Gives up all, some time after StopCalls: calls that still run are disowned.
  void EndAll();

  /// Serves envelopes of that version, too. One thread at a time installs and switches. Why not; empty: it
  /// does.
  std::string Install(const contract::Version& version);
  /// New envelopes enter on the table of that digest from now on. Why not; empty: they do.
  std::string SwitchTo(std::string_view digest);

  /// Messages that wait in all mailboxes, about so many where others serve them.
  std::uint64_t waiting() const;
  Counts counts() const { return telling_.counting().Read(); }
  /// Everything, and what lies in the mailboxes: takes a moment.
  monitoring::Reading Read() const;
  /// What keeps it from its work, part by part. Whether it is about to stop only its owner knows.
  std::vector<monitoring::Check> Checks() const;
  /// All zero when nothing is under way.
  Retained retained() const;
  // Without threads:

  /// Jobs that wait to be worked off.
  std::size_t queued() const { return pool_->queued(); }
  /// Works off number `nth` of them, in the caller's thread. False: there are not so many.
  bool RunQueued(std::size_t nth = 0) { return pool_->RunQueued(nth); }
  /// Tells calls that run what others have decided meanwhile. Threads do so twice a second.
  void ReviewCalls() {
    if (review_) review_->Review();
  }

  /// True: no worker does anything but calls that were disowned.
  bool at_rest() const { return pool_->at_rest(); }
  /// What a CrashReport reads; valid as long as the host.
  std::vector<const CallMark*> call_marks() const;
  /// Actors whose calls overran too often, sorted.
  std::vector<std::string> unhealthy() const;
  /// Calls that were disowned and still run.
  std::uint32_t overruns() const;
  /// For new envelopes.
  const route::Router& router() const { return tables_->newest().router; }
  /// Of the table with that digest, or, if it is empty, for new envelopes; null: there is none.
  const route::Router* RouterOf(std::string_view digest) const;

 private:
  /// The same over a ledger.
  bool SubmitDurable(contract::Index flow, Envelope&& envelope, Sinks::Waiter ended, Families::Gone gone);
  void AddStation(const actor::Entry& entry, const contract::RouteTable& newest);
  void OpenTables(const HostParts& parts);
  void BeCourse(transport::Ledger* ledger);
  void OpenDesks();
  const ServedTable& EntranceOf(const Envelope& envelope) const;
  void HandBackQueued();
  void TellMisfits(const ServedTable& table) const;
  Standing StandingOf(const Envelope& envelope) const;
  void GiveUpParked(Unfinished& unfinished);
  void GiveUpMoving(Unfinished& unfinished);
  void AddMoving(std::unique_ptr<Envelope> envelope, bool called, Unfinished& unfinished);
  /// A child or a copy that was given up.
  void Leave(const Envelope& envelope);
  void EndRoots(Unfinished& unfinished);
  Station::Size SizeOf(const contract::RouteTable& table, std::string_view actor) const;
  void TellHealth(std::string_view actor, bool healthy, std::uint32_t overruns) const;
  std::vector<Watched> AllSlots();
  std::set<std::string> MailboxNames() const;

  const HostOptions options_;
  transport::Clock& clock_;
  transport::Transport& transport_;
  std::atomic<bool> handing_back_ = false;
  Telling telling_;
  Admission admission_;
  Activity activity_;
  Sinks sinks_;
  Cancellations cancellations_;
  Claims claims_;
  Families families_;
  Timers timers_;
  Joins joins_;
  Parks parks_;
  std::map<std::string_view, std::unique_ptr<Station>> stations_;
  std::unique_ptr<Tables> tables_;
  std::unique_ptr<WorkerPool> pool_;
  std::unique_ptr<Watchdog> watchdog_;
  std::unique_ptr<Services> services_;
  durable::KnownTables known_;
  std::unique_ptr<Course> course_;
  DurableCourse* durable_ = nullptr;  ///< The course, if it is that.
  std::vector<std::unique_ptr<Desk>> desks_;
  std::unique_ptr<CallReview> review_;  ///< Null where all that is decided is decided here.
};

}  // namespace mesh::host
