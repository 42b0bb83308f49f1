#include "codegen/graph/passages.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <variant>
#include <vector>

#include "codegen/graph/labels.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {
namespace {

using analysis::PassageKind;
using analysis::Reason;

std::string PrintArm(const ir::Mesh& mesh, const Reason& reason) {
  const ir::Point& point = mesh.points[reason.at];
  const auto& match = std::get<ir::Match>(point.body);
  return PrintCase(mesh, match, match.cases[reason.index].value, point.flow);
}

std::string PrintChoice(const ir::Mesh& mesh, const Reason& reason) {
  const types::ActorId router = std::get<ir::Ask>(mesh.points[reason.at].body).visit.actor;
  return mesh.declarations.actors[router].labels[reason.index].name;
}

std::string PrintRounds(const ir::Mesh& mesh, const Reason& reason) {
  const std::uint32_t max = mesh.loops[std::get<ir::LoopRound>(mesh.points[reason.at].body).loop].max;
  return fmt::format("after {} round{}", max, max == 1 ? "" : "s");
}

std::string PrintReason(const ir::Mesh& mesh, const Reason& reason) {
  switch (reason.kind) {
    case Reason::Kind::kYes: return "yes";
    case Reason::Kind::kNo: return "no";
    case Reason::Kind::kCase: return PrintArm(mesh, reason);
    case Reason::Kind::kElse: return "else";
    case Reason::Kind::kLabel: return PrintChoice(mesh, reason);
    case Reason::Kind::kExhausted: return PrintRounds(mesh, reason);
    case Reason::Kind::kNoStep: return "no step left";
    case Reason::Kind::kNoElement: return "no element";
    case Reason::Kind::kOptional: return "optional";
    case Reason::Kind::kAwait: return "await " + std::get<ir::Park>(mesh.points[reason.at].body).signal;
    case Reason::Kind::kTimeout: return "timeout";
    case Reason::Kind::kError: return mesh.declarations.errors[{reason.index}].name;
  }
  NoSuchEnumerator();
}

}  // namespace

EdgeKind EdgeKindOf(PassageKind kind) {
  switch (kind) {
    case PassageKind::kNext: return EdgeKind::kNext;
    case PassageKind::kOptional: return EdgeKind::kOptional;
    case PassageKind::kCopy: return EdgeKind::kTap;
    case PassageKind::kError: return EdgeKind::kError;
    case PassageKind::kAnyError: return EdgeKind::kAnyError;
    case PassageKind::kUndo: return EdgeKind::kUndo;
  }
  NoSuchEnumerator();
}

std::string PrintReasons(const ir::Mesh& mesh, const analysis::Passage& passage) {
  std::vector<std::string> words;
  if (passage.kind == PassageKind::kCopy) words.emplace_back("a copy");
  for (const Reason& reason : passage.reasons) {
    if (std::string word = PrintReason(mesh, reason); !word.empty()) words.push_back(std::move(word));
  }
  if (words.empty() && passage.failed) return "the same error";
  return fmt::format("{}", fmt::join(words, " · "));
}

}  // namespace meshc::codegen::graph
