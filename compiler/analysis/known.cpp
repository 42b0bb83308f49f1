#include "compiler/analysis/known.h"

#include <utility>

namespace meshc::analysis {

bool Join(Known& into, const Known& from) {
  Known before = into;
  into.present &= from.present;
  into.written |= from.written;
  return !(into == before);
}

Transfer Identity(std::uint32_t place_count) {
  Bits none(place_count, false);
  Bits all(place_count, true);
  return {{none, none}, {all, all}};
}

namespace {

Bits Select(const Bits& low, const Bits& high, const Bits& before) {
  Bits after = high;
  after &= before;
  after |= low;
  return after;
}

}  // namespace

Known Apply(const Transfer& transfer, const Known& before) {
  return {Select(transfer.low.present, transfer.high.present, before.present),
          Select(transfer.low.written, transfer.high.written, before.written)};
}

Transfer Then(const Transfer& first, const Transfer& second) {
  return {Apply(second, first.low), Apply(second, first.high)};
}

bool Join(Transfer& into, const Transfer& from) {
  bool low_changed = Join(into.low, from.low);
  bool high_changed = Join(into.high, from.high);
  return low_changed || high_changed;
}

Transfer JoinBranches(const std::vector<BranchOutcome>& branches, std::uint32_t place_count) {
  Transfer joined = Identity(place_count);
  for (const BranchOutcome& branch : branches) {
    if (branch.certain) joined.low.present |= branch.transfer->low.present;
    joined.high.present &= branch.transfer->high.present;
    joined.low.written |= branch.transfer->low.written;
    joined.high.written |= branch.transfer->high.written;
  }
  joined.low.present &= joined.high.present;
  return joined;
}

void Apply(Effect effect, Known& known) {
  switch (effect.kind) {
    case EffectKind::kGain: known.present.set(effect.place); return;
    case EffectKind::kLose: known.present.reset(effect.place); return;
    case EffectKind::kWrite: known.written.set(effect.place); return;
    case EffectKind::kUnwrite: known.written.reset(effect.place); return;
  }
}

}  // namespace meshc::analysis
