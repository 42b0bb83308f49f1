#include "mesh/route/scene.h"

#include "mesh/value/json.h"

namespace mesh::route {
namespace {

expression::Caught CaughtOf(const Router& router, const Error& error) {
  const contract::Index index = router.FindError(error.name);
  const contract::Index type =
      index == contract::kNone ? contract::kNone : router.table().errors[index].detail_type;
  expression::Caught caught{.name = Value::String(error.name),
                            .message = Value::String(error.message),
                            .actor = Value::String(error.actor),
                            .detail = error.detail};
  // An error without fields has a detail like any other, which says nothing.
  caught.detail_json = Value::Null();
  if (error.detail.present()) {
    caught.detail_json =
        type == contract::kNone ? error.detail : ToAny(router.table().pool, type, error.detail);
  }
  return caught;
}

std::vector<expression::Caught> CaughtIn(const Router& router, const std::vector<Frame>& frames) {
  std::vector<expression::Caught> caught;
  for (const Frame& frame : frames) {
    if (const auto* clause = std::get_if<ClauseFrame>(&frame))
      caught.push_back(CaughtOf(router, clause->error));
  }
  return caught;
}

}  // namespace

Scene::Scene(const Router& router, const Envelope& envelope) : router_(router), envelope_(envelope) {
  for (const Frame& frame : envelope.route.frames) {
    const auto* each = std::get_if<EachFrame>(&frame);
    if (each == nullptr) continue;
    const contract::RouteTable& table = router.table();
    const contract::Index variable = table.forks[table.points[each->point].fork].variable;
    if (variables_.size() <= variable) variables_.resize(variable + std::size_t{1});
    variables_[variable] = each->value;
  }
}

std::variant<Value, expression::Failure> Scene::Evaluate(contract::Index program,
                                                         std::span<const Value> params) {
  const expression::Evaluator& evaluator = router_.evaluator();
  if (!caught_ && evaluator.ReadsCaught(program)) caught_ = CaughtIn(router_, envelope_.route.frames);
  expression::Scope scope{.fields = envelope_.payload, .params = params, .variables = variables_};
  if (caught_) scope.caught = *caught_;
  auto outcome = evaluator.Evaluate(program, scope);
  auto* failure = std::get_if<expression::Failure>(&outcome);
  if (failure != nullptr && router_.sensitivity().HidesProgram(program)) failure->message = kRedacted;
  return outcome;
}

}  // namespace mesh::route
