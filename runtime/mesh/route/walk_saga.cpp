// Undoing what a saga has done.
#include <utility>

#include "mesh/route/undo.h"
#include "mesh/route/walk.h"

namespace mesh::route {

using contract::Point;

/// The saga frame is the innermost one; it holds the error that goes on afterwards.
void Walk::Undo(const Point& point) {
  auto* saga = Top<SagaFrame>();
  if (saga == nullptr || !saga->error) return Unroutable(point);
  // Nothing is called with params that break its contract.
  while (!saga->undo.empty() && saga->undo.back().error) {
    const Error error = std::move(*saga->undo.back().error);
    NoteUndo(router_, envelope_, at_, &error, now_ns_);
  }
  if (saga->undo.empty()) return Arise(Error(std::move(*saga->error)));
  envelope_.route.at = at_;
  Wait(saga->undo.back().actor);
}

}  // namespace mesh::route
