// `saga`, `await`, and the writes of plain fields.
#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

Code FlowWriter::Saga(Place& place) {
  Place inside = place.Inner();
  inside.in_saga = true;
  const Code first = SagaStep(inside);
  const Code body = Block(inside, first.text);
  return {"saga " + body.text, body.ways};
}

Code FlowWriter::Await(Place& place) {
  std::string field;
  const auto candidate = [&](Var var, const char* name) {
    if (!field.empty() || !place.writable.Has(var) || !OneIn(2)) return;
    field = name;
    Note({var});
  };
  candidate(kN, "n");
  candidate(kO, "o");
  candidate(kT, "t");
  candidate(kM, "m");
  if (field.empty()) return Step(place);
  const std::string text = AwaitInto(field, field == "t");
  if (OneIn(3)) return {text + ";"};
  const Code otherwise = Block(place.Inner());
  return {text + " else " + otherwise.text, kFalls | otherwise.ways};
}

std::string FlowWriter::AwaitInto(const std::string& field, bool text) {
  std::string signal = text ? "word: string" : OneIn(2) ? "go: int" : "more: int";
  if (field == "o" && OneIn(2)) signal = "maybe: int?";
  return Compose("await # into # timeout #s", {signal, field, std::to_string(1 + Below(9))});
}

/// Writes an int field that is written nowhere else.
std::string FlowWriter::WritePlain(const std::string& field, const Place& place) {
  if (draft_.features.Has(Feature::kAwait) && OneIn(4)) return AwaitInto(field, false) + ";";
  if (OneIn(2)) return Compose("p_value(i0: #) as #;", {expressions_.Int(1, place), field});
  return Compose("set # = #;", {field, expressions_.Int(1, place)});
}

}  // namespace meshc::property
