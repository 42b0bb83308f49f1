#include <array>

#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

Code FlowWriter::Step(Place& place) {
  if (place.in_saga && OneIn(2)) return SagaStep(place);
  return Chosen(OneIn(6) ? UndoableSteps() : Steps(), place);
}

Code FlowWriter::SagaStep(const Place& place) {
  if (!draft_.undoables.empty() && OneIn(2)) return CallUndoable(place);
  return Chosen(UndoableSteps(), place);
}

/// Binds what has to be bound, and some of what need not be.
Code FlowWriter::CallUndoable(const Place& place) {
  const auto count = static_cast<int>(draft_.undoables.size());
  const Undoable& callee = draft_.undoables[static_cast<std::size_t>(Below(count))];
  std::string text = callee.name + UndoableArguments(callee, place);
  Place left = place;
  std::string targets;
  for (const IntForm& result : callee.results) {
    // A result that may be left out goes where nothing need be.
    const bool optional = result.kind == IntForm::Kind::kOptional;
    const std::string target = optional ? "_" : TakeTarget(OutField::Kind::kInt, left);
    targets += Compose(" #: #,", {result.name, target});
  }
  if (!targets.empty()) text += Compose(" as {# }", {targets});
  return {text + Option() + ";"};
}

std::string FlowWriter::UndoableArguments(const Undoable& callee, const Place& place) {
  std::string text;
  for (const IntForm& param : callee.params) {
    const bool finds_itself = IsCertainField(param.name) || param.may_be_left_out();
    if (finds_itself && OneIn(2)) continue;
    static constexpr std::array kHoles = {"$i", "$v", "$d", "$k"};
    const std::string value = expressions_.Fill(kHoles[static_cast<std::size_t>(param.kind)], place);
    text += Compose(text.empty() ? "#: #" : ", #: #", {param.name, value});
  }
  return text.empty() ? text : "(" + text + ")";
}

/// One of `forms` that writes nothing but what it may.
Code FlowWriter::Chosen(const std::vector<StepForm>& forms, const Place& place) {
  constexpr int kTries = 4;
  for (int i = 0; i < kTries; ++i) {
    const StepForm& form = forms[static_cast<std::size_t>(Below(static_cast<int>(forms.size())))];
    if (!place.writable.Contains(form.writes)) continue;
    Note(form.writes);
    std::string text = expressions_.Fill(form.text, place);
    return {text + (form.single ? Option() : "") + ";"};
  }
  return {expressions_.Fill("p_log(m: $i) as trace;", place)};
}

std::string FlowWriter::Option() {
  if (!draft_.features.Has(Feature::kTime) || !OneIn(5)) return "";
  return Compose(" timeout #s", {std::to_string(1 + Below(8))});
}

Code FlowWriter::Tap(Place& place) { return {"tap " + TappedCall(place) + ";"}; }

std::string FlowWriter::TappedCall(const Place& place) {
  if (!draft_.flows.empty() && OneIn(3)) {
    const auto count = static_cast<int>(draft_.flows.size());
    const FlowForm& callee = draft_.flows[static_cast<std::size_t>(Below(count))];
    // The checker holds a copy, too, to the rules of the saga that it was made in.
    if (place.in_saga && callee.loose_join) return "p_none";
    form_.loose_join = form_.loose_join || callee.loose_join;
    const bool same = callee.envelope == form_.envelope && callee.envelope == &EnvelopeE();
    return same && OneIn(2) ? callee.name : callee.name + Bindings(callee, place);
  }
  const auto& forms = TapSteps();
  const StepForm& form = forms[static_cast<std::size_t>(Below(static_cast<int>(forms.size())))];
  return expressions_.Fill(form.text, place);
}

}  // namespace meshc::property
