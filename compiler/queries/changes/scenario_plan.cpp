#include "compiler/queries/changes/scenario_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "compiler/ir/point_parts.h"
#include "compiler/queries/changes/zero_text.h"
#include "compiler/queries/steps.h"

namespace meshc::queries {
namespace {

using ir::PointId;

/// Shortest ways through a flow, with the stubs that lead along them; actors that have none return zeros.
class StubbedWays {
 public:
  explicit StubbedWays(const ir::Mesh& mesh) : mesh_(mesh) {}

  /// None: no way leads there.
  std::optional<std::vector<std::string>> StubsTo(PointId from, PointId to) {
    before_.emplace(from, Leg{});
    open_.push_back(from);
    while (!open_.empty() && !before_.contains(to)) {
      const PointId id = open_.front();
      open_.pop_front();
      Leave(id);
    }
    if (!before_.contains(to)) return std::nullopt;
    std::vector<std::string> stubs;
    for (PointId id = to; id.has_value(); id = before_[id].from) {
      if (!before_[id].stub.empty()) stubs.push_back(before_[id].stub);
    }
    std::reverse(stubs.begin(), stubs.end());
    return stubs;
  }

 private:
  struct Leg {
    PointId from;
    std::string stub;
  };

  void Go(PointId from, PointId to, std::string stub) {
    if (to.has_value() && before_.emplace(to, Leg{from, std::move(stub)}).second) open_.push_back(to);
  }

  void Leave(PointId id) {
    const ir::Point& point = mesh_.points[id];
    const ir::Visit* visit = ir::VisitAt(point);
    if (const auto* ask = std::get_if<ir::Ask>(&point.body)) {
      const types::Actor& router = mesh_.declarations.actors[ask->visit.actor];
      for (std::size_t label = 0; label < ask->targets.size(); ++label)
        Go(id, ask->targets[label],
           fmt::format("stub {} chooses {};", router.name, router.labels[label].name));
    } else {
      for (const PointId next : ir::Successors(point)) Go(id, next, "");
    }
    if (visit == nullptr || !point.handler) return;
    const auto* caught = std::get_if<ir::Catch>(&mesh_.points[point.handler->target].body);
    if (caught != nullptr) Fail(id, mesh_.declarations.actors[visit->actor], *caught);
  }

  /// Where the errors that the actor says it raises are caught.
  void Fail(PointId id, const types::Actor& actor, const ir::Catch& caught) {
    for (const types::ErrorId error : actor.raises) {
      for (const ir::CatchCase& one : caught.cases) {
        if (one.error == error)
          Go(id, one.target,
             fmt::format("stub {} raises {};", actor.name, mesh_.declarations.errors[error].name));
      }
    }
  }

  const ir::Mesh& mesh_;
  std::map<PointId, Leg> before_;
  std::deque<PointId> open_;
};

std::optional<std::string> GivenOf(const types::Declarations& declarations, types::EnvelopeId envelope) {
  std::string given;
  for (const types::Field& field : declarations.envelopes[envelope].fields) {
    if (!field.in || field.default_value || declarations.types.IsOptional(field.type)) continue;
    const auto zero = ZeroText(declarations, field.type);
    if (!zero) return std::nullopt;
    given += fmt::format("{}{}: {}", given.empty() ? "" : ", ", field.name, *zero);
  }
  return given.empty() ? "{ }" : "{ " + given + " }";
}

bool IsTitle(const CheckedRoot& root, const std::string& title) {
  const auto& all = root.names().all();
  return std::any_of(all.begin(), all.end(), [&](const Declared& declared) {
    return declared.kind == DeclaredKind::kScenario &&
           static_cast<const syntax::ScenarioDeclaration*>(declared.declaration)->title == title;
  });
}

std::string FreshTitle(const CheckedRoot& root, const std::string& wanted) {
  std::string title = wanted;
  for (int number = 2; IsTitle(root, title); ++number) title = fmt::format("{} ({})", wanted, number);
  return title;
}

}  // namespace

std::optional<ScenarioPlan> PlanScenario(const CheckedRoot& root, Place place) {
  const Step step = StepAround(root, place);
  if (step.call == nullptr || !root.compilation().mesh) return std::nullopt;
  const ir::Mesh& mesh = *root.mesh();
  const PointId point = PointOf(root, step.call->range);
  if (!point.has_value()) return std::nullopt;
  const ir::Flow& flow = mesh.flows[mesh.points[point].flow];
  auto stubs = StubbedWays(mesh).StubsTo(flow.entry, point);
  const auto given = GivenOf(mesh.declarations, flow.envelope);
  if (!stubs || !given) return std::nullopt;
  ScenarioPlan plan;
  plan.flow = flow.name;
  plan.given = *given;
  plan.stubs = std::move(*stubs);
  plan.point = mesh.points[point].name;
  plan.title = FreshTitle(root, fmt::format("{} comes to {}", flow.name, root.Text(step.call->callee.range)));
  return plan;
}

std::string PrintScenario(const ScenarioPlan& plan, const std::vector<std::string>& expectations) {
  std::string text =
      fmt::format("scenario \"{}\" for {} {{\n  given {};\n", plan.title, plan.flow, plan.given);
  for (const std::string& stub : plan.stubs) text += "  " + stub + "\n";
  for (const std::string& expectation : expectations) text += "  " + expectation + "\n";
  return text + "}\n";
}

}  // namespace meshc::queries
