// Lines of log about envelopes, which are known by their inputs.
#pragma once

#include <cstdint>
#include <string_view>

#include "mesh/host/options.h"
#include "mesh/lines/log_line.h"
#include "mesh/lines/root_inputs.h"
#include "mesh/observation/observer.h"
#include "mesh/program/error_lines.h"
#include "mesh/transport/clock.h"

namespace mesh::program {

/// As an observer it prints a line per hop. Thread rule: every function may be called from any thread. All
/// outlive it.
class HostLog final : public observation::Observer {
 public:
  HostLog(ErrorLines& errors, const transport::Clock& clock, const lines::RootInputs& inputs)
      : errors_(errors), clock_(clock), inputs_(inputs) {}

  void Observe(const observation::Event& event) override;
  void Tell(const host::Logged& logged) const;

 private:
  void Tell(const observation::Visit& visit, std::int64_t time_ns, std::string_view outcome) const;

  ErrorLines& errors_;
  const transport::Clock& clock_;
  const lines::RootInputs& inputs_;
};

}  // namespace mesh::program
