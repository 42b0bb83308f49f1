// Calls: at each point of the table of one version, the handlers of the other.
#include <algorithm>

#include <fmt/format.h>

#include "mesh/compatibility/comparison.h"
#include "mesh/compatibility/type_text.h"
#include "mesh/contract/enumerator.h"
#include "mesh/value/json.h"

namespace mesh::compatibility {
namespace {

using contract::Actor;
using contract::ActorKind;
using contract::Index;
using contract::kNone;

std::string_view Spell(ActorKind kind) {
  switch (kind) {
    case ActorKind::kProcessor: return "processor";
    case ActorKind::kChoiceRouter: return "router";
    case ActorKind::kPlanRouter: return "plan router";
  }
  contract::NoSuchEnumerator();
}

bool IsRequired(const contract::Pool& pool, const Slot& param) {
  return param.default_value == kNone && pool.types[param.type].kind != contract::TypeKind::kOptional;
}

bool HasBreak(const std::vector<Misfit>& misfits) {
  return std::ranges::any_of(
      misfits, [](const Misfit& each) { return RowOf(each.rule).severity == Severity::kBreak; });
}

}  // namespace

void Comparison::Points() {
  for (Index i = 0; i < made_.table().points.size; ++i) {
    if (IsDelivery(made_.table().points[i])) Point(i);
  }
}

void Comparison::Point(Index index) {
  Call(index);
  Undo(index);
}

void Comparison::Call(Index index) {
  const contract::Point& point = made_.table().points[index];
  Visit(point, point.bindings, point.actor);
}

void Comparison::Undo(Index index) {
  const contract::Point& point = made_.table().points[index];
  const Index undo = UndoOf(made_.table(), point);
  if (undo != kNone) Visit(point, point.undo, undo);
}

void Comparison::Visit(const contract::Point& point, contract::Span bindings, Index actor) {
  const Actor& made = made_.table().actors[actor];
  const Edge edge{Border::kCall, point.name, " -> ", made.name, made.name};
  const Index found = server_.FindActor(made.name);
  if (found == kNone) {
    return Add(edge, Rule::kActorRemoved, std::string(made.name),
               fmt::format("envelopes of {} wait at `{}` for `{}`, which {} does not have", made_name(),
                           point.name, made.name, server_name()),
               "keep the actor until they are through, or name its former name with `@was`",
               std::string(made.name));
  }
  const Actor& server = server_.table().actors[found];
  if (made.kind != server.kind) {
    return Add(edge, Rule::kActorKind, std::string(made.name),
               fmt::format("`{}` is a {} where {} calls it, and a {} in {}", made.name, Spell(made.kind),
                           made_name(), Spell(server.kind), server_name()),
               "give the new one a name of its own", std::string(Spell(made.kind)),
               std::string(Spell(server.kind)));
  }
  Arguments(edge, point, bindings, made, server);
  Answers(edge, made, server);
  Steps(edge, made, server);
  Raises(edge, made, server);
}

void Comparison::Arguments(const Edge& edge, const contract::Point& point, contract::Span bindings,
                           const Actor& made, const Actor& server) {
  const std::vector<Slot> given = TypeFit::SlotsOf(made_, made.params);
  for (const Slot& param : TypeFit::SlotsOf(server_, server.params)) {
    const Subject subject{server.name, param.name};
    const Slot* slot = TypeFit::Find(given, param);
    Argument argument{.values = {}, .may_be_absent = true};
    if (slot != nullptr) {
      argument = ArgumentOf(made_, point, bindings, made, static_cast<Index>(slot - given.data()));
      Add(edge, arguments_.JudgeNotes(*slot, param, server.name, argument.takes_default), true);
    }
    if (argument.may_be_absent && IsRequired(server_.pool(), param)) {
      Misfit missing{Rule::kMissing, subject.Text(), "", PrintType(server_.pool(), param.type), ""};
      if (slot != nullptr) missing.writer_type = PrintType(made_.pool(), slot->type);
      Add(edge, {missing}, true);
    }
    for (const BoundValue& value : argument.values) Value(edge, value, slot->type, param.type, subject);
  }
}

/// The router lets only those values through that are also of the declared type.
void Comparison::Value(const Edge& edge, const BoundValue& value, Index declared, Index reader,
                       const Subject& subject) {
  if (value.known) {
    const auto document = JsonTree::Read(ToJson(made_.pool(), value.shape.index, *value.known));
    const auto read = FromJson(server_.schemas(), reader, std::get<JsonTree>(document).root());
    if (std::holds_alternative<mesh::Value>(read)) return;
  }
  const std::vector<Misfit> misfits = arguments_.Judge(value.shape, reader, subject);
  const bool made_up = value.shape.has_only || value.known;
  if (!HasBreak(misfits) || made_up) return Add(edge, misfits, true);
  const Shape whole = Shape::Of(made_.pool(), PresentIndex(made_.pool(), declared));
  const std::vector<Misfit> of_declared = arguments_.Judge(whole, reader, subject);
  Add(edge, HasBreak(of_declared) ? misfits : of_declared, true);
}

void Comparison::Answers(const Edge& edge, const Actor& made, const Actor& server) {
  Add(edge,
      answers_.JudgeSlots(TypeFit::SlotsOf(server_, server.results), TypeFit::SlotsOf(made_, made.results),
                          made.name),
      false);
  const auto known = Slice(made_.pool().strings, made.labels);
  for (const std::string_view label : Slice(server_.pool().strings, server.labels)) {
    if (std::ranges::find(known, label) != known.end()) continue;
    Add(edge, Rule::kLabel, fmt::format("{}.{}", made.name, label),
        fmt::format("`{}` of {} may choose `{}`, for which {} has no way", made.name, server_name(), label,
                    made_name()),
        "let a new router choose it", "", std::string(label));
  }
}

void Comparison::Steps(const Edge& edge, const Actor& made, const Actor& server) {
  const auto known = Slice(made_.pool().strings, made.steps);
  const auto has = [&](std::string_view name) { return std::ranges::find(known, name) != known.end(); };
  for (const std::string_view step : Slice(server_.pool().strings, server.steps)) {
    const std::string_view was = server_.FormerStep(step);
    if (has(step) || (!was.empty() && has(was))) continue;
    Add(edge, Rule::kStep, fmt::format("{}.{}", made.name, step),
        fmt::format("`{}` of {} may plan the step `{}`, which {} does not list", made.name, server_name(),
                    step, made_name()),
        "let a new router plan it", "", std::string(step));
  }
  if (server.max_steps <= made.max_steps) return;
  Add(edge, Rule::kMaxSteps, std::string(made.name),
      fmt::format("`{}` of {} may plan {} steps, {} takes {}", made.name, server_name(), server.max_steps,
                  made_name(), made.max_steps),
      "keep the smaller `max` until the old envelopes are through", std::to_string(made.max_steps),
      std::to_string(server.max_steps));
}

void Comparison::Raises(const Edge& edge, const Actor& made, const Actor& server) {
  const auto declared = Slice(server_.pool().indices, server.raises);
  for (Index error = static_cast<Index>(contract::BuiltinError::kCount); error < server_.table().errors.size;
       ++error) {
    const bool may = std::ranges::any_of(declared, [&](Index each) { return server_.IsError(error, each); });
    if (!may) continue;
    const std::string_view name = server_.table().errors[error].name;
    const Index known = made_.FindError(name);
    if (known != kNone && made_.MayRaise(made, known)) {
      Details(edge, known, error);
      continue;
    }
    Add(edge, Rule::kRaises, fmt::format("{}.{}", made.name, name),
        fmt::format("`{}` of {} may raise `{}`, which {} does not let it raise", made.name, server_name(),
                    name, made_name()),
        "let it raise an error that the old table knows, or let a new actor raise it", "", std::string(name));
  }
}

void Comparison::Details(const Edge& edge, Index made, Index server) {
  const Index reader = made_.table().errors[made].detail_type;
  const Index writer = server_.table().errors[server].detail_type;
  if (reader == kNone) return;
  const std::string_view container = made_.table().errors[made].name;
  std::vector<Slot> written;
  if (writer != kNone) written = TypeFit::SlotsOf(server_, server_.pool().types[writer].members);
  const auto read = TypeFit::SlotsOf(made_, made_.pool().types[reader].members);
  Add(edge, answers_.JudgeSlots(written, read, container), false);
}

}  // namespace mesh::compatibility
