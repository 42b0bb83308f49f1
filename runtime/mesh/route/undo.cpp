#include "mesh/route/undo.h"

#include <utility>

#include "mesh/route/activation.h"
#include "mesh/route/bindings.h"
#include "mesh/route/effect_key.h"
#include "mesh/route/walk.h"

namespace mesh::route {

using contract::Index;

UndoRecorder::UndoRecorder(const Router& router, Envelope& envelope)
    : router_(router), at_(envelope.route.at), in_saga_(InnermostSaga(envelope.route.frames) != nullptr) {
  if (!in_saga_) return;
  auto arguments = router.Bind(envelope);
  auto* bound = std::get_if<Arguments>(&arguments);
  if (bound == nullptr) return;
  auto key = EffectKey(router, envelope, *bound);
  if (auto* text = std::get_if<std::string>(&key)) key_ = std::move(*text);
  call_ = std::move(*bound);
}

void UndoRecorder::Record(const ValueList& results, Envelope& envelope, std::vector<EffectRecord>* obsolete) {
  if (!in_saga_) return;
  const contract::RouteTable& table = router_.table();
  const contract::Point& point = table.points[at_];
  const Index undo = table.actors[point.actor].undo;
  call_.insert(call_.end(), results.begin(), results.end());
  auto params = BindParams(router_, envelope, undo, point, point.undo, call_);
  UndoCall call{.actor = undo, .undoes = point.actor, .key = std::move(key_)};
  if (auto* error = std::get_if<Error>(&params))
    call.error = std::move(*error);
  else
    call.params = std::get<Arguments>(std::move(params));
  if (obsolete != nullptr && !call.error && table.actors[undo].effect_key != contract::kNone) {
    auto key = PathKey(router_, envelope, undo, call.params);
    if (auto* text = std::get_if<std::string>(&key)) obsolete->push_back({undo, std::move(*text)});
  }
  InnermostSaga(envelope.route.frames)->undo.push_back(std::move(call));
}

void NoteUndo(const Router& router, Envelope& envelope, Index at, const Error* error, std::int64_t now_ns) {
  auto& saga = std::get<SagaFrame>(envelope.route.frames.back());
  const contract::RouteTable& table = router.table();
  envelope.status.log.push_back({now_ns, error == nullptr ? saga.error->name : error->name,
                                 std::string(table.actors[saga.undo.back().actor].name),
                                 std::string(table.points[at].name),
                                 error == nullptr ? "undone" : "undo_failed"});
  saga.undo.pop_back();
}

Step EndUndo(const Router& router, Envelope& envelope, std::optional<Error> error, std::int64_t now_ns) {
  const Index at = envelope.route.at;
  NoteUndo(router, envelope, at, error ? &*error : nullptr, now_ns);
  return Walk(router, envelope, now_ns).GoOn(at);
}

}  // namespace mesh::route
