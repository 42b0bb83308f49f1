// `follow`.
#include <fmt/format.h>

#include <utility>

#include "compiler/lower/flow_lowering.h"

namespace meshc::lower {

void FlowLowering::LowerFollow(const syntax::FollowStatement& statement) {
  CallSite site = SiteOf(statement.router);
  const sema::FollowFacts& facts = program_.FactsOf(statement);
  const types::Actor& router = program_.declarations.actors[site.facts.actor];
  std::string construct = names_.Sibling("follow");
  ir::Follow lowered;
  lowered.visit = MakeVisit(site);
  for (std::size_t i = 0; i < facts.steps.size(); ++i) lowered.steps.push_back(points_.NewLabel());
  lowered.next = points_.NewLabel();
  std::vector<ir::PointId> steps = lowered.steps;
  ir::PointId next = lowered.next;
  Emit(fmt::format("{}/{}#1", construct, router.name), std::move(lowered), statement.router.range);
  enclosure_.EnterFollow();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    points_.Place(steps[i]);
    std::string outer = names_.Enter(names_.Arm(construct, router.steps[i]));
    LowerCall({facts.steps[i], site.callee, site.origin});
    names_.Return(std::move(outer));
    points_.GoTo(next);
  }
  points_.Place(next);
  ir::FollowNext dispatch{points_.NewLabel()};
  Emit(construct + "/next", dispatch, statement.router.range, true);
  enclosure_.Leave();
  points_.Place(dispatch.next);
}

}  // namespace meshc::lower
