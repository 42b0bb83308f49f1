#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "mesh/contract/enumerator.h"
#include "mesh/envelope/envelope_json.h"
#include "mesh/envelope/error_json.h"
#include "mesh/envelope/frames_json.h"
#include "mesh/envelope/object_reader.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json_number.h"
#include "mesh/value/json_tree.h"

namespace mesh {
namespace {

using contract::Index;
using contract::kNone;

constexpr Phase kPhases[] = {Phase::kPending,   Phase::kProcessing, Phase::kRetrying, Phase::kParked,
                             Phase::kSucceeded, Phase::kFailed,     Phase::kCancelled};

/// True if envelopes wait at such points, for an actor or for something else.
bool IsRest(contract::PointKind kind) {
  using enum contract::PointKind;
  switch (kind) {
    case kCall:
    case kAsk:
    case kFollow:
    case kUndo:
    case kPark:
    case kFork:
    case kEachFork: return true;
    case kFollowNext:
    case kFlowCall:
    case kReturn:
    case kSet:
    case kBranch:
    case kMatch:
    case kLoopStart:
    case kLoopRound:
    case kUnwind:
    case kFinallyEnter:
    case kFinallyExit:
    case kCatch:
    case kRaise:
    case kReraise:
    case kJoin:
    case kBranchEnd:
    case kTap:
    case kSagaEnter:
    case kSagaExit: return false;
  }
  contract::NoSuchEnumerator();
}

bool ReadStops(const JsonNode& source, std::vector<Stop>& stops) {
  if (!source.is(JsonNode::Kind::kArray)) return false;
  for (const JsonNode& entry : source.children) {
    Stop& stop = stops.emplace_back();
    if (entry.is(JsonNode::Kind::kString)) {
      stop.name = entry.text;
      continue;
    }
    const JsonNode* of = entry.Find("of");
    const JsonNode* times = entry.Find("times");
    const auto count = times == nullptr ? std::nullopt : CountOf(*times);
    if (of == nullptr || !count || *count < 2 || *count >= kNone || !ReadStops(*of, stop.of)) return false;
    stop.times = static_cast<std::uint32_t>(*count);
  }
  return true;
}

class EnvelopeReader {
 public:
  EnvelopeReader(const contract::RouteTable& table, contract::Array<contract::FormerName> former,
                 const Schemas& schemas, SchemaError& error)
      : table_(table), former_(former), schemas_(schemas), error_(error) {}

  void Read(const JsonNode& source, Envelope& envelope) {
    ObjectReader reader(source, error_);
    reader.NeedText("id", envelope.id);
    reader.Text("parent_id", envelope.parent_id);
    reader.Text("root_id", envelope.root_id);
    reader.Text("replay_of", envelope.replay_of);
    const JsonNode* route = reader.Find("route");
    if (route == nullptr) return reader.Fail("route", "an object is missing");
    ReadRoute(*route, envelope.route);
    if (const JsonNode* status = reader.Find("status")) ReadStatus(*status, envelope);
    if (const JsonNode* headers = reader.Find("headers")) ReadHeaders(*headers, reader, envelope);
    const JsonNode* payload = reader.Find("payload");
    if (payload == nullptr) return reader.Fail("payload", "an object is missing");
    ReadPayload(*payload, envelope);
  }

 private:
  void ReadRoute(const JsonNode& source, Route& route) {
    ObjectReader reader(source, error_);
    const JsonNode* prev = reader.Find("prev");
    if (prev != nullptr && !ReadStops(*prev, route.prev)) reader.Fail("prev", "a list of stops is expected");
    reader.NeedText("flow", route.flow);
    for (const contract::FormerName& each : former_) {
      if (each.of == contract::Named::kFlow && each.name == route.flow &&
          FlowNamed(table_, route.flow) == kNone)
        route.flow = table_.flows[each.entry].name;
    }
    reader.Text("table", route.table);
    reader.Index("at", table_.points.size, route.at);
    if (reader.ok() && route.at != kNone && !IsRest(table_.points[route.at].kind))
      reader.Fail("at", "no envelope waits at this point");
    if (const JsonNode* loops = reader.Find("loops")) ReadLoops(*loops, reader, route);
    if (const JsonNode* frames = reader.Array("frames")) ReadFrames(*frames, route);
    reader.Number("hop", route.hop);
    reader.Text("claim", route.claim);
    if (!reader.ok()) return PrefixPath(error_, "route");
    if (!route.table.empty() && route.table != table_.digest) {
      reader.Fail("table", fmt::format("the envelope belongs to table {}", route.table));
    }
    const bool undoes = route.at != kNone && table_.points[route.at].kind == contract::PointKind::kUndo;
    if (undoes && NextUndo(route) == nullptr) reader.Fail("frames", "there is nothing to undo");
    CheckCalls(reader, route);
    if (!reader.ok()) PrefixPath(error_, "route");
  }

  void ReadLoops(const JsonNode& source, ObjectReader& reader, Route& route) {
    if (!source.is(JsonNode::Kind::kObject)) return reader.Fail("loops", "an object is expected");
    for (const JsonNode& each : source.children) {
      const std::string_view key = each.name;
      const auto rounds = CountOf(each);
      Index loop = kNone;
      const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), loop);
      const bool fits = error == std::errc{} && end == key.data() + key.size() && loop < table_.loops.size &&
                        rounds && *rounds <= table_.loops[loop].max;
      if (!fits) return reader.Fail("loops", "a loop of the table and its rounds are expected");
      route.loops.emplace_back(loop, static_cast<std::uint32_t>(*rounds));
    }
    std::sort(route.loops.begin(), route.loops.end());
  }

  void ReadFrames(const JsonNode& source, Route& route) {
    for (std::size_t i = 0; i < source.children.size() && error_.message.empty(); ++i) {
      auto frame = FrameFromJson(table_, schemas_, source.children[i]);
      if (auto* broken = std::get_if<SchemaError>(&frame)) {
        error_ = std::move(*broken);
        PrefixPath(error_, std::to_string(i));
        PrefixPath(error_, "frames");
      } else {
        route.frames.push_back(std::get<Frame>(std::move(frame)));
      }
    }
  }

  /// The call frames must lead from the flow that was entered to the one of `at`.
  void CheckCalls(ObjectReader& reader, Route& route) {
    if (!reader.ok()) return;
    if (FlowNamed(table_, route.flow) == kNone) return reader.Fail("flow", "the table has no such flow");
    if (route.at == kNone) return;
    Index flow = kNone;
    for (const Frame& frame : route.frames) {
      const auto* call = std::get_if<CallFrame>(&frame);
      if (call == nullptr) continue;
      const contract::Point& point = table_.points[call->point];
      if (flow != kNone && point.flow != flow) return reader.Fail("frames", "calls do not follow each other");
      flow = point.callee;
    }
    const contract::Index here = table_.points[route.at].flow;
    if (flow != kNone && flow != here) reader.Fail("frames", "calls do not lead to `at`");
    if (table_.flows[here].name != route.flow) reader.Fail("flow", "the flow is not that of `at`");
  }

  void ReadStatus(const JsonNode& source, Envelope& envelope) {
    ObjectReader reader(source, error_);
    Status& status = envelope.status;
    std::string phase;
    reader.Text("phase", phase);
    for (const Phase each : kPhases) {
      if (PhaseName(each) == phase) status.phase = each;
    }
    if (!phase.empty() && PhaseName(status.phase) != phase) reader.Fail("phase", "there is no such phase");
    reader.Number("attempt", status.attempt);
    reader.Number("max_attempts", status.max_attempts);
    reader.Time("created_at", status.created_at_ns);
    reader.Time("updated_at", status.updated_at_ns);
    reader.Time("deadline_at", status.deadline_at_ns);
    reader.Flag("cancelled", envelope.cancelled);
    if (const JsonNode* error = reader.Find("error")) ReadError(*error, status);
    const JsonNode* log = reader.Array("log");
    for (std::size_t i = 0; log != nullptr && i < log->children.size(); ++i)
      ReadLogEntry(log->children[i], status.log);
    if (!reader.ok()) PrefixPath(error_, "status");
  }

  void ReadError(const JsonNode& source, Status& status) {
    auto error = ErrorFromJson(table_, schemas_, source);
    if (auto* broken = std::get_if<SchemaError>(&error)) {
      error_ = std::move(*broken);
      return PrefixPath(error_, "error");
    }
    status.error = std::get<Error>(std::move(error));
  }

  void ReadLogEntry(const JsonNode& source, std::vector<LogEntry>& log) {
    ObjectReader reader(source, error_);
    LogEntry& entry = log.emplace_back();
    reader.Time("time", entry.time_ns);
    reader.Text("error", entry.error);
    reader.Text("actor", entry.actor);
    reader.Text("at", entry.at);
    reader.Text("action", entry.action);
  }

  static void ReadHeaders(const JsonNode& source, ObjectReader& reader, Envelope& envelope) {
    if (!source.is(JsonNode::Kind::kObject)) return reader.Fail("headers", "an object is expected");
    for (const JsonNode& header : source.children) {
      if (!header.is(JsonNode::Kind::kString)) return reader.Fail("headers", "headers are strings");
      envelope.headers.emplace(header.name, header.text);
    }
  }

  void ReadPayload(const JsonNode& source, Envelope& envelope) {
    const Index at = envelope.route.at;
    const Index flow = at == kNone ? FlowNamed(table_, envelope.route.flow) : table_.points[at].flow;
    auto payload = PayloadFromJson(table_, schemas_, flow, source);
    if (auto* broken = std::get_if<SchemaError>(&payload)) {
      error_ = std::move(*broken);
      return PrefixPath(error_, "payload");
    }
    envelope.payload = std::move(std::get<Payload>(payload).slots);
    envelope.unknown = std::move(std::get<Payload>(payload).unknown);
  }

  const contract::RouteTable& table_;
  const contract::Array<contract::FormerName> former_;
  const Schemas& schemas_;
  SchemaError& error_;
};

}  // namespace

std::variant<EnvelopeHead, SchemaError> ReadHead(std::string_view text) {
  auto parsed = JsonTree::Read(text);
  if (auto* error = std::get_if<SchemaError>(&parsed)) return std::move(*error);
  SchemaError error;
  EnvelopeHead head;
  ObjectReader reader(std::get<JsonTree>(parsed).root(), error);
  reader.NeedText("id", head.id);
  if (const JsonNode* source = reader.Find("route")) {
    ObjectReader route(*source, error);
    route.Text("table", head.table);
    route.Text("curr", head.curr);
    if (!route.ok()) PrefixPath(error, "route");
  }
  if (!error.message.empty()) return error;
  return head;
}

std::variant<Envelope, SchemaError> EnvelopeCodec::Decode(std::string_view text) const {
  auto parsed = JsonTree::Read(text);
  if (auto* error = std::get_if<SchemaError>(&parsed)) return std::move(*error);
  SchemaError error;
  // Filled where it is handed on: an envelope is large to move.
  std::variant<Envelope, SchemaError> decoded;
  EnvelopeReader(table_, former_, schemas_, error)
      .Read(std::get<JsonTree>(parsed).root(), std::get<Envelope>(decoded));
  if (!error.message.empty()) decoded = std::move(error);
  return decoded;
}

}  // namespace mesh
