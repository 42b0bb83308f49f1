#include "codegen/schema/document.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "codegen/schema/describe_type.h"

namespace meshc::codegen {

using nlohmann::ordered_json;
using types::Declarations;
using types::TypeId;

namespace {

/// A part of a URN has no blanks.
std::string Dashed(std::string text) {
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

types::Member AsMember(const types::Field& field) {
  return {field.name, field.type, field.default_value, field.sensitive, field.origin};
}

/// What it is called, and was called once unless another field is called so today.
void PutNames(const types::Envelope& envelope, const types::Field& field, ordered_json& names) {
  names.push_back(field.name);
  const std::string& former = field.origin.was;
  const bool taken = std::any_of(envelope.fields.begin(), envelope.fields.end(),
                                 [&](const types::Field& other) { return other.name == former; });
  if (!former.empty() && !taken) names.push_back(former);
}

/// True if the field is there whenever a flow ends well.
bool IsPresentAtExit(const Declarations& declarations, const types::Field& field) {
  if (declarations.types.IsOptional(field.type)) return false;
  return field.out || field.in || field.mode == types::WriteMode::kLog || field.default_value.has_value();
}

}  // namespace

Document::Document(const Declarations& declarations, const std::string& title, const std::string& doc)
    : declarations_(declarations) {
  root_["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  root_["$id"] = fmt::format("urn:mesh:{}:{}", declarations.mesh, Dashed(title));
  root_["title"] = fmt::format("{} {}", declarations.mesh, title);
  if (!doc.empty()) root_["description"] = doc;
}

void Document::BeginObject() {
  root_["type"] = "object";
  root_["properties"] = ordered_json::object();
  root_["required"] = ordered_json::array();
}

void Document::AddProperty(const types::Member& member, bool required) {
  DescribeMember(declarations_, member, root_["properties"][member.name], reached_);
  if (required) root_["required"].push_back(member.name);
}

void Document::AddEntry(const types::Envelope& envelope) {
  BeginObject();
  ordered_json refused = ordered_json::array();
  for (const types::Field& field : envelope.fields) {
    const bool may_miss = field.default_value || declarations_.types.IsOptional(field.type);
    if (field.in)
      AddProperty(AsMember(field), !may_miss);
    else
      PutNames(envelope, field, refused);
  }
  // By names: a property `false` would be shown to callers as one that they may give, and not all readers
  // take a property that is no object.
  if (!refused.empty()) root_["propertyNames"]["not"]["enum"] = std::move(refused);
}

void Document::AddExit(const types::Envelope& envelope) {
  BeginObject();
  for (const types::Field& field : envelope.fields)
    AddProperty(AsMember(field), IsPresentAtExit(declarations_, field));
}

std::string Document::Finish() {
  AddDefinitions();
  return root_.dump(2) + "\n";
}

void Document::AddDefinitions() {
  // By name: numbers of types follow the order in source.
  std::map<std::string, ordered_json> definitions;
  std::set<TypeId> open = std::move(reached_);
  while (!open.empty()) {
    const TypeId type = open.extract(open.begin()).value();
    const std::string& name = NameOfType(declarations_, type);
    if (definitions.count(name) > 0) continue;
    DescribeNamedType(declarations_, type, definitions[name], open);
  }
  for (auto& [name, definition] : definitions) root_["$defs"][name] = std::move(definition);
}

}  // namespace meshc::codegen
