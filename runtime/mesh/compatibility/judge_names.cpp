// Reserved names: what a version keeps from being used again.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "mesh/compatibility/comparison.h"
#include "mesh/compatibility/counterparts.h"

namespace mesh::compatibility {
namespace {

using contract::Index;
using contract::kNone;

using Names = std::set<std::string_view>;

/// By the name of the record or envelope.
std::map<std::string_view, Names> ReservedOf(const Side& side) {
  std::map<std::string_view, Names> names;
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

struct Judged {
  Rule rule;
  std::string subject, message, help;
  std::string_view name;
};

class NameJudge {
 public:
  NameJudge(const Side& made, const Side& server)
      : made_(made),
        counterparts_(made, server),
        containers_(ContainersOf(server, false)),
        kept_(ReservedOf(server)) {}

  std::vector<Judged> Run() {
    for (const auto& [container, names] : ReservedOf(made_)) Reserved(container, names);
    for (const auto& [container, slots] : ContainersOf(made_, true)) {
      for (const std::string_view own : SameThings(container)) Unreserved(container, slots, own);
    }
    return std::move(judged_);
  }

 private:
  /// What a record or an envelope has become: what bears its name; of one whose name is gone, what stands in
  /// its place.
  Names SameThings(std::string_view container) {
    if (containers_.contains(container)) return {container};
    return counterparts_.Of(container);
  }

  bool IsKept(std::string_view own, std::string_view name) const {
    const auto reserved = kept_.find(own);
    return reserved != kept_.end() && reserved->second.contains(name);
  }

  void Reserved(std::string_view container, const Names& names) {
    const Names same = SameThings(container);
    Names all = counterparts_.Of(container);
    all.insert(same.begin(), same.end());
    for (const std::string_view own : all) {
      for (const std::string_view name : names) Reserved(container, own, name, same.contains(own));
    }
  }

  /// `own` of the server stands where `container` stood; `is_same`: it is what that has become.
  void Reserved(std::string_view container, std::string_view own, std::string_view name, bool is_same) {
    const std::string subject = fmt::format("{}.{}", own, name);
    const std::vector<Slot>& slots = containers_.at(own);
    if (std::ranges::find(slots, name, &Slot::name) != slots.end()) {
      const std::string former = own == container ? "" : fmt::format(" as `{}.{}`", container, name);
      judged_.push_back({Rule::kReservedReused, subject,
                         fmt::format("`{}` is a name that the old version reserved{}", subject, former),
                         "choose another name", name});
    } else if (is_same && !IsKept(own, name)) {
      judged_.push_back({Rule::kReservedRemoved, subject, fmt::format("`{}` is reserved no more", subject),
                         "keep it reserved", name});
    }
  }

  void Unreserved(std::string_view container, const std::vector<Slot>& slots, std::string_view own) {
    for (const Slot& slot : slots) {
      const bool stays = std::ranges::any_of(containers_.at(own), [&](const Slot& each) {
        return each.name == slot.name || each.was == slot.name;
      });
      if (stays || IsKept(own, slot.name)) continue;
      const std::string subject = fmt::format("{}.{}", container, slot.name);
      judged_.push_back(
          {Rule::kUnreserved, subject,
           fmt::format("`{}` is gone, and nothing keeps its name from being used again", subject),
           fmt::format("write `reserved {};`", slot.name), slot.name});
    }
  }

  const Side& made_;
  Counterparts counterparts_;
  Containers containers_;
  std::map<std::string_view, Names> kept_;
  std::vector<Judged> judged_;
};

}  // namespace

void Comparison::Names() {
  for (Judged& each : NameJudge(made_, server_).Run()) {
    const std::string name(each.name);
    Add({Border::kMesh, "mesh"}, each.rule, std::move(each.subject), std::move(each.message),
        std::move(each.help), name, each.rule == Rule::kReservedReused ? name : "");
  }
}

}  // namespace mesh::compatibility
