// What becomes of envelopes, one type per kind of event. Hosts with threads and the deterministic host tell
// the same ones, each envelope's in the same order.
//
// An event looks at what its host holds just then: it is valid while it is told, and no longer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"

namespace mesh::observation {

/// A handler's actor, of those that a host serves.
struct Served {
  std::string_view name;  ///< Of the handler; a table of another version may call the actor otherwise.
  std::uint32_t number =
      0;  ///< Among the actors of the host, from 0; of the deterministic host, in its table.
};

/// An envelope at an actor: `route.at` is the point that it visits, `status.attempt` the attempt.
struct Visit {
  const Envelope& envelope;
  const contract::RouteTable& table;
  Served actor;
};

// On the way to an actor.

/// To the mailbox of `actor`, as its table calls it, for the first attempt there.
struct Sent {
  const Envelope& envelope;
  std::string_view actor;
};
/// A message that a mailbox has given out once before, or whose attempts may have killed their process.
struct Returned {
  Served actor;
  bool redelivered = false;
  bool suspect = false;
};
/// No message that an envelope can be read from: it is kept aside.
struct Unreadable {
  Served actor;
};
/// Another host must serve it: it waits again.
struct Drifted {
  Served actor;
};

// A visit. Delivered comes first, once more for whatever is put off; then Refused, or Started and Handled.

struct Delivered {
  Visit visit;
  std::int64_t waited_ns = 0;  ///< Since it was sent.
  bool serves = true;          ///< A handler of this host takes the call.
};
/// The handler was not called, and will not be.
struct Refused {
  Visit visit;
  const Error& error;
};
struct Started {
  Visit visit;
  bool stored = false;  ///< Stored results are taken instead of calling the handler.
};
struct Handled {
  enum class How : std::uint8_t {
    kAnswered,
    kStored,   ///< As Started has it.
    kOverran,  ///< It has not answered in time, and is disowned.
    kCrashed,  ///< Its process had ended before: known by a message that came again. It was started there.
  };
  Visit visit;
  const actor::Outcome& outcome;  ///< Under its limit, and as the table has it.
  How how = How::kAnswered;
  std::optional<std::int64_t> took_ns = {};  ///< The call; none: there was none here.
};
/// It fails, and goes back to the same mailbox.
struct Retried {
  Visit visit;  ///< Of the attempt that comes next.
  const Error& error;
  std::int64_t delay_ns = 0;
};
/// A visit has failed for good: a clause may catch it, else the line ends with it.
struct Failed {
  const Envelope* envelope = nullptr;  ///< Null: it cannot be read.
  std::string_view id;                 ///< Of the envelope, or else of its message.
  std::string_view error;              ///< As the mesh declares it; what it does not is `contract_violation`.
};

// Between visits.

/// The envelope waits for its children.
struct Forked {
  const Envelope& envelope;
  std::uint32_t count = 0;
};
/// A copy has been made that goes its own way.
struct Tapped {
  const Envelope& envelope;
};
/// The join of the envelope's children is decided, and it goes on.
struct Joined {
  const Envelope& envelope;
};
struct Parked {
  const Envelope& envelope;
};
struct Woken {
  enum class By : std::uint8_t {
    kSignal,
    kTime,
    kCancel,
    kDecision,  ///< A join that it counts for is decided: nobody wants it any more.
  };
  const Envelope& envelope;
  By by = By::kSignal;
};

/// A line of descent has ended: the last that is told of its envelope.
struct Ended {
  enum class Line : std::uint8_t { kRoot, kBranch, kCopy };
  const Envelope* envelope = nullptr;  ///< Null: no more than this is known of it here.
  std::string_view id;
  Line line = Line::kRoot;
  bool failed = false;  ///< Cancelled ones, too.
};
/// It counts for nothing.
struct Dropped {
  enum class Why : std::uint8_t {
    kCopy,        ///< The line goes on, or has ended, by another copy of it.
    kLateBranch,  ///< Its join was decided before it ended.
  };
  std::string_view id;  ///< Of the envelope, or of its message.
  Why why = Why::kCopy;
};

using What = std::variant<Sent, Returned, Unreadable, Drifted, Delivered, Refused, Started, Handled, Retried,
                          Failed, Forked, Tapped, Joined, Parked, Woken, Ended, Dropped>;

}  // namespace mesh::observation
