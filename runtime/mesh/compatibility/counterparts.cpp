#include "mesh/compatibility/counterparts.h"

#include <algorithm>

namespace mesh::compatibility {
namespace {

using contract::Index;
using contract::kNone;

std::vector<Slot> ShownFields(const Side& side, Index envelope) {
  const contract::Span span = side.table().envelopes[envelope].fields;
  std::vector<Slot> slots;
  for (Index i = span.first; i < span.first + span.count; ++i) {
    const contract::Field& field = side.table().fields[i];
    if ((field.mode & (contract::kModeIn | contract::kModeOut)) == 0) continue;
    slots.push_back({field.name, field.type, kNone, false, side.FormerName(contract::Named::kField, i)});
  }
  return slots;
}

}  // namespace

void Counterparts::Build() {
  built_ = true;
  Flows();
  Actors();
  for (const auto& [name, types] : made_.signals()) {
    const auto found = server_.signals().find(name);
    if (found == server_.signals().end()) continue;
    for (const Index old_type : types) {
      for (const Index new_type : found->second) Later(old_type, new_type);
    }
  }
  while (!pending_.empty()) {
    const auto [old_type, new_type] = pending_.back();
    pending_.pop_back();
    Match(old_type, new_type);
  }
}

const std::set<std::string_view>& Counterparts::Of(std::string_view made_container) {
  if (!built_) Build();
  return names_[made_container];
}

void Counterparts::Flows() {
  for (const Index flow : made_.entries()) {
    const Index found = server_.FindFlow(made_.table().flows[flow].name);
    if (found == kNone) continue;
    const Index old_envelope = made_.table().flows[flow].envelope;
    const Index new_envelope = server_.table().flows[found].envelope;
    names_[made_.table().envelopes[old_envelope].name].insert(server_.table().envelopes[new_envelope].name);
    Slots(ShownFields(made_, old_envelope), ShownFields(server_, new_envelope));
  }
}

void Counterparts::Actors() {
  for (const Index actor : made_.reached()) {
    const contract::Actor& old_actor = made_.table().actors[actor];
    const Index found = server_.FindActor(old_actor.name);
    if (found == kNone) continue;
    const contract::Actor& new_actor = server_.table().actors[found];
    Slots(TypeFit::SlotsOf(made_, old_actor.params), TypeFit::SlotsOf(server_, new_actor.params));
    Slots(TypeFit::SlotsOf(made_, old_actor.results), TypeFit::SlotsOf(server_, new_actor.results));
  }
}

void Counterparts::Slots(const std::vector<Slot>& made, const std::vector<Slot>& server) {
  for (const Slot& slot : server) {
    if (const Slot* old_slot = TypeFit::Find(made, slot)) Later(old_slot->type, slot.type);
  }
}

void Counterparts::Later(Index made, Index server) {
  const Pair pair(PresentIndex(made_.pool(), made), PresentIndex(server_.pool(), server));
  if (seen_.insert(pair).second) pending_.push_back(pair);
}

void Counterparts::Match(Index made, Index server) {
  const contract::Type& old_type = made_.pool().types[made];
  const contract::Type& new_type = server_.pool().types[server];
  if (old_type.kind != new_type.kind) return;
  if (old_type.element != kNone && new_type.element != kNone) Later(old_type.element, new_type.element);
  if (old_type.kind == contract::TypeKind::kRecord && !old_type.name.empty() && !new_type.name.empty())
    names_[old_type.name].insert(new_type.name);
  Slots(TypeFit::SlotsOf(made_, old_type.members), TypeFit::SlotsOf(server_, new_type.members));
}

}  // namespace mesh::compatibility
