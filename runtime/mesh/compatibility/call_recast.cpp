#include "mesh/compatibility/call_recast.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "mesh/value/constraints.h"

namespace mesh::compatibility {
namespace {

using contract::Index;
using contract::kNone;

/// What is wrong with values as those of `members`; nothing: each conforms, or may be left out. `known`:
/// which of them conform if they are there at all.
template <typename Known>
std::optional<SchemaError> FindBroken(const Side& side, contract::Span members, std::span<const Value> values,
                                      const Known& known) {
  for (Index i = 0; i < members.count; ++i) {
    const contract::Member& member = side.pool().members[members.first + i];
    const Value& value = values[i];
    const bool optional = side.schemas().type(member.type).kind == contract::TypeKind::kOptional;
    if (value.present() ? known(i) : optional) continue;
    auto conforms = Conform(side.schemas(), member.type, value);
    auto* broken = std::get_if<SchemaError>(&conforms);
    if (broken == nullptr) continue;
    SchemaError error = member.sensitive ? RedactedError() : std::move(*broken);
    PrefixPath(error, member.name);
    return error;
  }
  return std::nullopt;
}

}  // namespace

CallRecast::CallRecast(const Side& made, const Side& server, const contract::Actor& caller,
                       const contract::Actor& handler, Recast& there, Recast& back)
    : made_(made),
      server_(server),
      there_(there),
      back_(back),
      params_(handler.params),
      results_(handler.results),
      arguments_(there.AddMembers(caller.params, handler.params)),
      answers_(back.AddMembers(handler.results, caller.results)) {
  const auto labels = Slice(made.pool().strings, caller.labels);
  for (const std::string_view label : Slice(server.pool().strings, handler.labels)) {
    const auto found = std::ranges::find(labels, label);
    labels_.push_back(found == labels.end() ? kNone : static_cast<Index>(found - labels.begin()));
  }
  const auto steps = Slice(made.pool().strings, caller.steps);
  for (const std::string_view step : Slice(server.pool().strings, handler.steps)) {
    const std::string_view former = server.FormerStep(step);
    const bool renamed = std::ranges::find(steps, step) == steps.end() && !former.empty();
    steps_.emplace(step, renamed ? former : step);
  }
  PlanDetails(handler, back);
}

void CallRecast::PlanDetails(const contract::Actor& handler, Recast& back) {
  for (Index error = 0; error < server_.table().errors.size; ++error) {
    const contract::ErrorKind& raised = server_.table().errors[error];
    if (raised.detail_type == kNone || !server_.MayRaise(handler, error)) continue;
    DetailPlan detail{.type = raised.detail_type};
    const Index known = made_.FindError(raised.name);
    if (known != kNone && made_.table().errors[known].detail_type != kNone) {
      detail.known = true;
      detail.plan = back.Add(raised.detail_type, made_.table().errors[known].detail_type);
    }
    details_.emplace(raised.name, detail);
  }
}

std::variant<ValueList, SchemaError> CallRecast::Arguments(std::span<const Value> given) const {
  auto made = there_.Members(arguments_, given);
  if (const auto* values = std::get_if<ValueList>(&made)) {
    // What goes as it stands was judged to fit.
    const auto judged = [this](Index param) { return there_.KeepsMember(arguments_, param); };
    if (auto broken = FindBroken(server_, params_, *values, judged)) return std::move(*broken);
  }
  return made;
}

std::variant<ValueList, SchemaError> CallRecast::Results(std::span<const Value> returned,
                                                         std::size_t heaviest) const {
  if (returned.size() != results_.count)
    return SchemaError{"", "their number is not that of the handler's contract"};
  const auto heavy =
      std::ranges::find_if(returned, [&](const Value& each) { return each.weight() > heaviest; });
  if (heavy != returned.end())
    return SchemaError{
        "", fmt::format("one takes about {} bytes, a payload may take {}", heavy->weight(), heaviest)};
  if (auto broken = FindBroken(server_, results_, returned, [](Index) { return false; }))
    return std::move(*broken);
  return back_.Members(answers_, returned);
}

Index CallRecast::Label(Index chosen) const { return chosen < labels_.size() ? labels_[chosen] : kNone; }

std::string_view CallRecast::Step(std::string_view planned) const {
  const auto found = steps_.find(planned);
  return found == steps_.end() ? planned : found->second;
}

Value CallRecast::Detail(std::string_view error, const Value& raised, std::size_t heaviest) const {
  const auto found = details_.find(error);
  if (found == details_.end() || !raised.present() || raised.weight() > heaviest) return raised;
  const DetailPlan& detail = found->second;
  // What breaks the handler's contract breaks the table's, too.
  if (std::holds_alternative<SchemaError>(Conform(server_.schemas(), detail.type, raised)))
    return Value::TooDeep();
  if (!detail.known) return ToAny(server_.pool(), detail.type, raised);
  auto made = back_.One(detail.plan, raised);
  return std::holds_alternative<Value>(made) ? std::get<Value>(std::move(made)) : Value::TooDeep();
}

void CallRecasts::Add(Index made, Index server) {
  calls_[made] = std::unique_ptr<CallRecast>(new CallRecast(made_, server_, made_.table().actors[made],
                                                            server_.table().actors[server], there_, back_));
}

void CallRecasts::Finish() {
  there_.Finish();
  back_.Finish();
}

}  // namespace mesh::compatibility
