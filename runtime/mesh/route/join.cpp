#include "mesh/route/join.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/envelope/stops.h"
#include "mesh/route/activation.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/payload_writes.h"
#include "mesh/route/walk.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Field;
using contract::Index;
using contract::Point;
using contract::PointKind;

using Children = std::span<const Envelope* const>;

/// What happened in a branch stays known, whether it counts or not.
void MergeHistory(Envelope& parent, const Envelope& child) {
  parent.status.log.insert(parent.status.log.end(), child.status.log.begin(), child.status.log.end());
  SagaFrame* saga = InnermostSaga(parent.route.frames);
  if (saga == nullptr) return;
  // The child's innermost saga below its branch frame is the parent's.
  const auto& frames = child.route.frames;
  for (std::size_t i = frames.size(); i > 0; --i) {
    const auto* undone = std::get_if<SagaFrame>(&frames[i - 1]);
    if (undone == nullptr) continue;
    saga->undo.insert(saga->undo.end(), undone->undo.begin(), undone->undo.end());
    return;
  }
}

void MergeStops(Envelope& parent, const Envelope& child) {
  for (const std::string& stop : ExpandStops(child.route.prev)) AppendStop(parent.route.prev, stop);
}

/// The changes of one branch against what it began with: log entries are appended, other fields
/// set or removed.
void MergeFields(contract::Array<Field> fields, const ValueList& before, const Envelope& child,
                 Envelope& parent) {
  for (Index slot = 0; slot < fields.size; ++slot) {
    const Value& value = child.payload[slot];
    if (value == before[slot]) continue;
    if ((fields[slot].mode & contract::kModeLog) == 0) {
      parent.payload[slot] = value;
      continue;
    }
    const std::size_t known = before[slot].list().size();
    for (std::size_t i = known; i < value.list().size(); ++i) {
      parent.payload[slot] = Value::Append(std::move(parent.payload[slot]), value.list()[i]);
    }
  }
}

contract::Array<Field> FieldsAt(const contract::RouteTable& table, const Point& point) {
  return Slice(table.fields, table.envelopes[table.flows[point.flow].envelope].fields);
}

/// All or nothing.
std::optional<Error> Merge(const Router& router, const Point& point, Children counted, Envelope& parent) {
  if (point.kind == PointKind::kEachFork) return Collect(router, point, counted, parent);
  const auto fields = FieldsAt(router.table(), point);
  ValueList before = parent.payload;
  for (const Envelope* child : counted) MergeFields(fields, before, *child, parent);
  const std::size_t weight = PayloadWeight(fields, parent);
  if (weight <= router.limits().payload_bytes) return std::nullopt;
  parent.payload = std::move(before);
  return MakeError(BuiltinError::kContractViolation,
                   fmt::format("joined, the payload would take about {} bytes, {} are allowed", weight,
                               router.limits().payload_bytes));
}

Error FailureOf(Children children, const Verdict& verdict) {
  if (verdict.cause) return *children[*verdict.cause]->status.error;
  return MakeError(BuiltinError::kJoinFailed, "too few branches succeeded in time");
}

}  // namespace

std::optional<Error> Collect(const Router& router, const Point& point, Children children,
                             Envelope& envelope) {
  const contract::RouteTable& table = router.table();
  const auto fields = FieldsAt(table, point);
  ValueList payload = envelope.payload;
  for (const contract::Collect& collect : Slice(table.collects, table.forks[point.fork].collects)) {
    const Field& into = fields[collect.into];
    std::vector<Value> elements;
    if ((into.mode & contract::kModeLog) != 0) elements = payload[collect.into].list();
    for (const Envelope* child : children) elements.push_back(child->payload[collect.from]);
    Value list = Value::List(std::move(elements));
    auto conforms = Conform(router.schemas(), into.type, list);
    if (auto* broken = std::get_if<SchemaError>(&conforms)) {
      if (into.sensitive || fields[collect.from].sensitive) *broken = RedactedError();
      return MakeError(BuiltinError::kContractViolation,
                       fmt::format("collected: /{}{}: {}", into.name, broken->path, broken->message));
    }
    payload[collect.into] = std::move(list);
  }
  std::swap(payload, envelope.payload);
  const std::size_t weight = PayloadWeight(fields, envelope);
  if (weight <= router.limits().payload_bytes) return std::nullopt;
  std::swap(payload, envelope.payload);
  return MakeError(
      BuiltinError::kContractViolation,
      fmt::format("with what is collected, the payload would take about {} bytes, {} are allowed", weight,
                  router.limits().payload_bytes));
}

std::optional<Step> GiveUpFork(const Router& router, Envelope& parent, std::uint32_t branches,
                               std::int64_t now_ns) {
  const contract::RouteTable& table = router.table();
  const contract::Fork& fork = table.forks[table.points[parent.route.at].fork];
  if (fork.wait == contract::Wait::kAll || branches >= fork.count) return std::nullopt;
  return Join(router, parent, {}, {.failed = true}, now_ns);
}

Step Join(const Router& router, Envelope& parent, Children children, const Verdict& verdict,
          std::int64_t now_ns) {
  const Index at = parent.route.at;
  const Point& point = router.table().points[at];
  for (const Envelope* child : children) {
    if (child != nullptr) MergeHistory(parent, *child);
  }
  Walk walk(router, parent, now_ns);
  if (verdict.failed) return walk.GoOnFrom(at, FailureOf(children, verdict));
  std::vector<const Envelope*> counted;
  for (const std::uint32_t index : verdict.counted) counted.push_back(children[index]);
  if (auto error = Merge(router, point, counted, parent)) return walk.GoOnFrom(at, std::move(*error));
  for (const Envelope* child : counted) MergeStops(parent, *child);
  return walk.GoOn(point.next);
}

}  // namespace mesh::route
