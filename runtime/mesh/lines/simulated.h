// Runs envelopes through the deterministic host: one at a time, on a virtual clock.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "mesh/actor/handler.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/lines/input_signals.h"
#include "mesh/lines/json_lines.h"
#include "mesh/observation/observer.h"
#include "mesh/route/router.h"

namespace mesh::lines {

/// Gets what `--follow` prints of each visit, when its input has ended. May be empty.
using FollowLog = std::function<void(const std::string& line)>;

/// A runner that simulates every envelope from the entry of `flow`. Who waits gets the signals of its
/// input, if there are any. `observer` is told at once; null: nobody is. Both it and the router outlive the
/// runner.
Runner Simulated(const route::Router& router, contract::Index flow, deterministic::Responder responder,
                 FollowLog follow, observation::Observer* observer = nullptr, InputSignals signals = {});

/// Gets what handlers log. May be empty.
using HandlerLog = std::function<void(const Envelope& envelope, std::string_view actor, actor::LogLevel level,
                                      std::string_view message)>;

/// Answers visits by real handlers, one object per actor. Router and entries outlive the responder.
deterministic::Responder HandlerResponder(const route::Router& router, std::span<const actor::Entry> actors,
                                          HandlerLog log);

/// `00000000-0000-7000-8000-000000000001` and so on: ids that are the same in every run.
std::function<std::string()> CountedIds();

}  // namespace mesh::lines
