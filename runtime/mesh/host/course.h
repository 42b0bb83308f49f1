// What becomes of envelopes between visits. There are two courses: within this process
// (local_course.h), or through a ledger that outlives it (durable_course.h). A visit does the same on both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/host/station.h"
#include "mesh/host/tables.h"
#include "mesh/route/router.h"
#include "mesh/state/state.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// What a visit wants done together with its departure. Of no use within one process, where it is done
/// at once.
struct Aside {
  std::vector<state::Change> changes = {};
  bool told_cancelled = false;  ///< The envelope has been told that it is cancelled.
  bool told_failed = false;     ///< Observers have been told that the visit has failed.
  std::string kept = {};        ///< The key of results that only one call makes, which this one has.
};

/// One effect of one envelope.
struct EffectOf {
  const ServedTable& table;
  const contract::Actor& actor;
  const std::string& key;
  const std::string& root;
  std::string_view id = {};         ///< Of the envelope.
  std::string_view replay_of = {};  ///< The envelope that it repeats; empty: none.
};

/// Thread rule: every function may be called from any thread.
class Course {
 public:
  virtual ~Course() = default;

  /// True if a join that the envelope counts for is decided.
  virtual bool Unwanted(const Envelope& envelope) const = 0;
  /// True if the envelope shall be told that it is cancelled, which it is with this visit.
  virtual bool TakeCancellation(const Envelope& envelope, Aside& aside) = 0;

  /// The line goes on by this delivery and no copy of it. False: it goes on by another one; the delivery is
  /// dealt with. `has_effect`: for a call that has one; else what has gone on from there may take the line.
  virtual bool Claim(Station& station, const ServedTable& table, transport::Delivery& delivery,
                     bool has_effect) = 0;
  /// The caller makes the effect, and releases it then.
  struct Mine {};
  /// Somebody else does: look again after so long.
  struct Busy {
    std::int64_t delay_ns = 0;
  };
  /// It belongs to a replay that makes no effects, and the call that it repeats has left no result.
  struct Missing {};
  /// Or results that were stored, or why those are of no use.
  using Effect = std::variant<Mine, Busy, Missing, ValueList, Error>;
  virtual Effect TakeEffect(const EffectOf& effect) = 0;
  virtual void ReleaseEffect(const EffectOf& effect, Aside& aside) = 0;
  /// `results`: as the table has them; `own`: as the handler returned them.
  virtual void KeepResults(const EffectOf& effect, const ValueList& results, const ValueList& own,
                           Aside& aside) = 0;
  /// What was stored, as the table has it, belongs to the replay, too: it may be replayed in its turn.
  virtual void KeepRepeated(const EffectOf& effect, const ValueList& results, Aside& aside) = 0;
  virtual void EraseResults(const EffectOf& effect, Aside& aside) = 0;

  /// What a handler's call comes to before it is made.
  enum class Begun : std::uint8_t {
    kCalled,   ///< It is made now.
    kCrashed,  ///< It was made before and its process has ended: an attempt that has failed.
    kCopy,     ///< The line goes on by another delivery; this one is dealt with.
  };
  virtual Begun BeginCall(Station& station, const ServedTable& table, transport::Delivery& delivery) = 0;

  // The ends of a visit; each takes its delivery and what is done aside.

  /// The envelope was advanced to `step`.
  virtual void Onward(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                      const route::Step& step, Aside&& aside) = 0;
  /// To the same actor, once more.
  virtual void SendBack(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                        std::int64_t delay_ns, Aside&& aside) = 0;
  /// Nobody wants its branch any more.
  virtual void GivenUp(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                       Aside&& aside) = 0;
  /// No handler of this host answers where it stands; another host's may.
  virtual void LeaveToOthers(Station& station, transport::Delivery delivery) = 0;
  /// The visit did not take place: the delivery waits again elsewhere.
  virtual void NotVisited(Aside aside) = 0;
};

}  // namespace mesh::host
