// What is kept of roots, joins and waits, as values; their bytes are JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/contract/entry.h"

namespace mesh::durable {

/// A root that is under way, or whose copies are.
struct RootRecord {
  std::string reply = {};  ///< Mailbox of who waits for the end; empty: nobody.
  /// Who waits, too, because he has entered a copy where nothing was kept, and that was dropped.
  std::vector<std::string> others = {};
  std::uint64_t copies = 0;  ///< Made by taps, and alive.
  bool ended = false;
  std::string replay_of = {};  ///< The root that it repeats; empty: none.
  bool real_effects = false;   ///< Of a replay: effects are made anew, and take no result of that root.
};

/// A fork whose parent waits, or that is decided.
struct JoinRecord {
  contract::Index at = contract::kNone;  ///< The fork's point.
  std::string root = {};
  std::uint32_t started = 0;
  /// One for each child: `r` runs or is yet to start, `s` succeeded, `f` failed. Empty: decided.
  std::string branches = {};
  bool decided() const { return branches.empty(); }
};

/// What of a root waits for signals, and signals that nobody waited for.
struct WaitsRecord {
  struct Parked {
    std::string park;
    std::string name;                ///< Of the signal.
    std::vector<std::string> forks;  ///< That it counts for, from the inside out.
  };
  struct Early {
    std::string name;
    std::string value;  ///< JSON text.
  };
  std::vector<Parked> parked = {};
  std::vector<Early> early = {};
};

/// Who has been told that the root is cancelled. The root itself is told last: then nobody else is.
struct CancelRecord {
  std::vector<std::string> told = {};
};

std::string Write(const RootRecord& record);
std::string Write(const JoinRecord& record);
std::string Write(const WaitsRecord& record);
std::string Write(const CancelRecord& record);

/// Of bytes that Write has made; no record of no bytes. Other bytes give an empty record.
std::optional<RootRecord> ReadRoot(const std::optional<std::string>& bytes);
std::optional<JoinRecord> ReadJoin(const std::optional<std::string>& bytes);
WaitsRecord ReadWaits(const std::optional<std::string>& bytes);
std::optional<CancelRecord> ReadCancel(const std::optional<std::string>& bytes);

// What is said to the mesh itself, at kControl.

struct SignalOrder {
  std::string root;
  std::string name;
  std::string value;  ///< JSON text.
};
struct CancelOrder {
  std::string root;
};
/// The time of a join has come.
struct JoinTimer {
  std::string root;
  std::string fork;
};
/// The time of a parked envelope has come.
struct ParkTimer {
  std::string root;
  std::string park;
};
using ControlOrder = std::variant<SignalOrder, CancelOrder, JoinTimer, ParkTimer>;

std::string Write(const ControlOrder& order);
/// None: it is nothing of that.
std::optional<ControlOrder> ReadOrder(std::string_view body);

}  // namespace mesh::durable
