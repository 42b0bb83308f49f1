#include "mesh/host/table_fit.h"

#include <algorithm>

#include <fmt/format.h>

namespace mesh::host {

namespace {

using compatibility::Side;
using contract::Index;
using contract::kNone;

void AddName(std::vector<std::string_view>& names, std::string_view name) {
  if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

}  // namespace

TableFit::TableFit(const contract::Version& version, std::span<const actor::Entry> actors, const Side* own)
    : table_(*version.table), actors_(table_.actors.size) {
  Entries entries;
  for (const actor::Entry& entry : actors) entries.emplace(entry.actor, &entry);
  for (Index i = 0; i < table_.actors.size; ++i) {
    actors_[i].names = {table_.actors[i].name};
    Find(i, entries, own);
  }
  for (const contract::FormerName& former : version.promises.former) {
    if (former.of == contract::Named::kActor) AddName(actors_[former.entry].names, former.name);
  }
  if (own != nullptr) Judge(version, *own);
}

void TableFit::Find(Index index, const Entries& entries, const Side* own) {
  const contract::Actor& actor = table_.actors[index];
  ActorFit& fit = actors_[index];
  const Index handler = own == nullptr ? kNone : own->FindActor(actor.name);
  const std::string_view name = handler == kNone ? actor.name : own->table().actors[handler].name;
  const auto found = entries.find(name);
  fit.entry = found == entries.end() ? nullptr : found->second;
  if (handler != kNone) {
    AddName(fit.names, name);
    AddName(fit.names, own->FormerName(contract::Named::kActor, handler));
  }
  if (fit.entry == nullptr) {
    misfits_.push_back(fmt::format("actor `{}` has no handler in this host", actor.name));
    return;
  }
  fit.taken = fit.entry->contract == actor.contract;
  if (fit.taken || own != nullptr) return;
  Refuse(
      fmt::format("the handler of `{}` was built for contract {}, the route table asks for {}, and "
                  "the table that it was built with is not there",
                  actor.name, fit.entry->contract, actor.contract));
}

void TableFit::Refuse(std::string why) {
  refusals_.push_back(why);
  misfits_.push_back(std::move(why));
}

/// Nothing is judged, and nothing planned, where contracts are equal.
void TableFit::Judge(const contract::Version& version, const Side& own) {
  std::vector<bool> differs(table_.actors.size);
  for (Index i = 0; i < table_.actors.size; ++i) {
    const Index handler = own.FindActor(table_.actors[i].name);
    differs[i] = handler == kNone || own.table().actors[handler].contract != table_.actors[i].contract;
  }
  if (std::ranges::find(differs, true) == differs.end()) return;
  made_ = std::make_unique<Side>(*version.table, version.promises);
  recasts_ = std::make_unique<compatibility::CallRecasts>(*made_, own);
  served_ = compatibility::FindServed(own, *made_, differs);
  for (Index i = 0; i < table_.actors.size; ++i) {
    ActorFit& fit = actors_[i];
    const Index handler = own.FindActor(table_.actors[i].name);
    if (!differs[i] || fit.entry == nullptr || own.table().actors[handler].kind != table_.actors[i].kind)
      continue;
    recasts_->Add(i, handler);
    fit.recast = recasts_->Of(i);
    fit.taken = true;
  }
  recasts_->Finish();
  for (const compatibility::Finding& finding : served_.findings) {
    if (finding.rule == compatibility::Rule::kActorRemoved) continue;  // That was said.
    std::string why = fmt::format("{}: {}", finding.edge, finding.message);
    const auto at = std::ranges::find(table_.actors, finding.actor, &contract::Actor::name);
    const bool has_handler =
        at != table_.actors.end() && actors_[static_cast<Index>(at - table_.actors.begin())].entry != nullptr;
    has_handler ? Refuse(std::move(why)) : misfits_.push_back(std::move(why));
  }
}

bool TableFit::Serves(const Envelope& envelope) const {
  const Index at = envelope.route.at;
  // Whoever admits the envelope finds what waits for nobody.
  if (at >= table_.points.size) return true;
  const contract::Point& point = table_.points[at];
  const bool undoes = point.kind == contract::PointKind::kUndo;
  const UndoCall* const undo = undoes ? NextUndo(envelope.route) : nullptr;
  const Index actor = undoes ? (undo == nullptr ? kNone : undo->actor) : point.actor;
  if (actor >= actors_.size() || actors_[actor].entry == nullptr) return true;
  if (!actors_[actor].taken) return false;
  if (served_.calls.empty()) return true;
  return undoes ? served_.undos[actor] : served_.calls[at];
}

contract::Version FindOwn(std::span<const contract::Version> versions, std::span<const actor::Entry> actors) {
  for (const contract::Version& version : versions) {
    if (version.table == nullptr) continue;
    const auto has = [&](const actor::Entry& entry) {
      const auto found = std::ranges::find(version.table->actors, entry.actor, &contract::Actor::name);
      return found != version.table->actors.end() && found->contract == entry.contract;
    };
    if (std::ranges::all_of(actors, has)) return version;
  }
  return {};
}

}  // namespace mesh::host
