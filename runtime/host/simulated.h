// Runs envelopes through the deterministic host: one at a time, on a virtual clock.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>

#include "mesh/actor/handler.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/host/input_signals.h"
#include "mesh/host/json_lines.h"
#include "mesh/route/router.h"

namespace mesh::host {

/// A runner that simulates every envelope from the entry of `flow`; `follow`, if set, gets a line
/// per visit. Who waits gets the signals of its input, if there are any. The router and the stream
/// outlive the runner.
Runner Simulated(const route::Router& router, contract::Index flow, deterministic::Responder responder,
                 std::ostream* follow, InputSignals signals = {});

/// Answers visits by real handlers, one object per actor. What they log goes to `log`, if that is
/// set. Router, entries and stream outlive the responder.
deterministic::Responder HandlerResponder(const route::Router& router, std::span<const actor::Entry> actors,
                                          std::ostream* log);

/// `00000000-0000-7000-8000-000000000001` and so on: ids that are the same in every run.
std::function<std::string()> CountedIds();

}  // namespace mesh::host
