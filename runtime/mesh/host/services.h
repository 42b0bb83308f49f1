// What every visit of a host uses. All of it is shared between threads and outlives the visits.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "mesh/host/activity.h"
#include "mesh/host/admission.h"
#include "mesh/host/cancellations.h"
#include "mesh/host/claims.h"
#include "mesh/host/families.h"
#include "mesh/host/joins.h"
#include "mesh/host/options.h"
#include "mesh/host/parks.h"
#include "mesh/host/sinks.h"
#include "mesh/host/tables.h"
#include "mesh/host/telling.h"
#include "mesh/host/timers.h"
#include "mesh/host/watchdog.h"
#include "mesh/state/idempotency_store.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

class Course;
class DurableCourse;
class WorkerPool;

struct Services {
  transport::Clock& clock;
  state::IdempotencyStore& idempotency;
  const HostOptions& options;
  const Tables& tables;
  Watchdog& watchdog;
  Sinks& sinks;
  Cancellations& cancellations;
  Claims& claims;
  Telling& telling;
  Admission& admission;
  Activity& activity;
  Joins& joins;
  Parks& parks;
  Timers& timers;
  Families& families;
  std::vector<Station*> stations;
  /// Deliveries that no call has begun on go back to their mailboxes.
  std::atomic<bool>& handing_back;
  WorkerPool& pool;
  std::optional<transport::LoanLimit> loan_limit = {};
  Course* course = nullptr;          ///< Set before anything is served.
  DurableCourse* durable = nullptr;  ///< The course, if it is that.
};

}  // namespace mesh::host
