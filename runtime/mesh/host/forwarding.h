// The work behind forward.h: one step after the other, what an envelope sets off does not recurse.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mesh/envelope/envelope.h"
#include "mesh/host/joins.h"
#include "mesh/host/parks.h"
#include "mesh/host/services.h"
#include "mesh/host/tables.h"
#include "mesh/route/router.h"

namespace mesh::host {

class Forwarding {
 public:
  explicit Forwarding(const Services& services) : services_(services) {}

  /// Does what `step` says, and what follows from it, when it is run.
  void Add(const ServedTable& table, std::unique_ptr<Envelope> envelope, const route::Step& step) {
    if (next_.envelope != nullptr) open_.push_back(std::move(next_));
    next_ = {&table, std::move(envelope), step};
  }
  /// Ends the branch of a child that nobody wants any more.
  void GiveUp(const ServedTable& table, std::unique_ptr<Envelope> child);
  /// The parent of a decided join goes on, and its losers are told.
  void Decide(DecidedJoin join);
  /// A parked envelope goes on: with its signal, because its time has come, or cancelled.
  void Wake(Parks::Signalled signalled);
  void WakeLate(ParkedEnvelope parked);
  void WakeCancelled(ParkedEnvelope parked);

  /// False: the transport is closed.
  bool Run();

 private:
  struct Moving {
    const ServedTable* table = nullptr;
    std::unique_ptr<Envelope> envelope;
    route::Step step;
  };

  void Do(Moving moving, const route::Deliver& deliver);
  void Do(Moving moving, const route::Ended& ended);
  void Do(Moving moving, const route::Tapped& tapped);
  void Do(Moving moving, const route::Parked& parked);
  void Do(Moving moving, const route::Forked& forked);
  void Do(Moving moving, const route::BranchEnded& ended);

  void Park(Moving moving);
  void EndBranch(Moving moving);
  /// What was parked moves again.
  void Unpark(const Envelope& parked, observation::Woken::By by);
  void Start(const ChildToStart& child);
  void EndCopy(const Envelope& copy);
  void TellLosers(const std::string& root, const std::string& fork_id);
  /// What is parked in branches of a decided fork ends them.
  void GiveUpParked(const std::string& fork_id);

  const Services& services_;
  Moving next_;               ///< The last one that was added; most often the only one, and never in a list.
  std::vector<Moving> open_;  ///< Those before it.
  bool sent_ = true;
};

/// One member of the family of that root has ended: what is kept for the family goes with the last one.
void LeaveFamily(const Services& services, const std::string& root);

}  // namespace mesh::host
