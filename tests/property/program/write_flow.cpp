#include <array>

#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

FlowWriter::FlowWriter(Draft& draft, std::string name, const EnvelopeForm& envelope, int item_base)
    : draft_(draft),
      random_(draft.random),
      expressions_(draft.expressions),
      is_main_(name == "main"),
      item_base_(item_base) {
  form_.name = std::move(name);
  form_.envelope = &envelope;
}

Place FlowWriter::Top() const {
  Place place;
  place.writable = form_.envelope->vars;
  return place;
}

void FlowWriter::Write() {
  budget_ = (is_main_ ? 10 : 4) + Below(OneIn(4) ? 60 : 14);
  std::string text = Compose("flow # on # ", {form_.name, std::string(form_.envelope->name)});
  if (draft_.features.Has(Feature::kTime) && OneIn(5))
    text += Compose("sla #s ", {std::to_string(3 + Below(30))});
  const bool guarded = OneIn(3);
  std::string prefix = form_.envelope == &EnvelopeF() ? "set done = n;" : "";
  // So that there is an error that the clause may catch.
  if (guarded) prefix += " p_none;";
  prefix += CallOfCall();
  const Code body = Block(Top(), prefix);
  text += body.text;
  Ways ways = body.ways;
  Place clause = Top();
  clause.depth = 2;
  if (guarded) {
    clause.clause = NewVariable("e");
    const Code handled = Block(clause);
    text += Compose(" on any as # #", {clause.clause, handled.text});
    ways |= handled.ways;
    clause.clause.clear();
  }
  if (OneIn(4)) {
    clause.may_return = false;
    const Code last = Block(clause);
    text += " finally " + last.text;
    if ((last.ways & kFalls) == 0) ways = 0;
  }
  form_.completes = (ways & (kFalls | kReturns)) != 0;
  draft_.declarations.push_back(text);
  draft_.flows.push_back(form_);
}

std::string FlowWriter::Indent(int depth) {
  return std::string(2 * static_cast<std::size_t>(depth + 1), ' ');
}

std::string FlowWriter::NewVariable(const char* letter) {
  return letter + std::to_string(++draft_.variables);
}

/// `{ ... }` with `prefix` first. It ends early where nothing could follow.
Code FlowWriter::Block(const Place& place, const std::string& prefix) {
  Place here = place;
  Code block{"{\n", kFalls};
  if (!prefix.empty()) block.text += Indent(here.depth) + prefix + "\n";
  const int count = AtTopOfMain(place) ? 2 + Below(6) : 1 + Below(place.depth > 2 ? 3 : 5);
  for (int i = 0; i < count && (block.ways & kFalls) != 0; ++i) {
    const Code statement = Statement(here);
    block.text += Indent(here.depth) + statement.text + "\n";
    block.ways = (block.ways & ~kFalls) | statement.ways;
  }
  block.text += Indent(place.depth - 1) + "}";
  return block;
}

Code FlowWriter::Statement(Place& place) {
  struct Kind {
    int weight;
    Code (FlowWriter::*write)(Place&);
  };
  --budget_;
  const int nest = budget_ > 0 && place.depth < 5 ? 1 : 0;
  const Features& features = draft_.features;
  const std::array<Kind, 16> kinds = {{
      {5, &FlowWriter::Step},
      {5, &FlowWriter::Set},
      {1, &FlowWriter::Jump},
      {1, &FlowWriter::Raise},
      {features.Weight(Feature::kCall, 1) + 1, &FlowWriter::FlowCall},
      {3 * nest, &FlowWriter::If},
      {1 * nest, &FlowWriter::Match},
      {1 * nest, &FlowWriter::Route},
      {2 * nest, &FlowWriter::Loop},
      {(AtTopOfMain(place) ? 10 : 5) * nest, &FlowWriter::Try},
      {features.Weight(Feature::kParallel, 3 * nest), &FlowWriter::Parallel},
      {features.Weight(Feature::kEach, 3 * nest), &FlowWriter::Each},
      {features.Weight(Feature::kFollow, 1), &FlowWriter::Follow},
      {features.Weight(Feature::kSaga, 2 * nest), &FlowWriter::Saga},
      {features.Weight(Feature::kTap, 1), &FlowWriter::Tap},
      {features.Weight(Feature::kAwait, 1), &FlowWriter::Await},
  }};
  int sum = 0;
  for (const Kind& kind : kinds) sum += kind.weight;
  int left = Below(sum);
  for (const Kind& kind : kinds) {
    if (left < kind.weight) return (this->*kind.write)(place);
    left -= kind.weight;
  }
  return Step(place);
}

}  // namespace meshc::property
