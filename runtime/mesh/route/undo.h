// Undo calls of sagas: how they are recorded, and what becomes of them.
#pragma once

#include <optional>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// Records the undo of one call. Made before the results are written, since the call's bindings may
/// read what they overwrite.
class UndoRecorder {
 public:
  /// `envelope` waits at the call. Outside of any saga nothing is recorded.
  UndoRecorder(const Router& router, Envelope& envelope);

  /// The call has succeeded and its results are written. `obsolete`: as of Router::Complete; what an
  /// undo has done before is undone no more.
  void Record(const ValueList& results, Envelope& envelope, std::vector<EffectRecord>* obsolete);

 private:
  const Router& router_;
  contract::Index at_;
  bool in_saga_ = false;
  ValueList call_;   ///< Params; results follow.
  std::string key_;  ///< Of the call's effect; empty: none.
};

/// Takes the last undo call off the innermost saga, and notes in the recovery log what has become of it at
/// point `at`. `error`: why it failed; null: it has undone its call.
void NoteUndo(const Router& router, Envelope& envelope, contract::Index at, const Error* error,
              std::int64_t now_ns);

/// The undo call that the envelope waits at has succeeded, or failed with `error`: notes it in the
/// recovery log and goes on with the next one.
Step EndUndo(const Router& router, Envelope& envelope, std::optional<Error> error, std::int64_t now_ns);

}  // namespace mesh::route
