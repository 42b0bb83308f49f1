#include "compiler/analysis/path_text.h"

#include <fmt/format.h>

#include <string_view>

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

}  // namespace

std::string ConstructOf(const ir::Point& point) {
  std::size_t end = point.name.rfind('/');
  if (end == std::string::npos || end == 0) return {};
  std::size_t start = point.name.rfind('/', end - 1);
  std::string construct = point.name.substr(start == std::string::npos ? 0 : start + 1);
  return construct.substr(0, construct.find_first_of("#[/"));
}

std::string StepText(const ir::Mesh& mesh, const ir::Point& point) {
  const auto& actors = mesh.declarations.actors;
  if (const auto* call = std::get_if<ir::Call>(&point.body)) return actors[call->visit.actor].name;
  if (const auto* ask = std::get_if<ir::Ask>(&point.body)) return actors[ask->visit.actor].name;
  if (const auto* follow = std::get_if<ir::Follow>(&point.body)) return actors[follow->visit.actor].name;
  if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) return mesh.flows[call->flow].name;
  if (const auto* set = std::get_if<ir::Set>(&point.body))
    return "set " + FieldName(mesh, point, set->target.field);
  if (std::holds_alternative<ir::Reraise>(point.body)) return "raise";
  if (const auto* raise = std::get_if<ir::Raise>(&point.body)) {
    return point.implied ? ConstructOf(point) : "raise " + mesh.declarations.errors[raise->error].name;
  }
  if (const auto* park = std::get_if<ir::Park>(&point.body)) return "await " + park->signal;
  if (std::holds_alternative<ir::Fork>(point.body)) return "parallel";
  if (std::holds_alternative<ir::EachFork>(point.body)) return "each";
  if (std::holds_alternative<ir::Tap>(point.body)) return "tap";
  if (std::holds_alternative<ir::Return>(point.body)) return point.implied ? "end" : "return";
  if (std::holds_alternative<ir::FinallyEnter>(point.body)) return "[finally]";
  if (point.implied || !std::holds_alternative<ir::Unwind>(point.body)) return {};
  std::string name = point.name.substr(point.name.rfind('/') + 1);
  return name.substr(0, name.find('#'));
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
