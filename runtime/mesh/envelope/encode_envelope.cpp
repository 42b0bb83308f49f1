#include <algorithm>

#include "mesh/contract/enumerator.h"
#include "mesh/envelope/envelope_json.h"
#include "mesh/envelope/error_json.h"
#include "mesh/envelope/frames_json.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/value/json_writer.h"

namespace mesh {
namespace {

using contract::Index;
using contract::kNone;

/// Larger texts grow as they are written.
constexpr std::size_t kMostExpected = 64UL * 1024;

void WriteStops(JsonWriter& out, const std::vector<Stop>& stops) {
  out.BeginArray();
  for (const Stop& stop : stops) {
    if (stop.times < 2) {
      out.Text(stop.name);
      continue;
    }
    out.BeginObject();
    out.Name("times").Count(stop.times);
    WriteStops(out.Name("of"), stop.of);
    out.EndObject();
  }
  out.EndArray();
}

/// The actor that holds the envelope; empty: none does.
std::string_view CurrentActor(const contract::RouteTable& table, const Route& route) {
  Index actor = route.at == kNone ? kNone : table.points[route.at].actor;
  if (route.at != kNone && table.points[route.at].kind == contract::PointKind::kUndo) {
    const UndoCall* undo = NextUndo(route);
    actor = undo == nullptr ? kNone : undo->actor;
  }
  return actor == kNone ? std::string_view() : table.actors[actor].name;
}

void WriteRoute(JsonWriter& out, const contract::RouteTable& table, const Route& route,
                std::string_view current, const std::vector<std::string>& next) {
  out.BeginObject();
  WriteStops(out.Name("prev"), route.prev);
  out.Name("curr").TextOrNull(current);
  out.Name("next").BeginArray();
  for (const std::string& actor : next) out.Text(actor);
  out.EndArray();
  out.Name("flow").Text(route.flow);
  out.Name("table").Text(route.table);
  out.Name("at");
  route.at == kNone ? out.Null() : out.Count(route.at);
  out.Name("loops").BeginObject();
  for (const auto& [loop, rounds] : route.loops) out.Name(std::to_string(loop)).Count(rounds);
  out.EndObject();
  out.Name("frames").BeginArray();
  for (const Frame& frame : route.frames) WriteFrame(out, table, frame);
  out.EndArray();
  out.Name("hop").Count(route.hop);
  if (!route.claim.empty()) out.Name("claim").Text(route.claim);
  out.EndObject();
}

void WriteLog(JsonWriter& out, const std::vector<LogEntry>& log) {
  out.BeginArray();
  for (const LogEntry& entry : log) {
    out.BeginObject();
    out.Name("time").Time(entry.time_ns);
    out.Name("error").Text(entry.error);
    out.Name("actor").TextOrNull(entry.actor);
    out.Name("at").Text(entry.at);
    out.Name("action").Text(entry.action);
    out.EndObject();
  }
  out.EndArray();
}

void WriteStatus(JsonWriter& out, const contract::RouteTable& table, const Envelope& envelope,
                 std::string_view current) {
  const Status& status = envelope.status;
  out.BeginObject();
  out.Name("phase").Text(PhaseName(status.phase));
  out.Name("actor").TextOrNull(current);
  out.Name("attempt").Count(status.attempt);
  out.Name("max_attempts").Count(status.max_attempts);
  out.Name("created_at").Time(status.created_at_ns);
  out.Name("updated_at").Time(status.updated_at_ns);
  out.Name("deadline_at");
  status.deadline_at_ns ? out.Time(*status.deadline_at_ns) : out.Null();
  out.Name("error");
  status.error ? WriteError(out, table, *status.error) : out.Null();
  WriteLog(out.Name("log"), status.log);
  if (envelope.cancelled) out.Name("cancelled").Bool(true);
  out.EndObject();
}

void WriteHeaders(JsonWriter& out, const std::map<std::string, std::string>& headers) {
  out.BeginObject();
  for (const auto& [name, text] : headers) out.Name(name).Text(text);
  out.EndObject();
}

/// About how long the text of an envelope becomes.
std::size_t ExpectedSize(const Envelope& envelope) {
  constexpr std::size_t kRest = 1024;
  std::size_t size = kRest;
  for (const Value& value : envelope.payload) size += std::min(value.weight(), kMostExpected);
  return std::min(size, kMostExpected);
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
  contract::NoSuchEnumerator();
}

std::string EnvelopeCodec::Encode(const Envelope& envelope, const std::vector<std::string>& next) const {
  const Index at = envelope.route.at;
  const Index flow = at == kNone ? FlowNamed(table_, envelope.route.flow) : table_.points[at].flow;
  const std::string_view current = CurrentActor(table_, envelope.route);
  JsonWriter out(ExpectedSize(envelope));
  out.BeginObject();
  out.Name("id").Text(envelope.id);
  out.Name("parent_id").TextOrNull(envelope.parent_id);
  if (!envelope.root_id.empty()) out.Name("root_id").Text(envelope.root_id);
  if (!envelope.replay_of.empty()) out.Name("replay_of").Text(envelope.replay_of);
  WriteRoute(out.Name("route"), table_, envelope.route, current, next);
  WriteStatus(out.Name("status"), table_, envelope, current);
  WriteHeaders(out.Name("headers"), envelope.headers);
  WritePayload(out.Name("payload"), table_, flow, envelope.payload, envelope.unknown);
  out.EndObject();
  return out.Take();
}

}  // namespace mesh
