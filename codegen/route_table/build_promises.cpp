// What a version promises to the others: former names, names that stay free, and where envelopes wait.
#include <fmt/format.h>

#include <map>
#include <string>

#include "codegen/route_table/route_table.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen {
namespace {

namespace contract = mesh::contract;
using contract::Index;
using contract::Named;
using mesh::compatibility::PromisesData;

std::string_view Spell(types::TransportKind kind) {
  switch (kind) {
    case types::TransportKind::kNats: return "nats";
    case types::TransportKind::kAmqp: return "amqp";
  }
  NoSuchEnumerator();
}

std::string_view Spell(types::StateKind kind) {
  switch (kind) {
    case types::StateKind::kNatsKv: return "nats_kv";
    case types::StateKind::kRedis: return "redis";
  }
  NoSuchEnumerator();
}

/// Where something is found: the URL with what queues are named by, and with the account that has them.
std::string PlaceOf(const types::Server& server) {
  std::string url = server.url;
  const auto add = [&](std::string_view name, const std::string& value) {
    if (value.empty()) return;
    url += url.find('?') == std::string::npos ? '?' : '&';
    url += fmt::format("{}={}", name, value);
  };
  add("prefix", server.prefix);
  add("account", server.account);
  return url;
}

/// Declarations are found again in the table by their order, which is that of their ids, or by name.
class PromisesBuilder {
 public:
  PromisesBuilder(const ir::Mesh& mesh, const mesh::route::TableData& table)
      : mesh_(mesh), declarations_(mesh.declarations), table_(table) {
    for (Index i = 0; i < table.pool.types.size(); ++i) {
      const contract::Type& type = table.pool.types[i];
      if (!type.name.empty()) types_.emplace(type.name, i);
    }
  }

  PromisesData Build() {
    for (const types::ActorId id : declarations_.actors.ids()) AddActor(id);
    for (const types::FlowId id : mesh_.flows.ids())
      AddFormer(Named::kFlow, id.index, mesh_.flows[id].origin.was);
    for (const types::EnvelopeId id : declarations_.envelopes.ids()) AddEnvelope(id);
    for (const types::Record& record : declarations_.records) AddRecord(record);
    for (const types::Union& each : declarations_.unions) {
      if (const auto found = types_.find(each.name); found != types_.end())
        AddMembers(table_.pool.types[found->second].members, each.tags);
    }
    for (const types::ErrorId id : declarations_.errors.ids()) AddError(id);
    for (const types::Deploy& deploy : declarations_.deploys) AddDeploy(deploy);
    return std::move(data_);
  }

 private:
  void AddFormer(Named of, Index entry, const std::string& was) {
    if (!was.empty()) data_.former.push_back({of, entry, data_.Text(was)});
  }

  void AddMembers(contract::Span span, const std::vector<types::Member>& members) {
    for (Index i = 0; i < span.count; ++i) AddFormer(Named::kMember, span.first + i, members[i].origin.was);
  }

  void AddActor(types::ActorId id) {
    const types::Actor& actor = declarations_.actors[id];
    AddFormer(Named::kActor, id.index, actor.origin.was);
    AddMembers(table_.actors[id.index].params, actor.params);
    AddMembers(table_.actors[id.index].results, actor.results);
  }

  void AddEnvelope(types::EnvelopeId id) {
    const types::Envelope& envelope = declarations_.envelopes[id];
    const contract::Span fields = table_.envelopes[id.index].fields;
    for (Index i = 0; i < fields.count; ++i)
      AddFormer(Named::kField, fields.first + i, envelope.fields[i].origin.was);
    for (const std::string& name : envelope.reserved)
      data_.reserved.push_back({.envelope = id.index, .name = data_.Text(name)});
  }

  void AddRecord(const types::Record& record) {
    const auto found = types_.find(record.name);
    if (found == types_.end()) return;
    AddMembers(table_.pool.types[found->second].members, record.members);
    for (const std::string& name : record.reserved)
      data_.reserved.push_back({.type = found->second, .name = data_.Text(name)});
  }

  void AddError(types::ErrorId id) {
    const Index detail = table_.errors[id.index].detail_type;
    if (detail != contract::kNone)
      AddMembers(table_.pool.types[detail].members, declarations_.errors[id].fields);
  }

  void AddDeploy(const types::Deploy& source) {
    contract::Deploy deploy{.name = data_.Text(source.name)};
    if (source.transport) {
      deploy.transport = Spell(source.transport->kind);
      deploy.transport_url = data_.Text(PlaceOf(*source.transport));
    }
    if (source.state) {
      deploy.state = Spell(source.state->kind);
      deploy.state_url = data_.Text(PlaceOf(*source.state));
    }
    deploy.lanes = {static_cast<Index>(data_.lanes.size()), static_cast<Index>(source.lanes.names.size())};
    for (const std::string& lane : source.lanes.names) data_.lanes.push_back(data_.Text(lane));
    data_.deploys.push_back(deploy);
  }

  const ir::Mesh& mesh_;
  const types::Declarations& declarations_;
  const mesh::route::TableData& table_;
  std::map<std::string_view, Index> types_;
  PromisesData data_;
};

}  // namespace

PromisesData BuildPromises(const ir::Mesh& mesh, const mesh::route::TableData& table) {
  return PromisesBuilder(mesh, table).Build();
}

}  // namespace meshc::codegen
