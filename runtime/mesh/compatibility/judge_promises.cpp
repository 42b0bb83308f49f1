// Effects and deploys: what is kept longer than one envelope.
#include <algorithm>

#include <fmt/format.h>

#include "mesh/compatibility/comparison.h"
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
  if (backward_) Names();
}

}  // namespace mesh::compatibility
