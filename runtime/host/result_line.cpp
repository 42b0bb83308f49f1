#include "mesh/host/result_line.h"

#include <nlohmann/json.hpp>

#include "mesh/envelope/error_json.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/envelope/stops.h"

namespace mesh::host {

std::string ResultLine(const contract::RouteTable& table, contract::Index flow, std::uint64_t input,
                       const Envelope& envelope) {
  nlohmann::ordered_json line;
  line["input"] = input;
  line["outcome"] = envelope.status.phase == Phase::kSucceeded ? "succeeded" : "failed";
  line["error"] =
      envelope.status.error ? ErrorToJson(table, *envelope.status.error) : nlohmann::ordered_json();
  line["route"] = ExpandStops(envelope.route.prev);
  line["payload"] = PayloadToJson(table, flow, envelope.payload, envelope.unknown);
  return line.dump();
}

}  // namespace mesh::host
