// Settings of a host, and what it tells the outside while it runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/actor/context.h"
#include "mesh/archive/archive.h"
#include "mesh/observation/observer.h"

namespace mesh::host {

/// What a handler logs, or the host about an actor: then both ids are empty.
struct Logged {
  actor::LogLevel level = actor::LogLevel::kInfo;
  std::string_view actor;
  std::string_view envelope_id;
  std::string_view root_id;
  std::string_view message;
};

/// The functions may be called from any thread, several at a time.
struct HostOptions {
  /// At most so many work at a time; started when needed. 0: the host has none, nothing in it waits for
  /// anybody, and whoever owns it works off its jobs (Host::RunQueued).
  std::uint32_t threads = 4;
  std::uint32_t max_envelopes = 1024;  ///< In the mesh at once; who submits more waits.
  /// Calls of one actor that may overrun before it is unhealthy; 0: four times its concurrency.
  std::uint32_t max_overruns = 0;
  std::size_t max_payload_bytes = std::size_t{1} << 20U;
  // Where a ledger keeps everything:
  std::int64_t keep_shared_ns = INT64_MAX;  ///< Results of shared effects.
  std::string waiter = {};     ///< Names this process to those who tell it of ends; empty: nobody does.
  bool serves_sink = true;     ///< Takes what has ended.
  bool serves_control = true;  ///< Takes signals, cancellations and timers.
  archive::Archive* archive = nullptr;  ///< Keeps what ends here; outlives the host. Null: nobody does.
  std::function<double()> random = {};  ///< In [0, 1), for jitter. Empty: a half.
  std::vector<observation::Observer*> observers = {};  ///< Told in this order; they outlive the host.
  std::function<void(const Logged&)> log = {};         ///< May be empty.
  /// Nothing moves any more, all has ended, or no call runs after StopCalls. Must not wait. May be empty.
  std::function<void()> changed = {};
};

}  // namespace mesh::host
