// Effects, deploys and names: what is kept longer than one envelope.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "mesh/compatibility/comparison.h"
#include "mesh/compatibility/counterparts.h"
#include "mesh/compatibility/type_text.h"

namespace mesh::compatibility {
namespace {

using contract::Actor;
using contract::Index;
using contract::kNone;

/// The path of an effect's key: each link by its name and its former one.
struct KeyPath {
  std::vector<Slot> links;
  std::string kind;
};

KeyPath KeyOf(const Side& side, const Actor& actor) {
  if (actor.effect_key == kNone) return {};
  const contract::Pool& pool = side.pool();
  KeyPath path;
  contract::Span members = actor.params;
  for (const contract::Instruction& step : Slice(pool.code, pool.programs[actor.effect_key].code)) {
    if (step.a >= members.count) break;
    const contract::Member& member = pool.members[members.first + step.a];
    path.links.push_back({member.name, member.type, kNone, false,
                          side.FormerName(contract::Named::kMember, members.first + step.a)});
    members = Present(pool, member.type).members;
  }
  contract::Type bare{.kind = Present(pool, pool.programs[actor.effect_key].result).kind};
  if (bare.kind == contract::TypeKind::kEnum) bare.kind = contract::TypeKind::kString;
  path.kind = bare.kind == contract::TypeKind::kRecord ? "record" : PrintType(pool, bare);
  return path;
}

/// Links of the version that reads may have had other names.
bool SameKey(const KeyPath& made, const KeyPath& server) {
  return made.kind == server.kind &&
         std::ranges::equal(made.links, server.links, [](const Slot& a, const Slot& b) {
           return a.name == b.name || (!b.was.empty() && a.name == b.was);
         });
}

std::string PrintKey(const KeyPath& key) {
  std::string text;
  for (const Slot& link : key.links) text += (text.empty() ? "" : ".") + std::string(link.name);
  return text.empty() ? "" : text + ": " + key.kind;
}

using ReservedNames = std::map<std::string_view, std::set<std::string_view>>;

/// By the name of the record or envelope.
ReservedNames ReservedOf(const Side& side) {
  ReservedNames names;
  for (const contract::ReservedName& each : side.promises().reserved) {
    const bool record = each.type != kNone;
    names[record ? side.pool().types[each.type].name : side.table().envelopes[each.envelope].name].insert(
        each.name);
  }
  return names;
}

using Containers = std::map<std::string_view, std::vector<Slot>>;

/// The members of records and the fields of envelopes, by the container's name. `shown`: only fields that a
/// border shows.
Containers ContainersOf(const Side& side, bool shown) {
  Containers containers;
  for (const contract::Type& type : side.pool().types) {
    if (type.kind == contract::TypeKind::kRecord)
      containers[type.name] = TypeFit::SlotsOf(side, type.members);
  }
  for (Index i = 0; i < side.table().envelopes.size; ++i) {
    std::vector<Slot>& slots = containers[side.table().envelopes[i].name];
    const contract::Span fields = side.table().envelopes[i].fields;
    for (Index field = fields.first; field < fields.first + fields.count; ++field) {
      const unsigned mode = side.table().fields[field].mode;
      if (shown && (mode & (contract::kModeIn | contract::kModeOut)) == 0) continue;
      slots.push_back({side.table().fields[field].name, kNone, kNone, false,
                       side.FormerName(contract::Named::kField, field)});
    }
  }
  return containers;
}

/// What a record or an envelope has become: what bears its name; of one whose name is gone, what stands in
/// its place.
std::set<std::string_view> SameThings(std::string_view container, Counterparts& counterparts,
                                      const Containers& containers) {
  if (containers.contains(container)) return {container};
  return counterparts.Of(container);
}

}  // namespace

void Comparison::Effects() {
  for (const Index actor : made_.reached()) {
    const Actor& made = made_.table().actors[actor];
    if (made.effect != contract::Effect::kIdempotent || !made.effect_shared) continue;
    const Index found = server_.FindActor(made.name);
    if (found != kNone && server_.reached().contains(found)) Effect(made, server_.table().actors[found]);
  }
}

void Comparison::Effect(const Actor& made, const Actor& server) {
  const Edge edge{Border::kEffect, "effect", " ", made.name, made.name};
  const KeyPath old_key = KeyOf(made_, made);
  const KeyPath new_key = KeyOf(server_, server);
  const bool shared = server.effect == contract::Effect::kIdempotent && server.effect_shared;
  if (!shared || !SameKey(old_key, new_key)) {
    return Add(edge, Rule::kEffectKey, std::string(made.name),
               fmt::format("{} does not find what `{}` of {} has done under `{}`, and does it again",
                           server_name(), made.name, made_name(), PrintKey(old_key)),
               "keep the key and `shared`, or let a new actor have the new key", PrintKey(old_key),
               shared ? PrintKey(new_key) : "");
  }
  Add(edge,
      arguments_.JudgeSlots(TypeFit::SlotsOf(made_, made.results), TypeFit::SlotsOf(server_, server.results),
                            server.name),
      true);
}

void Comparison::Deploys() {
  for (const contract::Deploy& made : made_.promises().deploys) {
    const Index found = server_.FindDeploy(made.name);
    if (found != kNone) Deploy(made, server_.promises().deploys[found]);
  }
}

void Comparison::Deploy(const contract::Deploy& made, const contract::Deploy& server) {
  const Edge edge{Border::kDeploy, "deploy", " ", made.name};
  const auto place = [&](Rule rule, std::string_view what, std::string_view old_kind,
                         std::string_view old_url, std::string_view new_kind, std::string_view new_url) {
    const std::string subject = fmt::format("{}.{}", made.name, what);
    if (old_kind != new_kind) {
      Add(edge, rule, subject,
          fmt::format("what {} left in the {} `{}` is not found by {} in `{}`", made_name(), what, old_kind,
                      server_name(), new_kind),
          "deploy beside the old one under another name, and drain that", std::string(old_kind),
          std::string(new_kind));
    } else if (old_url != new_url) {
      Add(edge, Rule::kUrl, subject,
          fmt::format("{} looks for the {} at `{}`, {} at `{}`", server_name(), what, new_url, made_name(),
                      old_url),
          "make sure that both lead to the same place", std::string(old_url), std::string(new_url));
    }
  };
  place(Rule::kTransport, "transport", made.transport, made.transport_url, server.transport,
        server.transport_url);
  place(Rule::kState, "state", made.state, made.state_url, server.state, server.state_url);
  Lanes(edge, made, server);
}

void Comparison::Lanes(const Edge& edge, const contract::Deploy& made, const contract::Deploy& server) {
  const auto kept = Slice(server_.promises().lanes, server.lanes);
  for (const std::string_view lane : Slice(made_.promises().lanes, made.lanes)) {
    if (std::ranges::find(kept, lane) != kept.end()) continue;
    Add(edge, Rule::kLaneRemoved, fmt::format("{}.{}", made.name, lane),
        fmt::format("envelopes of {} wait in the lane `{}`, from which {} takes nothing", made_name(), lane,
                    server_name()),
        "keep the lane until it is empty", std::string(lane));
  }
}

void Comparison::Mesh() {
  if (made_.table().mesh != server_.table().mesh) {
    Add({Border::kMesh, "mesh"}, Rule::kMeshRenamed, std::string(made_.table().mesh),
        fmt::format("the mesh is called `{}` in {} and `{}` in {}: queues bear its name", made_.table().mesh,
                    made_name(), server_.table().mesh, server_name()),
        "keep the name", std::string(made_.table().mesh), std::string(server_.table().mesh));
  }
  if (!backward_) return;
  Reserved();
  Unreserved();
}

void Comparison::Reserved() {
  const ReservedNames promised = ReservedOf(made_);
  if (promised.empty()) return;
  const ReservedNames kept = ReservedOf(server_);
  const Containers containers = ContainersOf(server_, false);
  Counterparts counterparts(made_, server_);
  for (const auto& [container, names] : promised) {
    const std::set<std::string_view> same = SameThings(container, counterparts, containers);
    std::set<std::string_view> all = counterparts.Of(container);
    all.insert(same.begin(), same.end());
    for (const std::string_view own : all) {
      const std::vector<Slot>& slots = containers.at(own);
      const auto reserved = kept.find(own);
      for (const std::string_view name : names) {
        const std::string subject = fmt::format("{}.{}", own, name);
        if (std::ranges::find(slots, name, &Slot::name) != slots.end()) {
          Add({Border::kMesh, "mesh"}, Rule::kReservedReused, subject,
              fmt::format("`{}` is a name that the old version reserved{}", subject,
                          own == container ? "" : fmt::format(" as `{}.{}`", container, name)),
              "choose another name", std::string(name), std::string(name));
        } else if (same.contains(own) && (reserved == kept.end() || !reserved->second.contains(name))) {
          Add({Border::kMesh, "mesh"}, Rule::kReservedRemoved, subject,
              fmt::format("`{}` is reserved no more", subject), "keep it reserved", std::string(name));
        }
      }
    }
  }
}

void Comparison::Unreserved() {
  const ReservedNames kept = ReservedOf(server_);
  const Containers containers = ContainersOf(server_, false);
  Counterparts counterparts(made_, server_);
  for (const auto& [container, slots] : ContainersOf(made_, true)) {
    for (const std::string_view own : SameThings(container, counterparts, containers)) {
      const auto reserved = kept.find(own);
      for (const Slot& slot : slots) {
        const bool stays = std::ranges::any_of(containers.at(own), [&](const Slot& each) {
          return each.name == slot.name || each.was == slot.name;
        });
        if (stays || (reserved != kept.end() && reserved->second.contains(slot.name))) continue;
        Add({Border::kMesh, "mesh"}, Rule::kUnreserved, fmt::format("{}.{}", container, slot.name),
            fmt::format("`{}.{}` is gone, and nothing keeps its name from being used again", container,
                        slot.name),
            fmt::format("write `reserved {};`", slot.name), std::string(slot.name));
      }
    }
  }
}

}  // namespace mesh::compatibility
