#include "compiler/analysis/known.h"

namespace meshc::analysis {

bool Join(SetPool& sets, Known& into, const Known& from) {
  const Known before = into;
  into.present = sets.Intersect(into.present, from.present);
  into.written = sets.Unite(into.written, from.written);
  return !(into == before);
}

Transfer Identity(SetPool& sets, std::uint32_t place_count) {
  const SetId all = sets.First(place_count);
  return {{{}, {}}, {all, all}};
}

namespace {

SetId Select(SetPool& sets, SetId low, SetId high, SetId before) {
  return sets.Unite(sets.Intersect(high, before), low);
}

}  // namespace

Known Apply(SetPool& sets, const Transfer& transfer, const Known& before) {
  return {Select(sets, transfer.low.present, transfer.high.present, before.present),
          Select(sets, transfer.low.written, transfer.high.written, before.written)};
}

Transfer Then(SetPool& sets, const Transfer& first, const Transfer& second) {
  return {Apply(sets, second, first.low), Apply(sets, second, first.high)};
}

bool Join(SetPool& sets, Transfer& into, const Transfer& from) {
  const bool low_changed = Join(sets, into.low, from.low);
  const bool high_changed = Join(sets, into.high, from.high);
  return low_changed || high_changed;
}

Transfer JoinBranches(SetPool& sets, const std::vector<BranchOutcome>& branches, std::uint32_t place_count) {
  Transfer joined = Identity(sets, place_count);
  for (const BranchOutcome& branch : branches) {
    const auto& [low, high] = *branch.transfer;
    if (branch.certain) joined.low.present = sets.Unite(joined.low.present, low.present);
    joined.high.present = sets.Intersect(joined.high.present, high.present);
    joined.low.written = sets.Unite(joined.low.written, low.written);
    joined.high.written = sets.Unite(joined.high.written, high.written);
  }
  joined.low.present = sets.Intersect(joined.low.present, joined.high.present);
  return joined;
}

void Apply(SetPool& sets, Effect effect, Known& known) {
  switch (effect.kind) {
    case EffectKind::kGain: known.present = sets.Add(known.present, effect.place); return;
    case EffectKind::kLose: known.present = sets.Remove(known.present, effect.place); return;
    case EffectKind::kWrite: known.written = sets.Add(known.written, effect.place); return;
    case EffectKind::kUnwrite: known.written = sets.Remove(known.written, effect.place); return;
  }
}

}  // namespace meshc::analysis
