#include "compiler/versions/renamed_table.h"

#include <algorithm>

namespace meshc::versions {
namespace {

namespace contract = mesh::contract;

template <typename Entries>
bool Has(const Entries& entries, std::string_view name) {
  return std::any_of(entries.begin(), entries.end(), [&](const auto& each) { return each.name == name; });
}

}  // namespace

RenamedTable::RenamedTable(const contract::RouteTable& before, const contract::Version& after)
    : view_(before) {
  FindNames(before, after);
  if (by_old_.empty()) return;
  actors_.assign(before.actors.begin(), before.actors.end());
  flows_.assign(before.flows.begin(), before.flows.end());
  points_.assign(before.points.begin(), before.points.end());
  for (contract::Actor& actor : actors_) actor.name = NewName(actor.name);
  for (contract::Flow& flow : flows_) flow.name = NewName(flow.name);
  for (contract::Point& point : points_) point.name = PointName(point.name);
  view_.actors.data = actors_.data();
  view_.flows.data = flows_.data();
  view_.points.data = points_.data();
}

void RenamedTable::FindNames(const contract::RouteTable& before, const contract::Version& after) {
  const auto add = [&](const auto& old_entries, const auto& new_entries, std::string_view old_name,
                       std::string_view new_name) {
    const bool renamed = Has(old_entries, old_name) && !Has(new_entries, old_name) &&
                         !Has(before.actors, new_name) && !Has(before.flows, new_name);
    if (!renamed || !by_old_.emplace(old_name, new_name).second) return;
    by_new_.emplace(new_name, old_name);
  };
  for (const contract::FormerName& each : after.promises.former) {
    if (each.of == contract::Named::kActor)
      add(before.actors, after.table->actors, each.name, after.table->actors[each.entry].name);
    if (each.of == contract::Named::kFlow)
      add(before.flows, after.table->flows, each.name, after.table->flows[each.entry].name);
  }
}

std::string_view RenamedTable::Former(std::string_view name) const {
  const auto found = by_new_.find(name);
  return found == by_new_.end() ? std::string_view() : found->second;
}

std::string_view RenamedTable::NewName(std::string_view name) const {
  const auto found = by_old_.find(name);
  return found == by_old_.end() ? name : found->second;
}

/// `flow/construct#n/callee#n`: words of the language name no actors and no flows.
std::string_view RenamedTable::PointName(std::string_view name) {
  std::string text;
  for (std::size_t at = 0; at <= name.size();) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string_view part = name.substr(at, end - at);
    const std::size_t number = std::min(part.find('#'), part.size());
    if (at > 0) text += '/';
    text += NewName(part.substr(0, number));
    text += part.substr(number);
    at = end + 1;
  }
  return text == name ? name : texts_.emplace_back(std::move(text));
}

}  // namespace meshc::versions
