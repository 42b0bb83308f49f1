// One visit of an envelope at an actor, from its mailbox to the next one.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"
#include "mesh/host/course.h"
#include "mesh/host/departure.h"
#include "mesh/host/services.h"
#include "mesh/host/slot.h"
#include "mesh/host/station.h"
#include "mesh/host/tables.h"
#include "mesh/observation/events.h"
#include "mesh/route/router.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// Lives in the worker that works the delivery off. The steps stand in the order in which they run;
/// each hands on to the next or lets the envelope depart.
class Visit {
 public:
  /// `seen_ns`: as of Job.
  Visit(const Services& services, Station& station, const ServedTable& table, transport::Delivery&& delivery,
        std::int64_t seen_ns);

  /// False: the call was disowned meanwhile, and with it this worker.
  bool Run();
  /// For the job that follows: when the handler had answered, where little has been done since then; else 0.
  std::int64_t seen_ns() const { return seen_ns_; }

 private:
  /// What is wrong with an envelope that waits for another actor than this station's.
  std::optional<Error> FindStray() const;
  /// What was delivered before may have claimed its line then, which it does not say itself. False: it is a
  /// copy, and is dealt with.
  bool TakeUp();
  bool Serve(const route::Arguments& arguments);
  bool ServeOnce(const route::Arguments& arguments);
  bool Call(const route::Arguments& arguments);
  bool Called(const route::Arguments& arguments);
  bool Answered(actor::Outcome&& answer);
  /// What the handler takes instead of the table's arguments; an error where it takes none of that kind.
  std::variant<route::Arguments, Error> ForHandler(const route::Arguments& arguments) const;
  /// What it answered, as the table has it.
  actor::Outcome ForTable(const actor::Outcome& answer) const;
  /// Keeps a success under the key of the effect that is claimed. `own`: as the handler returned it.
  void KeepResults(const actor::Outcome& outcome, const actor::Outcome& own);
  bool Settle(actor::Outcome&& outcome);
  route::Step Advance(actor::Outcome&& outcome);

  actor::Outcome Invoke(Slot& slot, const route::Arguments& arguments, std::stop_token stop, CallLimit limit);
  /// A join may have been decided since the visit began, and its calls told before this one began.
  void StopIfUnwanted(Slot& slot) const;
  /// Nobody may call this actor's handlers now.
  bool PutOff();
  /// Nobody wants this branch any more.
  bool GiveUp();
  /// No handler of this host takes the call.
  bool LeaveToOthers();
  /// Lets others at the effect that this visit has claimed, if any.
  void ReleaseEffect();
  bool Refuse(Error&& error);
  /// The handler has ended its process before.
  bool Crashed();

  const contract::Actor& actor() const;
  const ActorFit& fit() const { return table_.fit.Of(table_.router.ActorAt(*delivery_.envelope)); }
  EffectOf Effect() const;
  CallLimit Limit(route::TimeLimit limit) const;
  actor::Context ContextOf(const Slot& slot, std::stop_token stop, CallLimit limit) const;
  /// What is told of it.
  observation::Visit Seen() const { return {*delivery_.envelope, table_.router.table(), station_.served()}; }

  const Services& services_;
  Station& station_;
  const ServedTable& table_;
  const Departure departure_;
  transport::Delivery delivery_;
  std::int64_t seen_ns_;
  std::int64_t now_ns_ = 0;
  std::uint32_t attempt_ = 1;
  contract::Index point_ = 0;
  std::optional<std::string> effect_key_;  ///< Set: claimed; the results are kept under it.
  Aside aside_;
};

}  // namespace mesh::host
