// Before the handler: may the envelope be delivered, and with which input?
#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/router.h"
#include "mesh/route/scene.h"
#include "mesh/value/json.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Index;

class Binder {
 public:
  Binder(const Router& router, const Envelope& envelope, const contract::Point& point)
      : router_(router),
        scene_(router, envelope),
        point_(point),
        params_(Slice(router.table().pool.members, router.table().actors[point.actor].params)),
        arguments_(params_.size) {}

  std::variant<Arguments, Error> Run() {
    for (Index i = 0; i < point_.bindings.count; ++i) {
      if (auto error = Apply(point_.bindings.first + i)) return std::move(*error);
    }
    for (Index param = 0; param < params_.size; ++param) {
      if (auto error = FillIn(param)) return std::move(*error);
    }
    return std::move(arguments_);
  }

 private:
  std::optional<Error> Apply(Index index) {
    const contract::Binding& binding = router_.table().bindings[index];
    auto outcome = scene_.Evaluate(binding.program);
    if (auto* failure = std::get_if<expression::Failure>(&outcome)) {
      return MakeError(
          BuiltinError::kExpressionError,
          fmt::format("param `{}` of `{}`: {}", params_[binding.param].name, actor().name, failure->message));
    }
    Value& value = std::get<Value>(outcome);
    const bool left_out = !value.present() && (binding.soft || optional(binding.param));
    if (left_out) return std::nullopt;
    arguments_[binding.param] = std::move(value);
    return router_.BindingIsSound(index) ? std::nullopt : Check(binding.param);
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
    const auto conforms = Conform(router_.schemas(), params_[param].type, arguments_[param]);
    const auto* broken = std::get_if<SchemaError>(&conforms);
    if (broken == nullptr) return std::nullopt;
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("param `{}{}` of `{}`: {}", params_[param].name, broken->path, actor().name,
                                 broken->message));
  }

  const contract::Actor& actor() const { return router_.table().actors[point_.actor]; }
  bool optional(Index param) const {
    return router_.schemas().type(params_[param].type).kind == contract::TypeKind::kOptional;
  }

  const Router& router_;
  Scene scene_;
  const contract::Point& point_;
  contract::Array<contract::Member> params_;
  Arguments arguments_;
};

Error WaitsForNobody() {
  return MakeError(BuiltinError::kContractViolation, "the envelope waits for no actor");
}

}  // namespace

std::optional<Error> Router::Admit(const Envelope& envelope, std::int64_t now_ns) const {
  if (envelope.route.at >= table_.points.size) return WaitsForNobody();
  const contract::Point& point = table_.points[envelope.route.at];
  if (point.actor == contract::kNone) return WaitsForNobody();
  const std::string_view actor = table_.actors[point.actor].name;
  if (envelope.cancelled) {
    return MakeError(BuiltinError::kCancelled, fmt::format("cancelled before `{}`", actor));
  }
  if (envelope.status.deadline_at_ns && now_ns > *envelope.status.deadline_at_ns) {
    return MakeError(BuiltinError::kDeadlineExceeded,
                     fmt::format("the deadline has passed before `{}`", actor));
  }
  const auto fields = Slice(table_.fields, table_.envelopes[table_.flows[point.flow].envelope].fields);
  for (const Index slot : Slice(table_.pool.indices, point.requires_fields)) {
    if (slot < envelope.payload.size() && envelope.payload[slot].kind() != ValueKind::kAbsent) continue;
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("field `{}` is missing before `{}`", fields[slot].name, actor));
  }
  return std::nullopt;
}

std::variant<Arguments, Error> Router::Bind(const Envelope& envelope) const {
  return Binder(*this, envelope, table_.points[envelope.route.at]).Run();
}

}  // namespace mesh::route
