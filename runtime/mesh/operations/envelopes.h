// What a mesh keeps of its envelopes, for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/transport/transport.h"

namespace mesh::operations {

/// An envelope, as far as it says so itself; texts are empty where it does not.
struct Sight {
  std::string id = {};
  std::string root = {};
  std::string flow = {};
  std::string actor = {};  ///< That holds it.
  std::string phase = {};
  std::uint64_t attempt = 0;
  std::uint64_t hop = 0;
  std::string since = {};  ///< Of its last step, as it is written on the wire.
  std::string body = {};   ///< All of it, as it is written there.
};
/// None: it is no envelope.
std::optional<Sight> ReadSight(std::string_view body);

struct ParkedEnvelope {
  Sight sight;
  std::string signal;  ///< That it waits for.
};
/// Those of one root, or, without one, of all, whose bodies are left out.
std::vector<ParkedEnvelope> FindParked(const state::State& state, const std::optional<std::string>& root);

struct FailedEnvelope {
  std::string id = {};
  std::string flow = {};
  std::string error = {};
  std::string message = {};
  std::string actor = {};  ///< Where the error arose.
  std::string ended_at = {};
  std::string replayed_as = {};  ///< Latest replay; empty: none.
};
/// Roots that have failed and can be replayed, the first end first. `error`: only those; empty: all.
std::vector<FailedEnvelope> FindFailed(const state::State& state, const std::string& error);

/// Everything about one root.
struct RootSight {
  std::string id = {};
  bool under_way = false;
  std::uint64_t copies = 0;  ///< Made by taps, and alive.
  bool cancelled = false;    ///< Somebody wants it to be.
  std::string replay_of = {};
  struct Place {
    std::string mailbox;
    bool lent = false;
    std::optional<std::int64_t> not_before_ns = {};
    Sight sight;
  };
  /// Where it and its branches are; none: the transport cannot look.
  std::optional<std::vector<Place>> places = {};
  std::vector<ParkedEnvelope> parked = {};
  std::vector<std::string> early_signals = {};
  std::uint64_t open_forks = 0;
  std::optional<std::string> end = {};     ///< The envelope as it has ended.
  std::optional<std::string> before = {};  ///< As it stood before the visit that failed.
};
/// None: nothing is known of it.
std::optional<RootSight> FindRoot(const transport::Transport& transport, const state::State& state,
                                  const std::string& root);

}  // namespace mesh::operations
