#include <nlohmann/json.hpp>

#include "mesh/envelope/envelope_json.h"
#include "mesh/envelope/error_json.h"
#include "mesh/envelope/frames_json.h"
#include "mesh/envelope/payload_json.h"

namespace mesh {
namespace {

using contract::Index;
using contract::kNone;
using nlohmann::ordered_json;

ordered_json StopsToJson(const std::vector<Stop>& stops) {
  ordered_json array = ordered_json::array();
  for (const Stop& stop : stops) {
    if (stop.times < 2)
      array.push_back(stop.name);
    else
      array.push_back(ordered_json{{"times", stop.times}, {"of", StopsToJson(stop.of)}});
  }
  return array;
}

ordered_json TextOrNull(std::string_view text) { return text.empty() ? ordered_json() : ordered_json(text); }

/// The actor that holds the envelope; empty: none does.
std::string_view CurrentActor(const contract::RouteTable& table, const Route& route) {
  Index actor = route.at == kNone ? kNone : table.points[route.at].actor;
  if (route.at != kNone && table.points[route.at].kind == contract::PointKind::kUndo) {
    const UndoCall* undo = NextUndo(route);
    actor = undo == nullptr ? kNone : undo->actor;
  }
  return actor == kNone ? std::string_view() : table.actors[actor].name;
}

ordered_json RouteToJson(const contract::RouteTable& table, const Route& route,
                         const std::vector<std::string>& next) {
  ordered_json object;
  object["prev"] = StopsToJson(route.prev);
  object["curr"] = TextOrNull(CurrentActor(table, route));
  object["next"] = next;
  object["flow"] = route.flow;
  object["table"] = route.table;
  object["at"] = route.at == kNone ? ordered_json() : ordered_json(route.at);
  object["loops"] = ordered_json::object();
  for (const auto& [loop, rounds] : route.loops) object["loops"][std::to_string(loop)] = rounds;
  object["frames"] = ordered_json::array();
  for (const Frame& frame : route.frames) object["frames"].push_back(FrameToJson(table, frame));
  object["hop"] = route.hop;
  if (!route.claim.empty()) object["claim"] = route.claim;
  return object;
}

ordered_json LogToJson(const std::vector<LogEntry>& log) {
  ordered_json array = ordered_json::array();
  for (const LogEntry& entry : log) {
    array.push_back(ordered_json{{"time", PrintTimestamp(Timestamp::FromNanoseconds(entry.time_ns))},
                                 {"error", entry.error},
                                 {"actor", TextOrNull(entry.actor)},
                                 {"at", entry.at},
                                 {"action", entry.action}});
  }
  return array;
}

ordered_json StatusToJson(const contract::RouteTable& table, const Envelope& envelope) {
  const Status& status = envelope.status;
  ordered_json object;
  object["phase"] = PhaseName(status.phase);
  object["actor"] = TextOrNull(CurrentActor(table, envelope.route));
  object["attempt"] = status.attempt;
  object["max_attempts"] = status.max_attempts;
  object["created_at"] = PrintTimestamp(Timestamp::FromNanoseconds(status.created_at_ns));
  object["updated_at"] = PrintTimestamp(Timestamp::FromNanoseconds(status.updated_at_ns));
  object["deadline_at"] =
      status.deadline_at_ns ? ordered_json(PrintTimestamp(Timestamp::FromNanoseconds(*status.deadline_at_ns)))
                            : ordered_json();
  object["error"] = status.error ? ErrorToJson(table, *status.error) : ordered_json();
  object["log"] = LogToJson(status.log);
  if (envelope.cancelled) object["cancelled"] = true;
  return object;
}

}  // namespace

std::string_view PhaseName(Phase phase) {
  switch (phase) {
    case Phase::kPending: return "pending";
    case Phase::kProcessing: return "processing";
    case Phase::kRetrying: return "retrying";
    case Phase::kParked: return "parked";
    case Phase::kSucceeded: return "succeeded";
    case Phase::kFailed: return "failed";
    case Phase::kCancelled: return "cancelled";
  }
  return "";
}

std::string EnvelopeCodec::Encode(const Envelope& envelope, const std::vector<std::string>& next) const {
  const Index at = envelope.route.at;
  const Index flow = at == kNone ? FlowNamed(table_, envelope.route.flow) : table_.points[at].flow;
  ordered_json object;
  object["id"] = envelope.id;
  object["parent_id"] = TextOrNull(envelope.parent_id);
  if (!envelope.root_id.empty()) object["root_id"] = envelope.root_id;
  if (!envelope.replay_of.empty()) object["replay_of"] = envelope.replay_of;
  object["route"] = RouteToJson(table_, envelope.route, next);
  object["status"] = StatusToJson(table_, envelope);
  object["headers"] = envelope.headers;
  object["payload"] = PayloadToJson(table_, flow, envelope.payload, envelope.unknown);
  return WriteJson(object);
}

}  // namespace mesh
