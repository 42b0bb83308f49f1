#include "compiler/versions/places.h"

#include <utility>
#include <variant>

namespace meshc::versions {

Places::Places(const ir::Mesh& mesh, source::SourceRange mesh_line) : mesh_line_(mesh_line) {
  AddTypes(mesh.declarations);
  for (const types::Actor& actor : mesh.declarations.actors) AddActor(actor);
  AddFlows(mesh);
  for (const types::Deploy& deploy : mesh.declarations.deploys) AddDeploy(deploy);
}

source::SourceRange Places::Find(std::string_view name) const {
  const auto found = ranges_.find(name);
  return found == ranges_.end() ? source::SourceRange{} : found->second;
}

source::SourceRange Places::FindOrHolder(std::string_view name) const {
  const source::SourceRange own = Find(name);
  return own.has_value() ? own : Find(name.substr(0, name.find('.')));
}

void Places::Add(std::string name, source::SourceRange range) {
  if (range.has_value()) ranges_.emplace(std::move(name), range);
}

void Places::AddMembers(const std::string& container, const std::vector<types::Member>& members) {
  for (const types::Member& member : members) Add(container + "." + member.name, member.origin.range);
}

void Places::AddTypes(const types::Declarations& declarations) {
  for (const types::Record& record : declarations.records) {
    Add(record.name, record.origin.range);
    AddMembers(record.name, record.members);
  }
  for (const types::Enum& each : declarations.enums) {
    Add(each.name, each.origin.range);
    for (const types::EnumValue& value : each.values) Add(each.name + "." + value.name, value.origin.range);
  }
  for (const types::Union& each : declarations.unions) {
    Add(each.name, each.origin.range);
    AddMembers(each.name, each.tags);
  }
  for (const types::Envelope& envelope : declarations.envelopes) {
    Add(envelope.name, envelope.origin.range);
    for (const types::Field& field : envelope.fields)
      Add(envelope.name + "." + field.name, field.origin.range);
  }
  for (const types::Error& error : declarations.errors) {
    Add(error.name, error.origin.range);
    AddMembers(error.name, error.fields);
  }
}

void Places::AddActor(const types::Actor& actor) {
  Add(actor.name, actor.origin.range);
  AddMembers(actor.name, actor.params);
  AddMembers(actor.name, actor.results);
  for (const types::EnumValue& label : actor.labels) Add(actor.name + "." + label.name, label.origin.range);
}

void Places::AddFlows(const ir::Mesh& mesh) {
  for (const ir::Flow& flow : mesh.flows) Add(flow.name, flow.origin.range);
  for (const ir::Point& point : mesh.points) {
    Add(point.name, point.origin);
    if (const auto* park = std::get_if<ir::Park>(&point.body)) Add(park->signal, point.origin);
  }
}

void Places::AddDeploy(const types::Deploy& deploy) {
  Add(deploy.name, deploy.origin.range);
  for (const std::string& lane : deploy.lanes.names) Add(deploy.name + "." + lane, deploy.origin.range);
}

}  // namespace meshc::versions
