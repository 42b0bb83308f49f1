#include "mesh/route/read_signal.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/route/builtin_errors.h"
#include "mesh/value/constraints.h"

namespace mesh::route {

namespace {

std::variant<Value, Error> ReadText(const Router& router, contract::Index park, std::string_view text) {
  const auto violation = [](std::string message) {
    return MakeError(contract::BuiltinError::kContractViolation, std::move(message));
  };
  const auto json = ParseJson(text);
  if (const auto* wrong = std::get_if<SchemaError>(&json))
    return violation(fmt::format("the signal's value: {}", wrong->message));
  auto value = ReadSignal(router.table(), router.schemas(), router.table().points[park],
                          std::get<nlohmann::json>(json));
  if (auto* read = std::get_if<Value>(&value)) return std::move(*read);
  const auto& broken = std::get<SchemaError>(value);
  return violation(fmt::format("the signal's value{}: {}", broken.path, broken.message));
}

}  // namespace

std::variant<Value, SchemaError> ReadSignal(const contract::RouteTable& table, const Schemas& schemas,
                                            const contract::Point& park, const nlohmann::json& value) {
  auto read = FromJson(schemas, park.type, value);
  const auto fields = Slice(table.fields, table.envelopes[table.flows[park.flow].envelope].fields);
  const bool sensitive = fields[table.writes[park.writes.first].field].sensitive;
  if (sensitive && std::holds_alternative<SchemaError>(read)) return RedactedError();
  return read;
}

Step WakeWith(const Router& router, Envelope& envelope, std::string_view text, std::int64_t now_ns) {
  auto value = ReadText(router, envelope.route.at, text);
  if (auto* error = std::get_if<Error>(&value)) return router.Refuse(envelope, std::move(*error), now_ns);
  return router.Wake(envelope, std::get<Value>(std::move(value)), now_ns);
}

Step WakeInTime(const Router& router, Envelope& envelope, std::int64_t now_ns) {
  if (envelope.cancelled) return WakeCancelled(router, envelope, now_ns);
  const TimeLimit limit = router.LimitAt(envelope, envelope.status.updated_at_ns);
  if (limit.error == contract::BuiltinError::kTimeout) return router.WakeLate(envelope, now_ns);
  const std::string_view signal = router.table().points[envelope.route.at].signal;
  return router.Refuse(
      envelope, MakeError(limit.error, fmt::format("no `{}` has come before the deadline", signal)), now_ns);
}

Step WakeCancelled(const Router& router, Envelope& envelope, std::int64_t now_ns) {
  Error error = MakeError(contract::BuiltinError::kCancelled, "cancelled while it was parked");
  return router.Refuse(envelope, std::move(error), now_ns);
}

}  // namespace mesh::route
