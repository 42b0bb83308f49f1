// Runs envelopes through the deterministic host: one at a time, on a virtual clock.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "mesh/actor/handler.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/host/options.h"
#include "mesh/lines/input_signals.h"
#include "mesh/lines/json_lines.h"
#include "mesh/route/router.h"

namespace mesh::lines {

/// Of which input a visit was, and when it began on the virtual clock.
struct SimulatedAt {
  std::uint64_t input = 0;
  std::int64_t started_ns = 0;
};

/// Gets each visit; `root_id` of one by a copy is empty. May be empty.
using HopLog = std::function<void(const host::Hop& hop, const SimulatedAt& at)>;

/// What `--follow` prints of a visit.
std::string FollowLine(const host::Hop& hop, const SimulatedAt& at);

/// A runner that simulates every envelope from the entry of `flow`. Who waits gets the signals of its
/// input, if there are any. The router outlives the runner.
Runner Simulated(const route::Router& router, contract::Index flow, deterministic::Responder responder,
                 HopLog follow, InputSignals signals = {});

/// Gets what handlers log. May be empty.
using HandlerLog = std::function<void(const Envelope& envelope, std::string_view actor, actor::LogLevel level,
                                      std::string_view message)>;

/// Answers visits by real handlers, one object per actor. Router and entries outlive the responder.
deterministic::Responder HandlerResponder(const route::Router& router, std::span<const actor::Entry> actors,
                                          HandlerLog log);

/// `00000000-0000-7000-8000-000000000001` and so on: ids that are the same in every run.
std::function<std::string()> CountedIds();

}  // namespace mesh::lines
