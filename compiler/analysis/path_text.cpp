#include "compiler/analysis/path_text.h"

#include <fmt/format.h>

#include <string_view>

#include "compiler/ir/point_parts.h"
#include "compiler/ir/print_constant.h"

namespace meshc::analysis {
namespace {

std::string FieldName(const ir::Mesh& mesh, const ir::Point& point, std::uint32_t slot) {
  return mesh.declarations.envelopes[mesh.flows[point.flow].envelope].fields[slot].name;
}

std::string Bracketed(std::string_view text) { return fmt::format("[{}]", text); }

std::string PatternText(const types::Constant& value) {
  return value.kind == types::ConstantKind::kString ? value.text : ir::PrintConstant(value);
}

std::string BranchText(const ir::Point& point, bool outcome) {
  std::string construct = ConstructOf(point);
  if (construct == "while") return outcome ? "[round]" : "[no round]";
  if (construct == "repeat") return outcome ? "[until]" : "[again]";
  return outcome ? "[then]" : "[else]";
}

/// `break`, `continue` or `return`, by its name.
std::string JumpWord(const ir::Point& jump) {
  const std::string name = jump.name.substr(jump.name.rfind('/') + 1);
  return name.substr(0, name.find('#'));
}

}  // namespace

std::string ConstructOf(const ir::Point& point) {
  std::size_t end = point.name.rfind('/');
  if (end == std::string::npos || end == 0) return {};
  std::size_t start = point.name.rfind('/', end - 1);
  std::string construct = point.name.substr(start == std::string::npos ? 0 : start + 1);
  return construct.substr(0, construct.find_first_of("#[/"));
}

std::string StepText(const ir::Mesh& mesh, const ir::Point& point) {
  if (const ir::Visit* visit = ir::VisitAt(point)) return mesh.declarations.actors[visit->actor].name;
  if (const types::FlowId flow = ir::CalledFlow(point); flow.has_value()) return mesh.flows[flow].name;
  return std::visit(
      ir::ByKind{
          [&](const ir::Set& set) { return "set " + FieldName(mesh, point, set.target.field); },
          [](const ir::Reraise&) { return std::string("raise"); },
          [&](const ir::Raise& raise) {
            return point.implied ? ConstructOf(point) : "raise " + mesh.declarations.errors[raise.error].name;
          },
          [](const ir::Park& park) { return "await " + park.signal; },
          [](const ir::Fork&) { return std::string("parallel"); },
          [](const ir::EachFork&) { return std::string("each"); },
          [](const ir::Tap&) { return std::string("tap"); },
          [&](const ir::Return&) { return std::string(point.implied ? "end" : "return"); },
          [](const ir::FinallyEnter&) { return std::string("[finally]"); },
          [&](const ir::Unwind&) { return point.implied ? std::string() : JumpWord(point); },
          // No steps of their own, or named before.
          [](const ir::AnyOf<ir::Call, ir::Ask, ir::Follow, ir::FollowNext, ir::FlowCall, ir::Branch,
                             ir::Match, ir::LoopStart, ir::LoopRound, ir::FinallyExit, ir::Catch, ir::Join,
                             ir::BranchEnd, ir::SagaEnter, ir::SagaExit, ir::Undo, ir::Gap> auto&) {
            return std::string();
          },
      },
      point.body);
}

std::string WayText(const ir::Mesh& mesh, const ir::Point& from, ir::PointId to, types::ErrorId error) {
  if (error.has_value()) return Bracketed("on " + mesh.declarations.errors[error].name);
  if (const auto* ask = std::get_if<ir::Ask>(&from.body)) {
    const auto& labels = mesh.declarations.actors[ask->visit.actor].labels;
    for (std::size_t i = 0; i < ask->targets.size(); ++i) {
      if (ask->targets[i] == to) return Bracketed(labels[i].name);
    }
  }
  if (const auto* match = std::get_if<ir::Match>(&from.body)) {
    for (const ir::MatchCase& one : match->cases) {
      if (one.target == to) return Bracketed(PatternText(one.value));
    }
    return "[_]";
  }
  if (const auto* branch = std::get_if<ir::Branch>(&from.body))
    return BranchText(from, branch->if_true == to);
  if (const auto* park = std::get_if<ir::Park>(&from.body)) return park->on_timeout == to ? "[else]" : "";
  const auto* round = std::get_if<ir::LoopRound>(&from.body);
  return round != nullptr && round->exhausted == to ? "[exhausted]" : "";
}

}  // namespace meshc::analysis
