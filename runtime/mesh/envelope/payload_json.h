// Payloads on the wire: one JSON object per payload, members in the order of the fields.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/value/json.h"
#include "mesh/value/schemas.h"
#include "mesh/value/value.h"

namespace mesh {

struct JsonNode;
class JsonWriter;

/// Slots by field, and members that the schema does not know.
struct Payload {
  ValueList slots;
  ValueMap unknown;
};

/// The flow of that name, or kNone.
contract::Index FlowNamed(const contract::RouteTable& table, std::string_view name);
/// The fields that the payloads of `flow` have.
contract::Array<contract::Field> FieldsOf(const contract::RouteTable& table, contract::Index flow);

/// Absent fields are left out, unknown members stand last.
void WritePayload(JsonWriter& out, const contract::RouteTable& table, contract::Index flow,
                  const ValueList& slots, const ValueMap& unknown, Sensitive sensitive = Sensitive::kShown);
/// The same as a text of its own.
std::string PayloadToJson(const contract::RouteTable& table, contract::Index flow, const ValueList& slots,
                          const ValueMap& unknown, Sensitive sensitive = Sensitive::kShown);
/// One field of it.
void WriteField(JsonWriter& out, const contract::Pool& pool, const contract::Field& field, const Value& value,
                Sensitive sensitive);

/// What is there must fit its type; what is missing stays absent.
/// `schemas` is that of the table's pool.
std::variant<Payload, SchemaError> PayloadFromJson(const contract::RouteTable& table, const Schemas& schemas,
                                                   contract::Index flow, const JsonNode& json);

}  // namespace mesh
