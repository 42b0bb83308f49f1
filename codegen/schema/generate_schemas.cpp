#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "codegen/common/naming.h"
#include "codegen/schema/describe_type.h"
#include "codegen/schema/schema.h"

namespace meshc::codegen {
namespace {

using nlohmann::ordered_json;
using types::Declarations;
using types::TypeId;
using Reached = std::set<TypeId>;

/// A part of a URN has no blanks.
std::string Dashed(std::string text) {
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

/// One schema document: the root's keywords and, in `$defs`, every named type that it reaches.
class Document {
 public:
  Document(const Declarations& declarations, const std::string& title, const std::string& doc)
      : declarations_(declarations) {
    root_["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    root_["$id"] = fmt::format("urn:mesh:{}:{}", declarations.mesh, Dashed(title));
    root_["title"] = fmt::format("{} {}", declarations.mesh, title);
    if (!doc.empty()) root_["description"] = doc;
  }

  ordered_json& root() { return root_; }

  void BeginObject() {
    root_["type"] = "object";
    root_["properties"] = ordered_json::object();
    root_["required"] = ordered_json::array();
  }

  void AddProperty(const types::Member& member, bool required) {
    DescribeMember(declarations_, member, root_["properties"][member.name], reached_);
    if (required) root_["required"].push_back(member.name);
  }

  std::string Finish() {
    AddDefinitions();
    return root_.dump(2) + "\n";
  }

 private:
  void AddDefinitions() {
    // By name: numbers of types follow the order in source.
    std::map<std::string, ordered_json> definitions;
    Reached open = std::move(reached_);
    while (!open.empty()) {
      const TypeId type = open.extract(open.begin()).value();
      const std::string& name = NameOfType(declarations_, type);
      if (definitions.count(name) > 0) continue;
      DescribeNamedType(declarations_, type, definitions[name], open);
    }
    for (auto& [name, definition] : definitions) root_["$defs"][name] = std::move(definition);
  }

  const Declarations& declarations_;
  ordered_json root_;
  Reached reached_;
};

bool MayBeLeftOut(const Declarations& declarations, TypeId type) {
  return declarations.types.IsOptional(type);
}

types::Member AsMember(const types::Field& field) {
  return {field.name, field.type, field.default_value, field.sensitive, field.origin};
}

std::string EntrySchema(const Declarations& declarations, const types::Envelope& envelope) {
  Document document(declarations, envelope.name + " at entry", envelope.origin.doc);
  document.BeginObject();
  for (const types::Field& field : envelope.fields) {
    if (!field.in) continue;
    document.AddProperty(AsMember(field), !field.default_value && !MayBeLeftOut(declarations, field.type));
  }
  return document.Finish();
}

/// True if the field is there whenever a flow ends well.
bool IsPresentAtExit(const Declarations& declarations, const types::Field& field) {
  if (MayBeLeftOut(declarations, field.type)) return false;
  return field.out || field.in || field.mode == types::WriteMode::kLog || field.default_value.has_value();
}

std::string ExitSchema(const Declarations& declarations, const types::Envelope& envelope) {
  Document document(declarations, envelope.name + " at exit", envelope.origin.doc);
  document.BeginObject();
  for (const types::Field& field : envelope.fields) {
    document.AddProperty(AsMember(field), IsPresentAtExit(declarations, field));
  }
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

ArtifactSet GenerateSchemas(const ir::Mesh& mesh) {
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
  return artifacts;
}

}  // namespace meshc::codegen
