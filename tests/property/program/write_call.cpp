// Calls of flows: on the caller's fields, and on an envelope of their own.
#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

bool FlowWriter::MayCall(const FlowForm& callee, const Place& place, bool own_envelope) const {
  if (place.in_saga && callee.loose_join) return false;
  if (own_envelope) return draft_.features.Has(Feature::kCall);
  // `done` of an F is plain, and its caller has written it already.
  return callee.envelope == form_.envelope && callee.envelope == &EnvelopeE() &&
         place.writable.Contains(callee.writes);
}

Code FlowWriter::FlowCall(Place& place) {
  if (draft_.flows.empty()) return Step(place);
  const auto count = static_cast<int>(draft_.flows.size());
  const FlowForm& callee = draft_.flows[static_cast<std::size_t>(Below(count))];
  const bool own_envelope = OneIn(2) || !MayCall(callee, place, false);
  if (!MayCall(callee, place, own_envelope)) return Step(place);
  form_.loose_join = form_.loose_join || callee.loose_join;
  const Ways ways = callee.completes ? kFalls : 0;
  if (!own_envelope) {
    Note(callee.writes);
    return {callee.name + ";", ways};
  }
  std::string text = callee.name + Bindings(callee, place);
  return {text + ResultTargets(callee, place) + ";", ways};
}

/// At least one binding: without any, a flow on the same envelope would work on the caller's fields.
std::string FlowWriter::Bindings(const FlowForm& callee, const Place& place) {
  std::string text = Compose("(n: #", {expressions_.Int(1, place)});
  if (OneIn(3)) text += Compose(", i0: #", {expressions_.Int(1, place)});
  if (OneIn(3)) text += Compose(", s0: #", {expressions_.Text(1, place, true)});
  if (OneIn(4)) text += Compose(", opt: #", {expressions_.Int(0, place)});
  if (callee.envelope == &EnvelopeF() && OneIn(3)) text += ", small: " + expressions_.Small(place);
  return text + ")";
}

std::string FlowWriter::ResultTargets(const FlowForm& callee, const Place& place) {
  std::string text = " as {";
  // No field takes two results.
  Place left = place;
  for (const OutField& out : callee.envelope->outs) {
    const std::string target = TakeTarget(out.kind, left);
    text += Compose(" #: #,", {std::string(out.name), target});
  }
  return text + " }";
}

/// A place for a result, which is no place for another one from then on.
std::string FlowWriter::TakeTarget(OutField::Kind kind, Place& left) {
  std::string target = TargetOf(kind, left);
  for (const auto& [name, field] : {std::pair{"m", kM}, {"n", kN}, {"o", kO}, {"t", kT}, {"xs", kXs}}) {
    if (target != name) continue;
    Note({field});
    left.writable.Remove(field);
  }
  return target;
}

/// What a flow may begin with, so that calls lead to calls of calls: the flow that was written before it.
std::string FlowWriter::CallOfCall() {
  if (is_main_ || draft_.flows.empty() || OneIn(2)) return "";
  const FlowForm& callee = draft_.flows.back();
  if (!callee.completes || !MayCall(callee, Top(), false)) return "";
  form_.loose_join = form_.loose_join || callee.loose_join;
  Note(callee.writes);
  return " " + callee.name + ";";
}

std::string FlowWriter::TargetOf(OutField::Kind kind, const Place& place) {
  const VarSet& writable = place.writable;
  switch (kind) {
    case OutField::Kind::kInt:
      if (writable.Has(kM) && OneIn(2)) return "m";
      if (writable.Has(kO) && OneIn(3)) return "o";
      if (writable.Has(kN) && OneIn(3)) return "n";
      return OneIn(4) ? "_" : "trace";
    case OutField::Kind::kText: return writable.Has(kT) && OneIn(2) ? "t" : "notes";
    case OutField::Kind::kInts: return writable.Has(kXs) && OneIn(2) ? "xs" : "_";
  }
  return "_";
}

}  // namespace meshc::property
