#include "codegen/schema/flow_schemas.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "codegen/schema/describe_type.h"
#include "codegen/schema/document.h"
#include "codegen/schema/put_constant.h"

namespace meshc::codegen {
namespace {

using nlohmann::ordered_json;
using types::BuiltinError;

const types::Envelope& EnvelopeOf(const ir::Mesh& mesh, types::FlowId flow) {
  return mesh.declarations.envelopes[mesh.flows[flow].envelope];
}

/// True if a value of the type may hold what is `@sensitive`. `seen`: types that have been looked at.
bool MayBeSensitive(const types::Declarations& declarations, types::TypeId id,
                    std::set<types::TypeId>& seen) {
  if (!id.has_value() || !seen.insert(id).second) return false;
  const types::Type type = declarations.types[declarations.types.Present(id)];
  const std::vector<types::Member>* members = nullptr;
  if (type.kind == types::TypeKind::kRecord) members = &declarations.records[type.record()].members;
  if (type.kind == types::TypeKind::kUnion) members = &declarations.unions[type.union_type()].tags;
  if (members == nullptr) return MayBeSensitive(declarations, type.element, seen);
  return std::any_of(members->begin(), members->end(), [&](const types::Member& member) {
    return member.sensitive || MayBeSensitive(declarations, member.type, seen);
  });
}

/// What a scenario gives; null: something of it is nobody's business.
ordered_json ExampleOf(const ir::Mesh& mesh, const ir::Scenario& scenario) {
  const types::Envelope& envelope = EnvelopeOf(mesh, scenario.flow);
  ordered_json example = ordered_json::object();
  for (const auto& [slot, constant] : scenario.given) {
    const types::Field& field = envelope.fields[slot];
    std::set<types::TypeId> seen;
    if (field.sensitive || MayBeSensitive(mesh.declarations, field.type, seen)) return {};
    PutConstant(mesh.declarations, constant, field.type, example[field.name]);
  }
  return example;
}

/// In an order that is not that of the source.
ordered_json ExamplesOf(const ir::Mesh& mesh, types::FlowId flow) {
  std::set<std::string> texts;
  for (const ir::Scenario& scenario : mesh.scenarios) {
    if (scenario.flow != flow) continue;
    const ordered_json example = ExampleOf(mesh, scenario);
    if (!example.is_null()) texts.insert(example.dump());
  }
  ordered_json examples = ordered_json::array();
  for (const std::string& text : texts) examples.push_back(ordered_json::parse(text));
  return examples;
}

ordered_json DescribeError(const types::Declarations& declarations, types::ErrorId id, Document& document) {
  const types::Error& error = declarations.errors[id];
  ordered_json schema;
  if (!error.origin.doc.empty()) schema["description"] = error.origin.doc;
  schema["type"] = "object";
  schema["required"] = {"name", "message"};
  schema["properties"]["name"]["const"] = error.name;
  schema["properties"]["message"]["type"] = "string";
  schema["properties"]["actor"]["type"] = {"string", "null"};
  if (error.detail.has_value())
    DescribeType(declarations, error.detail, schema["properties"]["detail"], document.reached());
  return schema;
}

}  // namespace

std::string FlowEntrySchema(const ir::Mesh& mesh, types::FlowId flow) {
  Document document(mesh.declarations, "flow " + mesh.flows[flow].name + " entry",
                    mesh.flows[flow].origin.doc);
  document.AddEntry(EnvelopeOf(mesh, flow));
  ordered_json examples = ExamplesOf(mesh, flow);
  if (!examples.empty()) document.root()["examples"] = std::move(examples);
  return document.Finish();
}

std::string FlowResultSchema(const ir::Mesh& mesh, types::FlowId flow) {
  Document document(mesh.declarations, "flow " + mesh.flows[flow].name + " result",
                    mesh.flows[flow].origin.doc);
  document.AddExit(EnvelopeOf(mesh, flow));
  return document.Finish();
}

std::string FlowErrorSchema(const ir::Mesh& mesh, types::FlowId flow,
                            const std::vector<types::ErrorId>& escapes) {
  const types::Declarations& declarations = mesh.declarations;
  std::set<types::ErrorId> errors(escapes.begin(), escapes.end());
  for (const BuiltinError error : {BuiltinError::kContractViolation, BuiltinError::kDeadlineExceeded,
                                   BuiltinError::kCancelled, BuiltinError::kUnroutable})
    errors.insert(types::IdOf(error));
  errors.erase(types::IdOf(BuiltinError::kAny));
  Document document(declarations, "flow " + mesh.flows[flow].name + " error", "");
  document.root()["oneOf"] = ordered_json::array();
  for (const types::ErrorId error : errors)
    document.root()["oneOf"].push_back(DescribeError(declarations, error, document));
  return document.Finish();
}

}  // namespace meshc::codegen
