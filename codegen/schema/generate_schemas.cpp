#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "codegen/common/naming.h"
#include "codegen/schema/document.h"
#include "codegen/schema/flow_schemas.h"
#include "codegen/schema/schema.h"
#include "codegen/schema/wire_schema.h"

namespace meshc::codegen {
namespace {

using nlohmann::ordered_json;
using types::Declarations;
using types::TypeId;

bool MayBeLeftOut(const Declarations& declarations, TypeId type) {
  return declarations.types.IsOptional(type);
}

std::string EntrySchema(const Declarations& declarations, const types::Envelope& envelope) {
  Document document(declarations, envelope.name + " at entry", envelope.origin.doc);
  document.AddEntry(envelope);
  return document.Finish();
}

std::string ExitSchema(const Declarations& declarations, const types::Envelope& envelope) {
  Document document(declarations, envelope.name + " at exit", envelope.origin.doc);
  document.AddExit(envelope);
  return document.Finish();
}

std::string InputSchema(const Declarations& declarations, const types::Actor& actor) {
  Document document(declarations, actor.name + " input", actor.origin.doc);
  document.BeginObject();
  for (const types::Member& param : actor.params) {
    document.AddProperty(param, !param.default_value && !MayBeLeftOut(declarations, param.type));
  }
  return document.Finish();
}

void DescribeResults(const Declarations& declarations, const types::Actor& actor, Document& document) {
  document.BeginObject();
  for (const types::Member& result : actor.results) {
    document.AddProperty(result, !MayBeLeftOut(declarations, result.type));
  }
}

void DescribeLabels(const types::Actor& actor, ordered_json& schema) {
  for (const types::EnumValue& label : actor.labels) schema["enum"].push_back(label.name);
}

void DescribeSteps(const types::Actor& actor, ordered_json& schema) {
  schema["type"] = "array";
  for (const std::string& step : actor.steps) schema["items"]["enum"].push_back(step);
  schema["maxItems"] = actor.max_steps;
}

std::string OutputSchema(const Declarations& declarations, const types::Actor& actor) {
  Document document(declarations, actor.name + " output", actor.origin.doc);
  switch (actor.kind) {
    case types::ActorKind::kProcessor: DescribeResults(declarations, actor, document); break;
    case types::ActorKind::kChoiceRouter: DescribeLabels(actor, document.root()); break;
    case types::ActorKind::kPlanRouter: DescribeSteps(actor, document.root()); break;
  }
  return document.Finish();
}

}  // namespace

ArtifactSet GenerateSchemas(const ir::Mesh& mesh, const analysis::Facts& facts) {
  const Declarations& declarations = mesh.declarations;
  ArtifactSet artifacts;
  const auto add = [&](std::string_view name, std::string_view role, std::string text) {
    artifacts[fmt::format("schema/{}.{}.schema.json", FileStem(name), role)].content = std::move(text);
  };
  for (const types::Envelope& envelope : declarations.envelopes) {
    add(envelope.name, "entry", EntrySchema(declarations, envelope));
    add(envelope.name, "exit", ExitSchema(declarations, envelope));
  }
  for (const types::Actor& actor : declarations.actors) {
    add(actor.name, "input", InputSchema(declarations, actor));
    add(actor.name, "output", OutputSchema(declarations, actor));
  }
  for (const types::FlowId flow : mesh.flows.ids()) {
    const std::string& name = mesh.flows[flow].name;
    add(name, "flow-entry", FlowEntrySchema(mesh, flow));
    add(name, "flow-result", FlowResultSchema(mesh, flow));
    add(name, "flow-error", FlowErrorSchema(mesh, flow, *facts.escapes[flow.index]));
  }
  artifacts["schema/wire.schema.json"].content = WireSchema(declarations.mesh);
  return artifacts;
}

}  // namespace meshc::codegen
