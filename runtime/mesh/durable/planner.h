// What follows from one step of an envelope, as one transition: nothing is done here.
//
// The same rules as those of a host in one process (runtime/mesh/host/forwarding.h), over state that
// outlives it. One step after the other: what an envelope sets off does not recurse.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mesh/durable/draft.h"
#include "mesh/durable/known_tables.h"
#include "mesh/durable/planned.h"
#include "mesh/durable/records.h"
#include "mesh/durable/unserved.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/join.h"
#include "mesh/route/router.h"
#include "mesh/state/state.h"

namespace mesh::durable {

/// How long ends of envelopes, decided joins and cancellations are remembered.
inline constexpr std::int64_t kRetentionNs = 24LL * 3600 * 1'000'000'000;
/// The same for envelopes that have failed.
inline constexpr std::int64_t kFailedRetentionNs = 7 * kRetentionNs;
/// Signals of one root that are kept until somebody waits for them, and the longest of them.
inline constexpr std::size_t kMostEarly = 100;
inline constexpr std::size_t kLongestEarly = std::size_t{64} << 10U;

/// The body of a letter.
using Before = std::shared_ptr<const std::string>;

/// For one thread and one transition.
class Planner {
 public:
  /// `tables` and `state` outlive it. `nonce` is that of the input; empty: there are no copies of it.
  Planner(const KnownTables& tables, const state::State& state, std::int64_t now_ns, std::string nonce = {})
      : tables_(tables), draft_(state), now_ns_(now_ns), nonce_(std::move(nonce)) {}

  Draft& draft() { return draft_; }
  /// Who waits for the end travels with the input, and with what follows from it.
  void TellEndTo(std::string reply) { reply_ = std::move(reply); }
  /// `events` gets what follows, in order, and nothing else; it outlives this. Without, nothing is written
  /// down.
  void WriteDown(PlannedEvents& events) {
    events.clear();
    events_ = &events;
  }
  /// An envelope was advanced to `step`. `before`: its letter as it stood before that, which is kept where it
  /// fails; null: there is none to be kept.
  void Add(const KnownTable& table, Envelope envelope, const route::Step& step, Before before = nullptr) {
    open_.push_back({&table, std::move(envelope), step, std::move(before)});
  }
  /// Nobody wants the branch of that child any more.
  void GiveUp(const KnownTable& table, Envelope child);
  /// Somebody told the mesh something, by a message of that id. False: it makes no sense any more, or never
  /// did.
  bool Obey(const ControlOrder& order, const std::string& id);
  /// False: its root has ended before, or another copy of it is on its way, and is the one.
  bool IsEnd(const EndHead& end) { return ClaimOfEnd(end).has_value(); }
  /// The claim by which an envelope is the end of its root; none: it is not. It is its own, or, where the
  /// very message that is the input has claimed the line since, that one.
  std::optional<std::string> ClaimOfEnd(const EndHead& end);
  /// What a sink does with the letter of an ended envelope; false: it is not its end.
  bool EndRoot(const EndHead& end, const std::string& body);

  /// What an envelope that was delivered is.
  enum class Standing : std::uint8_t {
    kCurrent,  ///< The one of its line, which is claimed for the input.
    kCopy,     ///< Another copy has gone on, or its line has ended.
    kLost,     ///< Nothing is known of its root any more.
  };
  /// `has_effect`: a call that has one follows; else the claim yields (claim_record.h).
  Standing ClaimDelivery(Envelope& envelope, bool has_effect);
  /// True: another copy of its line has gone on since the envelope's claim, or the line has ended.
  bool IsStale(const Envelope& envelope);
  /// Nothing else is done: the input is a copy of what of that root has gone on. Who waits with it is told
  /// with the one that does, or now if that has ended.
  void BeCopyOf(const std::string& root);
  /// It ends as unroutable, because of kLost. `before`: as for Add.
  void EndLost(const KnownTable& table, const Envelope& envelope, const Before& before);

  /// True: something that is kept belongs to a table that this host does not know. Nothing must be done.
  bool lacks_table() const { return lacks_table_; }
  transport::Transition Take();
  /// After Take: the input counts for nothing, though something may have been done for who waits with it.
  bool is_dropped() const { return is_copy_ || is_late_; }
  /// After Take: branches that have ended when their join was decided. They count for nothing.
  const std::vector<std::string>& late_branches() const { return late_branches_; }

 private:
  struct Moving {
    const KnownTable* table = nullptr;
    Envelope envelope;
    route::Step step;
    Before before;
  };
  /// A parent, or an envelope that was parked, as it was kept. No envelope: there is none.
  struct Kept {
    const KnownTable* table = nullptr;
    std::unique_ptr<Envelope> envelope = {};
    Before before = {};
  };

  void Run();
  void KeepStand(const Moving& moving);
  void Do(Moving moving, const route::Deliver& deliver);
  void Do(Moving moving, const route::Ended& ended);
  void Do(Moving moving, const route::Tapped& tapped);
  void Do(Moving moving, const route::Parked& parked);
  void Do(Moving moving, const route::Forked& forked);
  void Do(Moving moving, const route::BranchEnded& ended);

  void EndCopy(const Envelope& copy);
  void ForgetClaims(const std::string& root);
  void Forget(const std::string& root, bool failed);
  void Start(const KnownTable& table, const Envelope& parent, const Value& elements, std::uint32_t index);
  void KeepSlot(const KnownTable& table, const BranchFrame& branch, Envelope child);
  void Decide(const std::string& fork, const JoinRecord& record, const route::Verdict& verdict);
  bool EndJoinLate(const JoinTimer& timer);
  Kept ReadParent(const std::string& root, const std::string& fork);
  /// What is parked in branches of a decided fork ends them.
  void GiveUpParked(const std::string& root, const std::string& fork);

  void Keep(const Moving& moving, WaitsRecord waits);
  bool Signal(const SignalOrder& order);
  bool Cancel(const CancelOrder& order);
  bool EndParkLate(const ParkTimer& timer);
  /// Takes a parked envelope out; no envelope: it is gone, or its table is not known here.
  Kept TakeParked(const std::string& root, const std::string& park);
  void WakeCancelled(const KnownTable& table, Envelope envelope, Before before);

  template <typename MakeWhat>
  void Note(const Envelope& envelope, const MakeWhat& what) {
    if (events_ != nullptr) events_->push_back({envelope, what});
  }
  void NoteWoken(const Envelope& envelope, observation::Woken::By by);
  void NoteEnd(const Envelope& envelope, observation::Ended::Line line);

  bool claims() const { return !nonce_.empty(); }
  /// Its line has not gone on by another copy. Of one that has not ended.
  bool HasLine(const Envelope& envelope);
  Standing Judge(const Envelope& envelope);
  bool Claim(Moving& moving);
  void BeginLine(const Envelope& copy);
  bool EndLine(const Envelope& envelope);
  bool UseOnce(const std::string& root, const std::string& id, bool travels);
  void TellWaiter(const std::string& reply, const std::string& root, const std::string& end);
  void HandOverWaiter(const std::string& root);
  bool BeLate();
  bool IsLateBranch(const JoinRecord* record, const Envelope& child);

  const KnownTables& tables_;
  Draft draft_;
  const std::int64_t now_ns_;
  const std::string nonce_;
  std::string reply_;
  std::uint32_t claims_made_ = 0;
  std::vector<Moving> open_;
  PlannedEvents* events_ = nullptr;
  bool lacks_table_ = false;
  bool is_copy_ = false;
  bool is_late_ = false;
  /// Who waits with the input of an end is told once more, if it comes again.
  bool sends_again_ = false;
  std::string waited_for_;  ///< The root of which the input is a copy; empty: nobody waits with it.
  std::vector<std::string> late_branches_;
};

/// True if a join that the envelope counts for is decided. `state` may be a moment old.
bool Unwanted(const state::State& state, const Envelope& envelope);
/// True if somebody wants the envelope cancelled, and it has not been told.
bool IsCancelled(const state::State& state, const Envelope& envelope);
/// It is told with this transition.
void TellCancelled(Draft& draft, const Envelope& envelope);

/// Of a planner whose root enters without an input: what it starts at once is claimed, too.
inline std::string EntryNonce(const transport::Ledger& ledger) { return ledger.repeats() ? "entry" : ""; }

/// What an entrance does: the root is under way, and `reply` is told of its end. Answers of Enter:
enum class Entry : std::uint8_t {
  kEntered,
  kTravels,   ///< It has, and nothing is kept of that: who waits for its end travels with it (TellEndTo).
  kUnderWay,  ///< It was already; `reply` is told of its end from now on.
  kEnded,     ///< It has ended before; nothing is done.
};
/// `only_end_kept`: nobody will ask for a record of it. Who enters such a root once more enters a copy, and
/// is told of the end that came first.
Entry Enter(Draft& draft, const std::string& root, const std::string& reply, bool only_end_kept);
/// What a failed root is replayed from is kept for as long as its end.
void KeepFailed(Draft& draft, const std::string& root, std::string before, std::int64_t now_ns);

}  // namespace mesh::durable
