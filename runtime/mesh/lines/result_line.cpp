#include "mesh/lines/result_line.h"

#include <variant>
#include <vector>

#include "mesh/envelope/error_json.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/host/outcome.h"
#include "mesh/value/json_writer.h"

namespace mesh::lines {

namespace {

constexpr std::size_t kUsualSize = 2048;

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

/// Every stop done, one by one.
void WriteStops(JsonWriter& line, const std::vector<Stop>& stops) {
  for (const Stop& stop : stops) {
    if (stop.times < 2) line.Text(stop.name);
    for (std::uint32_t i = 0; stop.times > 1 && i < stop.times; ++i) WriteStops(line, stop.of);
  }
}

}  // namespace

std::string ResultLine(const contract::RouteTable& table, contract::Index flow, InputPlace place,
                       const Envelope& envelope) {
  JsonWriter line(kUsualSize);
  line.BeginObject();
  line.Name("input").Count(place.input);
  line.Name("line").Count(place.line);
  line.Name("outcome").Text(host::OutcomeOf(envelope.status.phase));
  line.Name("error");
  const auto& error = envelope.status.error;
  error ? WriteError(line, table, *error, Sensitive::kHidden) : line.Null();
  line.Name("route").BeginArray();
  WriteStops(line, envelope.route.prev);
  line.EndArray();
  const Payload payload = EntryPayload(envelope);
  WritePayload(line.Name("payload"), table, flow, payload.fields, payload.unknown);
  line.EndObject();
  return line.Take();
}

}  // namespace mesh::lines
