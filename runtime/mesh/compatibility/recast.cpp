// How values are recast, worked out from two types.
#include "mesh/compatibility/recast.h"

#include <algorithm>
#include <iterator>

#include "mesh/compatibility/shape.h"
#include "mesh/compatibility/type_fit.h"
#include "mesh/contract/enumerator.h"

namespace mesh::compatibility {
namespace {

using contract::Index;
using contract::kNone;
using contract::TypeKind;
using MemberSlot = compatibility::Slot;

}  // namespace

Recast::Plan Recast::Add(Index writer, Index reader) {
  const std::pair types(PresentIndex(writer_.pool(), writer), PresentIndex(reader_.pool(), reader));
  const auto [known, is_new] = known_.try_emplace(types, static_cast<Plan>(steps_.size()));
  if (!is_new) return known->second;
  const Plan plan = known->second;
  steps_.push_back(StepOf(types.first, types.second));
  const Kind kind = steps_[plan].kind;
  if (kind == Kind::kRecord || kind == Kind::kUnion) pending_.push_back(plan);
  if (kind == Kind::kList || kind == Kind::kMap) {
    const Plan element =
        Add(writer_.pool().types[types.first].element, reader_.pool().types[types.second].element);
    steps_[plan].element = element;
  }
  return plan;
}

Recast::Plan Recast::AddMembers(contract::Span writer, contract::Span reader) {
  const auto plan = static_cast<Plan>(steps_.size());
  steps_.push_back({.kind = Kind::kRecord});
  PlanMembers(plan, writer, reader, false);
  return plan;
}

Recast::Step Recast::StepOf(Index writer, Index reader) {
  const TypeKind from = writer_.pool().types[writer].kind;
  const TypeKind to = reader_.pool().types[reader].kind;
  Step step{.writer = writer, .reader = reader};
  if (from != to) {
    step.kind = from == TypeKind::kInt && to == TypeKind::kFloat ? Kind::kToFloat
                : IsText(from) && IsText(to)                     ? Kind::kSame
                : to == TypeKind::kJson                          ? Kind::kToJson
                                                                 : Kind::kDecode;
  } else if (to == TypeKind::kList) {
    step.kind = Kind::kList;
  } else if (to == TypeKind::kMap) {
    step.kind = Kind::kMap;
  } else if (to == TypeKind::kRecord) {
    step.kind = Kind::kRecord;
  } else if (to == TypeKind::kUnion) {
    step.kind = Kind::kUnion;
  }
  return step;
}

void Recast::PlanMembers(Plan plan, contract::Span writer, contract::Span reader, bool has_bag) {
  const std::vector<MemberSlot> written = TypeFit::SlotsOf(writer_, writer);
  const std::vector<MemberSlot> read = TypeFit::SlotsOf(reader_, reader);
  std::vector<bool> used(written.size());
  std::vector<Slot> slots;
  bool aligned = written.size() == read.size();
  bool reads_bag = false;
  for (Index i = 0; i < read.size(); ++i) {
    Slot slot{.member = reader.first + i};
    if (read[i].default_value != kNone) slot.fallback = FromConstant(reader_.pool(), read[i].default_value);
    if (const MemberSlot* found = TypeFit::Find(written, read[i]); found != nullptr) {
      slot.at = static_cast<Index>(found - written.data());
      used[slot.at] = true;
      slot.plan = Add(found->type, read[i].type);
      slot.optional = writer_.pool().types[found->type].kind == TypeKind::kOptional;
      slot.renamed = found->name != read[i].name;
      const bool filled = read[i].default_value != kNone && slot.optional;
      aligned = aligned && slot.at == i && !slot.renamed && !filled;
    } else {
      aligned = false;
      reads_bag = has_bag;
    }
    slots.push_back(std::move(slot));
  }
  Step& step = steps_[plan];
  step.aligned = aligned;
  step.reads_bag = reads_bag;
  step.slots = {static_cast<Index>(slots_.size()), static_cast<Index>(slots.size())};
  std::ranges::move(slots, std::back_inserter(slots_));
  step.extras = {static_cast<Index>(extras_.size()), 0};
  for (Index i = 0; has_bag && i < written.size(); ++i) {
    if (used[i]) continue;
    extras_.push_back(writer.first + i);
    ++step.extras.count;
  }
}

void Recast::PlanTags(Plan plan) {
  const auto written = TypeFit::SlotsOf(writer_, writer_.pool().types[steps_[plan].writer].members);
  const auto read = TypeFit::SlotsOf(reader_, reader_.pool().types[steps_[plan].reader].members);
  std::vector<Slot> slots;
  bool aligned = true;
  for (Index tag = 0; tag < written.size(); ++tag) {
    Slot slot;
    if (const MemberSlot* found = TypeFit::FindTag(read, written[tag]); found != nullptr)
      slot.at = static_cast<Index>(found - read.data());
    if (slot.at != kNone) slot.plan = Add(written[tag].type, read[slot.at].type);
    aligned = aligned && slot.at == tag;
    slots.push_back(std::move(slot));
  }
  Step& step = steps_[plan];
  step.aligned = aligned;
  step.slots = {static_cast<Index>(slots_.size()), static_cast<Index>(slots.size())};
  std::ranges::move(slots, std::back_inserter(slots_));
}

void Recast::Work() {
  while (!pending_.empty()) {
    const Plan plan = pending_.back();
    pending_.pop_back();
    const Step& step = steps_[plan];
    if (step.kind == Kind::kUnion) {
      PlanTags(plan);
    } else {
      PlanMembers(plan, writer_.pool().types[step.writer].members, reader_.pool().types[step.reader].members,
                  true);
    }
  }
}

bool Recast::KeepsNow(const Step& step) const {
  switch (step.kind) {
    case Kind::kSame: return true;
    case Kind::kList:
    case Kind::kMap: return steps_[step.element].keeps;
    case Kind::kRecord:
    case Kind::kUnion:
      return step.aligned && std::all_of(slots_.begin() + step.slots.first,
                                         slots_.begin() + step.slots.first + step.slots.count,
                                         [&](const Slot& slot) { return steps_[slot.plan].keeps; });
    case Kind::kToFloat:
    case Kind::kToJson:
    case Kind::kDecode: return false;
  }
  contract::NoSuchEnumerator();
}

void Recast::Finish() {
  Work();
  // Types that hold themselves keep unless something in them does not. What a step is made of stands behind
  // it as a rule, so that few rounds are enough.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      if (!step->keeps || KeepsNow(*step)) continue;
      step->keeps = false;
      changed = true;
    }
  }
}

}  // namespace mesh::compatibility
