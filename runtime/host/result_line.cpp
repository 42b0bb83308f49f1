#include "mesh/host/result_line.h"

#include <nlohmann/json.hpp>

#include "mesh/envelope/error_json.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/envelope/stops.h"
#include "mesh/host/outcome.h"

namespace mesh::host {

std::string ResultLine(const contract::RouteTable& table, contract::Index flow, InputPlace place,
                       const Envelope& envelope) {
  nlohmann::ordered_json line;
  line["input"] = place.input;
  line["line"] = place.line;
  line["outcome"] = OutcomeOf(envelope.status.phase);
  line["error"] = envelope.status.error ? ErrorToJson(table, *envelope.status.error, Sensitive::kHidden)
                                        : nlohmann::ordered_json();
  line["route"] = ExpandStops(envelope.route.prev);
  line["payload"] = PayloadToJson(table, flow, envelope.payload, envelope.unknown);
  return WriteJson(line);
}

}  // namespace mesh::host
