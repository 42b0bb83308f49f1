#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

Code FlowWriter::Follow(Place& place) {
  if (AtTopOfMain(place) && !once_used_ && OneIn(3)) return {FollowOnce(place)};
  if (draft_.plans.empty() || OneIn(3)) DeclarePlan();
  const auto count = static_cast<int>(draft_.plans.size());
  const PlanForm& plan = draft_.plans[static_cast<std::size_t>(Below(count))];
  const bool on_f = form_.envelope == &EnvelopeF();
  if (!place.writable.Contains(plan.writes) || (place.in_saga && plan.loose_join) ||
      (on_f && plan.lists_flow_on_f)) {
    return Step(place);
  }
  Note(plan.writes);
  form_.loose_join = form_.loose_join || plan.loose_join;
  if (OneIn(2)) return {Compose("follow ##;", {plan.name, Option()})};
  return {Compose("follow #(n: #)#;", {plan.name, expressions_.Int(1, place), Option()})};
}

/// A plan router over processors and the flows that are written already.
void FlowWriter::DeclarePlan() {
  PlanForm plan;
  plan.name = "plan" + std::to_string(draft_.plans.size());
  std::string steps;
  const int count = 1 + Below(3);
  const int first = Below(static_cast<int>(PlanSteps().size()) - count + 1);
  for (int i = first; i < first + count; ++i) {
    const StepForm& form = PlanSteps()[static_cast<std::size_t>(i)];
    steps += std::string(form.text) + ", ";
    plan.writes.Add(form.writes);
  }
  if (!draft_.flows.empty() && OneIn(2)) {
    const auto flows = static_cast<int>(draft_.flows.size());
    const FlowForm& flow = draft_.flows[static_cast<std::size_t>(Below(flows))];
    steps += flow.name + ", ";
    // From a flow on the other envelope the results come back by name.
    plan.writes.Add(flow.writes);
    plan.writes.Add(flow.envelope->same_named);
    plan.loose_join = flow.loose_join;
    plan.lists_flow_on_f = flow.envelope == &EnvelopeF();
  }
  draft_.declarations.push_back(Compose("router #(n: int) -> steps { #} max # { raises e1, e2; retry 2; }",
                                        {plan.name, steps, std::to_string(1 + Below(4))}));
  draft_.plans.push_back(std::move(plan));
}

/// A plan one of whose steps writes a plain field, so that it may be returned once only.
std::string FlowWriter::FollowOnce(const Place& place) {
  if (!place.writable.Has(kN)) return "p_none;";
  once_used_ = true;
  draft_.declarations.emplace_back("router plan_once(m: int) -> steps { p_n, p_once } max 3;");
  return Compose("follow plan_once(m: #);", {expressions_.Int(1, place)});
}

}  // namespace meshc::property
