// Lines of log about envelopes, which are known by their inputs.
#pragma once

#include "mesh/host/options.h"
#include "mesh/lines/log_line.h"
#include "mesh/lines/root_inputs.h"
#include "mesh/program/error_lines.h"
#include "mesh/transport/clock.h"

namespace mesh::program {

/// Thread rule: every function may be called from any thread. All outlive it.
class HostLog {
 public:
  HostLog(ErrorLines& errors, const transport::Clock& clock, const lines::RootInputs& inputs)
      : errors_(errors), clock_(clock), inputs_(inputs) {}

  void Tell(const host::Hop& hop) const {
    errors_.PutLine(lines::HopLine(About(hop), hop.attempt, hop.outcome));
  }
  void Tell(const host::Logged& logged) const {
    errors_.PutLine(lines::LogLine(About(logged), logged.level, logged.message));
  }

 private:
  template <typename Told>
  lines::LogSubject About(const Told& told) const {
    return {.time_ns = clock_.now_ns(),
            .input = inputs_.Find(told.root_id).input,
            .envelope_id = told.envelope_id,
            .actor = told.actor};
  }

  ErrorLines& errors_;
  const transport::Clock& clock_;
  const lines::RootInputs& inputs_;
};

}  // namespace mesh::program
