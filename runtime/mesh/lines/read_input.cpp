#include "mesh/lines/read_input.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/payload_json.h"
#include "mesh/route/entry.h"
#include "mesh/value/json.h"
#include "mesh/value/json_problem.h"

namespace mesh::lines {

namespace {

Error Violation(std::string message) {
  return Error{.name = "contract_violation", .message = std::move(message), .actor = {}, .detail = {}};
}

/// A place in the document, or in the text where that is no JSON.
Error Violation(const SchemaError& error, std::string_view line, std::size_t number) {
  if (!error.path.empty()) return Violation(fmt::format("{}: {}", error.path, error.message));
  const auto problem = FindJsonProblem(line);
  return Violation(problem ? problem->Describe(number) : error.message);
}

const contract::Field* FindField(contract::Array<contract::Field> fields, std::string_view name) {
  for (const contract::Field& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

/// The first member that names, as now or formerly, a field which is not given at entry; empty: none does.
std::string ForeignMember(const route::Router& router, contract::Array<contract::Field> fields,
                          const JsonNode& object) {
  const contract::Field* const all = router.table().fields.data;
  for (const contract::Field& field : fields) {
    if ((field.mode & contract::kModeIn) != 0) continue;
    const auto former = router.schemas().FormerField(static_cast<contract::Index>(&field - all));
    for (const std::string_view name : {field.name, former}) {
      // A former name may be another field's today.
      if (!name.empty() && object.Find(name) != nullptr &&
          (name == field.name || FindField(fields, name) == nullptr))
        return std::string(name);
    }
  }
  return {};
}

}  // namespace

InputReader::InputReader(const route::Router& router, contract::Index flow,
                         std::function<std::string()> next_id)
    : router_(router),
      table_(router.table()),
      flow_(flow),
      fields_(FieldsOf(table_, flow)),
      next_id_(std::move(next_id)),
      codec_(table_, router.former()) {}

std::variant<Envelope, Error> InputReader::ReadFields(std::string_view line, std::size_t number) const {
  const auto parsed = JsonTree::Read(line);
  if (const auto* error = std::get_if<SchemaError>(&parsed)) return Violation(*error, line, number);
  const JsonNode& object = std::get<JsonTree>(parsed).root();
  if (!object.is(JsonNode::Kind::kObject))
    return Violation("an input is a JSON object of the flow's `in` fields");
  if (const std::string name = ForeignMember(router_, fields_, object); !name.empty()) {
    return Violation(fmt::format("/{}: this field is not given at entry, it has no mode `in`", name));
  }
  auto read = PayloadFromJson(table_, router_.schemas(), flow_, object);
  if (const auto* error = std::get_if<SchemaError>(&read)) return Violation(*error, line, number);
  auto& payload = std::get<Payload>(read);
  Envelope envelope;
  envelope.id = next_id_();
  envelope.payload = std::move(payload.slots);
  envelope.unknown = std::move(payload.unknown);
  return Admit(std::move(envelope));
}

std::variant<Envelope, Error> InputReader::ReadEnvelope(std::string_view line, std::size_t number) const {
  auto read = codec_.Decode(line);
  if (const auto* error = std::get_if<SchemaError>(&read)) return Violation(*error, line, number);
  auto& given = std::get<Envelope>(read);
  if (given.route.flow != table_.flows[flow_].name) {
    return Violation(fmt::format("/route/flow: the envelope is for the flow `{}`", given.route.flow));
  }
  Envelope envelope;
  envelope.id = std::move(given.id);
  envelope.parent_id = std::move(given.parent_id);
  envelope.headers = std::move(given.headers);
  envelope.status.deadline_at_ns = given.status.deadline_at_ns;
  envelope.payload = std::move(given.payload);
  envelope.unknown = std::move(given.unknown);
  for (contract::Index slot = 0; slot < fields_.size; ++slot) {
    if ((fields_[slot].mode & contract::kModeIn) == 0) envelope.payload[slot] = Value();
  }
  return Admit(std::move(envelope));
}

std::variant<Envelope, Error> InputReader::Admit(Envelope&& envelope) const {
  if (auto obstacle = route::FindEntryObstacle(router_, flow_, envelope)) return std::move(*obstacle);
  return std::move(envelope);
}

}  // namespace mesh::lines
