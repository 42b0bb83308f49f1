// `if`, `match` and `route`.
#include <fmt/format.h>

#include <utility>

#include "compiler/ir/print_constant.h"
#include "compiler/lower/flow_lowering.h"

namespace meshc::lower {

void FlowLowering::LowerIf(const syntax::IfStatement& statement) {
  std::string construct = names_.Sibling("if");
  ir::PointId after = points_.NewLabel();
  for (std::size_t i = 0; i < statement.arms.size(); ++i) {
    const syntax::IfArm& arm = statement.arms[i];
    if (arm.condition == nullptr) {
      LowerIn(construct + "[else]", arm.body);
      break;
    }
    std::string path = i == 0 ? construct + "[then]" : fmt::format("{}[else_if#{}]", construct, i);
    ir::PointId then = points_.NewLabel();
    ir::PointId otherwise = points_.NewLabel();
    Emit((i == 0 ? construct : path) + "/test",
         ir::Branch{expressions_.Lower(*arm.condition), then, otherwise}, arm.condition->range);
    points_.Place(then);
    LowerIn(std::move(path), arm.body);
    points_.GoTo(after);
    points_.Place(otherwise);
  }
  points_.Place(after);
}

std::string FlowLowering::ArmLabel(const syntax::MatchStatement& statement,
                                   const std::vector<std::optional<types::Constant>>& patterns) {
  bool is_text =
      expressions_.PresentType(program_.FactsOf(*statement.subject).type).kind == types::TypeKind::kString;
  std::string label;
  for (const auto& pattern : patterns) {
    if (!label.empty()) label += ',';
    bool is_name = pattern && pattern->kind == types::ConstantKind::kString && !is_text;
    label += !pattern ? "_" : is_name ? pattern->text : ir::PrintConstant(*pattern);
  }
  return label;
}

void FlowLowering::LowerMatch(const syntax::MatchStatement& statement) {
  const sema::MatchFacts& facts = program_.FactsOf(statement);
  std::string construct = names_.Sibling("match");
  ir::Match lowered;
  lowered.subject = expressions_.Lower(*statement.subject);
  std::vector<ir::PointId> entries;
  for (const auto& patterns : facts.patterns) {
    ir::PointId entry = entries.emplace_back(points_.NewLabel());
    for (const auto& pattern : patterns) {
      if (pattern) {
        lowered.cases.push_back({*pattern, entry});
      } else {
        lowered.rest = entry;
      }
    }
  }
  Emit(construct + "/test", std::move(lowered), statement.subject->range);
  ir::PointId after = points_.NewLabel();
  for (std::size_t i = 0; i < statement.arms.size(); ++i) {
    points_.Place(entries[i]);
    LowerIn(names_.Arm(construct, ArmLabel(statement, facts.patterns[i])), *statement.arms[i].body);
    points_.GoTo(after);
  }
  points_.Place(after);
}

void FlowLowering::LowerRoute(const syntax::RouteStatement& statement) {
  const sema::CallFacts& call = program_.FactsOf(statement.router);
  const sema::RouteFacts& facts = program_.FactsOf(statement);
  const types::Actor& router = program_.declarations.actors[call.actor];
  std::string construct = names_.Sibling("route");
  ir::Ask lowered;
  lowered.visit = MakeVisit(SiteOf(statement.router));
  lowered.targets.resize(router.labels.size());
  std::vector<ir::PointId> entries;
  for (const auto& labels : facts.labels) {
    ir::PointId entry = entries.emplace_back(points_.NewLabel());
    for (std::uint32_t label : labels) lowered.targets[label] = entry;
  }
  Emit(fmt::format("{}/{}#1", construct, router.name), std::move(lowered), statement.router.range);
  ir::PointId after = points_.NewLabel();
  for (std::size_t i = 0; i < statement.arms.size(); ++i) {
    std::string label;
    for (std::uint32_t index : facts.labels[i])
      label += (label.empty() ? "" : ",") + router.labels[index].name;
    points_.Place(entries[i]);
    LowerIn(names_.Arm(construct, label), *statement.arms[i].body);
    points_.GoTo(after);
  }
  points_.Place(after);
}

}  // namespace meshc::lower
