#include "compiler/versions/facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "compiler/versions/policy_text.h"
#include "mesh/compatibility/side.h"
#include "mesh/compatibility/type_text.h"

namespace meshc::versions {
namespace {

namespace contract = mesh::contract;
using contract::Index;
using contract::kNone;
using mesh::compatibility::PrintConstant;
using mesh::compatibility::PrintMembers;
using mesh::compatibility::PrintType;
using mesh::compatibility::Side;

class FactList {
 public:
  FactList(const contract::RouteTable& table, const contract::Promises& promises)
      : table_(table), pool_(table.pool), side_(table, promises) {}

  std::vector<std::string> Run() {
    for (const contract::Actor& actor : table_.actors) AddActor(actor);
    for (Index i = static_cast<Index>(contract::BuiltinError::kCount); i < table_.errors.size; ++i)
      AddError(table_.errors[i]);
    for (const Index flow : side_.entries()) AddFlow(table_.flows[flow]);
    for (const contract::FormerName& each : side_.promises().former) AddWas(each);
    for (const contract::Point& point : table_.points) AddPoint(point);
    for (const auto& [name, types] : side_.signals()) {
      for (const Index type : types) Add("signal {}: {}", name, PrintType(pool_, type));
    }
    for (const contract::Type& type : pool_.types) AddType(type);
    for (const contract::ReservedName& each : side_.promises().reserved) AddReserved(each);
    for (const contract::Deploy& deploy : side_.promises().deploys) AddDeploy(deploy);
    std::ranges::sort(facts_);
    facts_.erase(std::unique(facts_.begin(), facts_.end()), facts_.end());
    return std::move(facts_);
  }

 private:
  template <typename... Arguments>
  void Add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    facts_.push_back(fmt::format(format, std::forward<Arguments>(arguments)...));
  }

  void AddWas(const contract::FormerName& each) {
    switch (each.of) {
      case contract::Named::kActor:
        return Add("was actor {} = {}", table_.actors[each.entry].name, each.name);
      case contract::Named::kFlow: return Add("was flow {} = {}", table_.flows[each.entry].name, each.name);
      case contract::Named::kField: return Add("was {} = {}", FieldName(each.entry), each.name);
      case contract::Named::kMember: return Add("was {} = {}", MemberName(each.entry), each.name);
    }
  }

  static bool Holds(contract::Span span, Index entry) {
    return entry >= span.first && entry - span.first < span.count;
  }

  std::string FieldName(Index entry) const {
    for (const contract::EnvelopeSchema& envelope : table_.envelopes) {
      if (Holds(envelope.fields, entry))
        return fmt::format("{}.{}", envelope.name, table_.fields[entry].name);
    }
    return "";
  }

  std::string MemberName(Index entry) const {
    const std::string_view name = pool_.members[entry].name;
    for (const contract::Type& type : pool_.types) {
      if (Holds(type.members, entry)) return fmt::format("{}.{}", type.name, name);
    }
    for (const contract::Actor& actor : table_.actors) {
      if (Holds(actor.params, entry) || Holds(actor.results, entry))
        return fmt::format("{}.{}", actor.name, name);
    }
    return std::string(name);
  }

  void AddActor(const contract::Actor& actor) {
    Add("actor {}({}) -> {}{} contract {}", actor.name, PrintMembers(pool_, actor.params),
        AnswerText(table_, actor, PrintMembers(pool_, actor.results)),
        ErrorsText(table_, " raises ", actor.raises), actor.contract);
    if (actor.effect == contract::Effect::kIdempotent && actor.effect_shared) AddEffect(actor);
  }

  void AddEffect(const contract::Actor& actor) {
    if (actor.effect_key == kNone) return;
    const contract::Program& program = pool_.programs[actor.effect_key];
    Add("effect {} by {}: {} shared", actor.name, EffectKeyText(table_, actor),
        PrintType(pool_, program.result));
  }

  void AddError(const contract::ErrorKind& error) {
    const std::string fields =
        error.detail_type == kNone ? "" : PrintMembers(pool_, pool_.types[error.detail_type].members);
    Add("error {}({}): {}", error.name, fields, table_.errors[error.parent].name);
  }

  std::string Fields(const contract::Flow& flow, contract::FieldMode mode) const {
    std::string text;
    for (const contract::Field& field : side_.fields(flow.envelope)) {
      if ((field.mode & mode) == 0) continue;
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", field.name, PrintType(pool_, field.type));
      if (field.default_value != kNone) text += " = " + PrintConstant(pool_, field.type, field.default_value);
    }
    return text;
  }

  void AddFlow(const contract::Flow& flow) {
    Add("entry {}({})", flow.name, Fields(flow, contract::kModeIn));
    Add("exit {}({})", flow.name, Fields(flow, contract::kModeOut));
  }

  void AddPoint(const contract::Point& point) {
    if (!mesh::compatibility::IsDelivery(point)) return;
    Add("call {} -> {}", point.name, table_.actors[point.actor].name);
    const Index undo = mesh::compatibility::UndoOf(table_, point);
    if (undo != kNone) Add("call {} -> {}", point.name, table_.actors[undo].name);
  }

  void AddType(const contract::Type& type) {
    using contract::TypeKind;
    if (type.kind == TypeKind::kEnum) {
      Add("type {} = {}enum {{ {} }}", type.name, type.open ? "open " : "", NamesText(pool_, type.values));
    } else if (type.kind == TypeKind::kRecord) {
      Add("type {} = record {{ {} }}", type.name, PrintMembers(pool_, type.members));
    } else if (type.kind == TypeKind::kUnion) {
      Add("type {} = union {{ {} }}", type.name, PrintMembers(pool_, type.members));
    }
  }

  void AddReserved(const contract::ReservedName& each) {
    const bool record = each.type != kNone;
    Add("reserved {}.{}", record ? pool_.types[each.type].name : table_.envelopes[each.envelope].name,
        each.name);
  }

  void AddDeploy(const contract::Deploy& deploy) {
    const auto lanes = Slice(side_.promises().lanes, deploy.lanes);
    Add("deploy {} transport {} {} state {} {} lanes {}", deploy.name, Dash(deploy.transport),
        Quote(deploy.transport_url), Dash(deploy.state), Quote(deploy.state_url),
        lanes.size == 0 ? "-" : fmt::format("{}", fmt::join(lanes.begin(), lanes.end(), ", ")));
  }

  static std::string Quote(std::string_view text) { return nlohmann::json(std::string(text)).dump(); }
  static std::string_view Dash(std::string_view text) { return text.empty() ? "-" : text; }

  const contract::RouteTable& table_;
  const contract::Pool& pool_;
  Side side_;
  std::vector<std::string> facts_;
};

}  // namespace

std::vector<std::string> FactsOf(const contract::RouteTable& table, const contract::Promises& promises) {
  return FactList(table, promises).Run();
}

}  // namespace meshc::versions
