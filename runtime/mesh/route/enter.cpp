// How an envelope gets into a flow.
#include <algorithm>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/entry.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/router.h"
#include "mesh/route/walk.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json.h"
#include "mesh/value/saturating.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Field;
using contract::Index;

void FillIn(const Router& router, contract::Array<Field> fields, Envelope& envelope) {
  envelope.payload.resize(fields.size);
  for (Index slot = 0; slot < fields.size; ++slot) {
    Value& value = envelope.payload[slot];
    if (value.present()) continue;
    const Index fallback = fields[slot].default_value;
    if (fallback != contract::kNone)
      value = router.evaluator().Constant(fallback);
    else if ((fields[slot].mode & contract::kModeLog) != 0)
      value = Value::List({});
  }
}

std::optional<Error> CheckWeight(const Router& router, contract::Array<Field> fields,
                                 const Envelope& envelope) {
  const std::size_t weight = PayloadWeight(fields, envelope);
  if (weight <= router.limits().payload_bytes) return std::nullopt;
  return MakeError(
      BuiltinError::kContractViolation,
      fmt::format("the payload takes about {} bytes, {} are allowed", weight, router.limits().payload_bytes));
}

std::optional<Error> CheckEntry(const Router& router, contract::Array<Field> fields, Envelope& envelope) {
  for (Index slot = 0; slot < fields.size; ++slot) {
    Value& value = envelope.payload[slot];
    const bool given = (fields[slot].mode & contract::kModeIn) != 0;
    const bool optional = router.schemas().type(fields[slot].type).kind == contract::TypeKind::kOptional;
    if (optional && !value.present()) value = Value();
    if (value.kind() == ValueKind::kAbsent && !given) continue;
    auto conforms = Conform(router.schemas(), fields[slot].type, value);
    if (auto* broken = std::get_if<SchemaError>(&conforms)) {
      if (fields[slot].sensitive && value.present()) *broken = RedactedError();
      return MakeError(BuiltinError::kContractViolation,
                       fmt::format("/{}{}: {}", fields[slot].name, broken->path, broken->message));
    }
  }
  return CheckWeight(router, fields, envelope);
}

void SetDeadline(Status& status, std::int64_t sla_ns, std::int64_t now_ns) {
  if (sla_ns <= 0) return;
  const std::int64_t deadline = AddSaturating(now_ns, sla_ns);
  status.deadline_at_ns = std::min(status.deadline_at_ns.value_or(deadline), deadline);
}

}  // namespace

std::optional<Error> PrepareEntry(const Router& router, Index flow, Envelope& envelope) {
  const contract::RouteTable& table = router.table();
  const auto fields = Slice(table.fields, table.envelopes[table.flows[flow].envelope].fields);
  FillIn(router, fields, envelope);
  return CheckEntry(router, fields, envelope);
}

std::optional<Error> FindEntryObstacle(const Router& router, Index flow, const Envelope& envelope) {
  const contract::RouteTable& table = router.table();
  const auto fields = Slice(table.fields, table.envelopes[table.flows[flow].envelope].fields);
  for (Index slot = 0; slot < fields.size; ++slot) {
    const Field& field = fields[slot];
    const contract::TypeKind kind = router.schemas().type(field.type).kind;
    const bool needed = (field.mode & contract::kModeIn) != 0 && field.default_value == contract::kNone &&
                        kind != contract::TypeKind::kOptional;
    if (!needed || envelope.payload[slot].kind() != ValueKind::kAbsent) continue;
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("/{}: {} is missing", field.name, KindName(kind)));
  }
  return CheckWeight(router, fields, envelope);
}

Step Router::Enter(Index flow, Envelope& envelope, std::int64_t now_ns) const {
  const contract::Flow& entered = table_.flows[flow];
  envelope.route.flow = entered.name;
  envelope.route.table = table_.digest;
  envelope.status.created_at_ns = now_ns;
  envelope.status.updated_at_ns = now_ns;
  SetDeadline(envelope.status, entered.sla_ns, now_ns);
  auto error = PrepareEntry(*this, flow, envelope);
  Walk walk(*this, envelope, now_ns);
  if (error) return walk.Abort(std::move(*error));
  return walk.GoOn(entered.entry);
}

}  // namespace mesh::route
