// The envelope: route, status, headers and payload; the value in flight.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/value/value.h"

namespace mesh {

enum class Phase : std::uint8_t {
  kPending,
  kProcessing,
  kRetrying,
  kParked,
  kSucceeded,
  kFailed,
  kCancelled
};

/// An error in flight. The name is what goes on the wire; a table gives it meaning.
struct Error {
  std::string name = {};
  std::string message = {};
  std::string actor = {};  ///< Where it arose; empty: in the route table.
  Value detail = {};       ///< The error's record, as json if its type is not known here.
  bool by_raise = false;   ///< Made by a `raise`: never retried.
};

/// A stop done: a name, or a compacted run.
struct Stop {
  std::string name;
  std::uint32_t times = 1;  ///< Above 1: `of` was done so often.
  std::vector<Stop> of = {};
};

// Frames: what must travel with the envelope besides counters. All kinds are defined for the whole language.
inline constexpr std::int64_t kNoDeadline = INT64_MAX;
struct CallFrame {
  contract::Index point = contract::kNone;  ///< The kFlowCall point; control returns to its `next`.
  /// The caller's deadline if the callee narrowed it; kNoDeadline: the caller had none.
  std::optional<std::int64_t> deadline_ns = {};
  std::optional<ValueList> payload = {};  ///< Own-envelope call: the caller's payload.
  ValueMap unknown = {};                  ///< With it: members that its schema does not know.
};
struct ClauseFrame {
  Error error;
};
struct FinallyFrame {
  contract::Index exit = contract::kExitError;
  std::optional<Error> error = {};  ///< Set if `exit` is kExitError.
};
struct UndoCall {
  contract::Index actor = contract::kNone;
  ValueList params = {};
  contract::Index undoes = contract::kNone;  ///< The actor whose call it undoes.
  std::string key = {};                      ///< Idempotency key of that call; empty: it has none.
  /// Set if its params break their contract: then there are none, and it is recorded, not called.
  std::optional<Error> error = {};
};
struct SagaFrame {
  std::vector<UndoCall> undo = {};
  std::optional<Error> error = {};  ///< Set while the undo calls run: what goes on afterwards.
};
struct EachFrame {
  contract::Index point = contract::kNone;  ///< The kEachFork; it knows variable and type.
  Value value = {};
};
struct FollowFrame {
  contract::Index point = contract::kNone;  ///< The kFollow.
  std::vector<std::string> steps = {};      ///< Still to run.
};
struct BranchFrame {
  std::string fork_id = {};
  std::uint32_t index = 0;
  std::uint32_t count = 0;
  contract::Index join = contract::kNone;  ///< The kJoin; kNone: a copy that `tap` made.
};
using Frame =
    std::variant<CallFrame, ClauseFrame, FinallyFrame, SagaFrame, EachFrame, FollowFrame, BranchFrame>;

struct Route {
  std::vector<Stop> prev;
  std::string flow;
  std::string table;                                             ///< Digest.
  contract::Index at = contract::kNone;                          ///< Alone decides.
  std::vector<std::pair<contract::Index, std::uint32_t>> loops;  ///< Sorted by loop.
  std::vector<Frame> frames;
  std::uint32_t hop = 0;
  std::string claim = {};  ///< By which this copy of its line is known to be the one; empty before the first.
};

/// The undo call that a kUndo point delivers; null: the innermost frame is no saga with one left that can
/// be called.
inline const UndoCall* NextUndo(const Route& route) {
  const auto* saga = route.frames.empty() ? nullptr : std::get_if<SagaFrame>(&route.frames.back());
  if (saga == nullptr || !saga->error || saga->undo.empty() || saga->undo.back().error) return nullptr;
  return &saga->undo.back();
}

/// One entry of the recovery log.
struct LogEntry {
  std::int64_t time_ns = 0;
  std::string error;
  std::string actor;
  std::string at;      ///< Name of the point.
  std::string action;  ///< `caught`, `undone`, `undo_failed`
};

/// Times are nanoseconds since the epoch of the host's clock.
struct Status {
  Phase phase = Phase::kPending;
  std::uint32_t attempt = 1;
  std::uint32_t max_attempts = 1;
  std::int64_t created_at_ns = 0;
  std::int64_t updated_at_ns = 0;
  std::optional<std::int64_t> deadline_at_ns;
  std::optional<Error> error;
  std::vector<LogEntry> log;
};

/// A value; one owner at a time. Payload slots follow the flow's envelope schema.
struct Envelope {
  std::string id;
  std::string parent_id;
  std::string root_id;         ///< Empty: this is the root of its line of descent.
  std::string replay_of = {};  ///< The envelope that it repeats from some point on; empty: none.
  Route route;
  Status status;
  std::map<std::string, std::string> headers;
  ValueList payload;
  ValueMap unknown;  ///< Payload members that the schema does not know.
  bool cancelled = false;
  /// What the bindings of the call that it waits for have yielded in this process; empty: they are to be
  /// evaluated, or there are none. Never written out: it follows from the rest.
  ValueList bound = {};

  /// The id of the envelope that entered the mesh.
  const std::string& root() const { return root_id.empty() ? id : root_id; }
};

}  // namespace mesh
