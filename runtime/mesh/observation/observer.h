// Who is told what becomes of envelopes: counts, lines of hops, traces, whatever else looks on.
#pragma once

#include <cstdint>

#include "mesh/observation/events.h"

namespace mesh::observation {

struct Event {
  std::int64_t time_ns = 0;  ///< By the clock of the host: virtual where that is.
  What what;
};

/// Thread rule: called from any thread, several at a time. It must not wait, nor call the host, and keeps
/// nothing of an event but copies.
///
/// In a process each envelope's events come one at a time, in order. Over a ledger, what follows from a visit
/// is told when it is safe: by then whoever serves it next may have told of it.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void Observe(const Event& event) = 0;
};

}  // namespace mesh::observation
