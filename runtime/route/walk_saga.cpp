// Undoing what a saga has done.
#include "mesh/route/walk.h"

namespace mesh::route {

using contract::Point;

/// The saga frame is the innermost one; it holds the error that goes on afterwards.
void Walk::Undo(const Point& point) {
  auto* saga = Top<SagaFrame>();
  if (saga == nullptr || !saga->error) return Refuse(point);
  if (saga->undo.empty()) return Arise(Error(std::move(*saga->error)));
  envelope_.route.at = at_;
  Wait(saga->undo.back().actor);
}

}  // namespace mesh::route
