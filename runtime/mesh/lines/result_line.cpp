#include "mesh/lines/result_line.h"

#include <variant>

#include <nlohmann/json.hpp>

#include "mesh/envelope/error_json.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/envelope/stops.h"
#include "mesh/host/outcome.h"

namespace mesh::lines {

namespace {

struct Payload {
  const ValueList& fields;
  const ValueMap& unknown;
};

/// The payload of the flow that was entered, which waits in a frame while a flow with its own one runs.
Payload EntryPayload(const Envelope& envelope) {
  for (const Frame& frame : envelope.route.frames) {
    const auto* call = std::get_if<CallFrame>(&frame);
    if (call != nullptr && call->payload) return {*call->payload, call->unknown};
  }
  return {envelope.payload, envelope.unknown};
}

}  // namespace

std::string ResultLine(const contract::RouteTable& table, contract::Index flow, InputPlace place,
                       const Envelope& envelope) {
  nlohmann::ordered_json line;
  line["input"] = place.input;
  line["line"] = place.line;
  line["outcome"] = host::OutcomeOf(envelope.status.phase);
  line["error"] = envelope.status.error ? ErrorToJson(table, *envelope.status.error, Sensitive::kHidden)
                                        : nlohmann::ordered_json();
  line["route"] = ExpandStops(envelope.route.prev);
  const Payload payload = EntryPayload(envelope);
  line["payload"] = PayloadToJson(table, flow, payload.fields, payload.unknown);
  return WriteJson(line);
}

}  // namespace mesh::lines
