#include "mesh/route/bindings.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/expression_text.h"
#include "mesh/route/scene.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Index;

/// Where bindings are evaluated.
struct Place {
  const contract::RouteTable& table;
  const contract::Point& point;
};

/// The value of one binding; absent where it finds nothing and need not.
std::variant<Value, Error> Evaluate(Scene& scene, const Place& place, const contract::Binding& binding,
                                    bool optional, std::span<const Value> call, std::string_view slot,
                                    std::string_view callee) {
  auto outcome = scene.Evaluate(binding.program, call);
  if (auto* failure = std::get_if<expression::Failure>(&outcome)) {
    return MakeError(BuiltinError::kExpressionError,
                     fmt::format("params of `{}`: /{}: {}: {}", callee, slot, failure->message,
                                 ExpressionPlace(place.table, place.point, binding.program)));
  }
  Value& value = std::get<Value>(outcome);
  if (!value.present() && (binding.soft || optional)) return Value();
  return std::move(value);
}

class ParamBinder {
 public:
  ParamBinder(const Router& router, const Envelope& envelope, Index actor, const contract::Point& point,
              std::span<const Value> call)
      : router_(router),
        envelope_(envelope),
        scene_(router, envelope),
        place_{router.table(), point},
        actor_(router.table().actors[actor]),
        params_(Slice(router.table().pool.members, actor_.params)),
        call_(call),
        arguments_(params_.size) {}

  std::variant<Arguments, Error> Run(contract::Span bindings) {
    // As in a call of a function: every argument is computed before one is held against its bounds.
    for (Index i = 0; i < bindings.count; ++i) {
      if (auto error = Apply(bindings.first + i)) return std::move(*error);
    }
    for (Index i = 0; i < bindings.count; ++i) {
      if (auto error = CheckGiven(bindings.first + i)) return std::move(*error);
    }
    for (Index param = 0; param < params_.size; ++param) {
      if (auto error = FillIn(param)) return std::move(*error);
    }
    return std::move(arguments_);
  }

 private:
  std::optional<Error> Apply(Index index) {
    const contract::Binding& binding = router_.table().bindings[index];
    if (const Value* const field = FieldAlone(binding.program)) {
      arguments_[binding.param] = *field;
      return std::nullopt;
    }
    auto outcome = Evaluate(scene_, place_, binding, optional(binding.param), call_,
                            params_[binding.param].name, actor_.name);
    if (auto* error = std::get_if<Error>(&outcome)) return std::move(*error);
    arguments_[binding.param] = std::get<Value>(std::move(outcome));
    return std::nullopt;
  }

  /// Most programs are one field. Null: this one is more, or it is not there.
  const Value* FieldAlone(Index program) const {
    const contract::Pool& pool = router_.table().pool;
    const auto code = Slice(pool.code, pool.programs[program].code);
    const bool field = code.size == 1 &&
                       (code[0].op == contract::Op::kField || code[0].op == contract::Op::kFieldSoft) &&
                       code[0].a < envelope_.payload.size();
    return field && envelope_.payload[code[0].a].present() ? &envelope_.payload[code[0].a] : nullptr;
  }

  std::optional<Error> CheckGiven(Index index) const {
    const Index param = router_.table().bindings[index].param;
    const bool given = arguments_[param].kind() != ValueKind::kAbsent;
    return given && !router_.BindingIsSound(index) ? Check(param) : std::nullopt;
  }

  /// What no binding has given: the default, or nothing where that is legal.
  std::optional<Error> FillIn(Index param) {
    if (arguments_[param].kind() != ValueKind::kAbsent) return std::nullopt;
    const Index fallback = params_[param].default_value;
    if (fallback == contract::kNone) return optional(param) ? std::nullopt : Check(param);
    const Value& value = router_.evaluator().Constant(fallback);
    if (value.present() || !optional(param)) arguments_[param] = value;
    return std::nullopt;
  }

  std::optional<Error> Check(Index param) const {
    auto conforms = Conform(router_.schemas(), params_[param].type, arguments_[param]);
    auto* broken = std::get_if<SchemaError>(&conforms);
    if (broken == nullptr) return std::nullopt;
    const bool hidden = router_.sensitivity().HidesMember(actor_.params.first + param);
    if (hidden && arguments_[param].present()) *broken = RedactedError();
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("params of `{}`: /{}{}: {}", actor_.name, params_[param].name, broken->path,
                                 broken->message));
  }

  bool optional(Index param) const {
    return router_.schemas().type(params_[param].type).kind == contract::TypeKind::kOptional;
  }

  const Router& router_;
  const Envelope& envelope_;
  Scene scene_;
  Place place_;
  const contract::Actor& actor_;
  contract::Array<contract::Member> params_;
  std::span<const Value> call_;
  Arguments arguments_;
};

}  // namespace

std::variant<Arguments, Error> BindParams(const Router& router, const Envelope& envelope, Index actor,
                                          const contract::Point& point, contract::Span bindings,
                                          std::span<const Value> call) {
  return ParamBinder(router, envelope, actor, point, call).Run(bindings);
}

std::variant<ValueList, Error> BindFields(const Router& router, const Envelope& envelope,
                                          const contract::Point& point) {
  const contract::RouteTable& table = router.table();
  const contract::Flow& callee = table.flows[point.callee];
  const auto fields = Slice(table.fields, table.envelopes[callee.envelope].fields);
  Scene scene(router, envelope);
  ValueList payload(fields.size);
  for (const contract::Binding& binding : Slice(table.bindings, point.bindings)) {
    const contract::Field& field = fields[binding.param];
    const bool optional = router.schemas().type(field.type).kind == contract::TypeKind::kOptional;
    auto outcome = Evaluate(scene, {table, point}, binding, optional, {}, field.name, callee.name);
    if (auto* error = std::get_if<Error>(&outcome)) return std::move(*error);
    payload[binding.param] = std::get<Value>(std::move(outcome));
  }
  return payload;
}

std::variant<Arguments, Error> Router::Bind(const Envelope& envelope) const {
  const contract::Point& point = table_.points[envelope.route.at];
  if (point.kind != contract::PointKind::kUndo) {
    return BindParams(*this, envelope, point.actor, point, point.bindings);
  }
  const UndoCall* undo = NextUndo(envelope.route);
  return undo == nullptr ? Arguments() : undo->params;
}

std::variant<Arguments, Error> Router::TakeBound(Envelope& envelope) const {
  if (envelope.bound.empty()) return Bind(envelope);
  return std::exchange(envelope.bound, {});
}

}  // namespace mesh::route
