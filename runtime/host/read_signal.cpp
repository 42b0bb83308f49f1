#include "mesh/host/read_signal.h"

#include <nlohmann/json.hpp>

#include "mesh/value/constraints.h"

namespace mesh::host {

std::variant<Value, SchemaError> ReadSignal(const contract::RouteTable& table, const Schemas& schemas,
                                            const contract::Point& park, const nlohmann::json& value) {
  auto read = FromJson(schemas, park.type, value);
  const auto fields = Slice(table.fields, table.envelopes[table.flows[park.flow].envelope].fields);
  const bool sensitive = fields[table.writes[park.writes.first].field].sensitive;
  if (sensitive && std::holds_alternative<SchemaError>(read)) return RedactedError();
  return read;
}

}  // namespace mesh::host
