#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/checked_mesh.h"

namespace meshc::test {
namespace {

/// A sound mesh to break in one place.
ir::Mesh SoundMesh() {
  return std::move(CheckText(R"(mesh test.verify;
error soft recoverable;
envelope E { in flag: bool; in text: string; var v: string = ""; }
processor a(text: string) -> (v: string) { raises soft; }
router pick(text: string) -> { left, right };
flow f on E {
  while flag && text == "x" max 3 { try { a; } on soft as e { set v = e.message; } finally { set v = "x"; } }
  route pick { left => g; right => { } }
}
flow g on E { a; }
)")
                       .mesh);
}

ir::PointId Find(const ir::Mesh& mesh, std::string_view name) {
  for (ir::PointId id : mesh.points.ids()) {
    if (mesh.points[id].name == name) return id;
  }
  return {};
}

/// The first problem of the mesh after `change`; empty: there is none.
template <typename Change>
std::string ProblemAfter(Change change) {
  ir::Mesh mesh = SoundMesh();
  change(mesh);
  auto problems = ir::Verify(mesh);
  return problems.empty() ? "" : problems.front();
}

ir::Point& PointOf(ir::Mesh& mesh, std::string_view name) { return mesh.points[Find(mesh, name)]; }

TEST(Verify, ALoweredMeshIsSound) { EXPECT_EQ(ir::Verify(SoundMesh()), std::vector<std::string>{}); }

TEST(Verify, FindsEdgesToNowhere) {
  EXPECT_EQ(
      ProblemAfter([](ir::Mesh& mesh) { std::get<ir::Call>(PointOf(mesh, "g/a#1").body).next = {9999}; }),
      "g/a#1: leads to no point");
}

TEST(Verify, FindsEdgesIntoAnotherFlow) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) {
              std::get<ir::Call>(PointOf(mesh, "g/a#1").body).next = Find(mesh, "f/end");
            }),
            "g/a#1: leads into another flow");
}

TEST(Verify, FindsNamesOutOfOrder) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) { PointOf(mesh, "g/a#1").name = "a"; }),
            "a: out of order, or the name of two points");
}

TEST(Verify, FindsHandlersThatCatchNothing) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) {
              PointOf(mesh, "g/a#1").handler = ir::Handler{Find(mesh, "g/end"), 0, {}};
            }),
            "g/a#1: its handler is no catch, no undo and no end of a branch");
}

TEST(Verify, FindsHandlersThatKeepTooMuch) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) { PointOf(mesh, "f/while#1/try#1/a#1").handler->frames = 2; }),
            "f/while#1/try#1/a#1: its handler keeps frames or drops loops that are not there");
  std::string problem =
      ProblemAfter([](ir::Mesh& mesh) { PointOf(mesh, "f/while#1/try#1[soft]/set#1").handler->frames = 1; });
  EXPECT_NE(problem.find("reached with different frames or loops"), std::string::npos) << problem;
}

TEST(Verify, FindsLoopsThatAreNotDropped) {
  std::string problem = ProblemAfter(
      [](ir::Mesh& mesh) { std::get<ir::Unwind>(PointOf(mesh, "f/while#1/leave").body).loops.clear(); });
  EXPECT_NE(problem, "");
}

TEST(Verify, FindsFramesThatAreNotPopped) {
  std::string problem = ProblemAfter([](ir::Mesh& mesh) {
    std::get<ir::Unwind>(PointOf(mesh, "f/while#1/try#1[soft]/leave").body).frames = 0;
  });
  EXPECT_EQ(problem, "f/while#1/try#1[finally]/on_normal: reached with different frames or loops");
}

TEST(Verify, FindsUnknownExits) {
  const auto problem_of = [](std::uint32_t beyond) {
    return ProblemAfter([beyond](ir::Mesh& mesh) {
      std::uint32_t known = 0;
      for (const ir::Point& point : mesh.points) {
        const auto* const exit = std::get_if<ir::FinallyExit>(&point.body);
        if (exit != nullptr) known = static_cast<std::uint32_t>(exit->targets.size());
      }
      auto& enter = std::get<ir::FinallyEnter>(PointOf(mesh, "f/while#1/try#1[finally]/on_normal").body);
      enter.exit = known + beyond;
    });
  };
  const std::string unknown =
      "f/while#1/try#1[finally]/on_normal: has an exit number that its region does not know";
  EXPECT_EQ(problem_of(0), unknown);
  EXPECT_EQ(problem_of(7), unknown);
}

TEST(Verify, FindsErrorsRaisedAgainWhereNothingWasCaught) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) { PointOf(mesh, "g/end").body = ir::Reraise{}; }),
            "g/end: raises again where nothing was caught");
}

TEST(Verify, FindsUnboundParams) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) {
              std::get<ir::Call>(PointOf(mesh, "g/a#1").body).visit.bindings.clear();
            }),
            "g/a#1: leaves a required param unbound");
}

TEST(Verify, FindsMissingTargets) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) {
              std::get<ir::Ask>(PointOf(mesh, "f/route#1/pick#1").body).targets.pop_back();
            }),
            "f/route#1/pick#1: has not one target per label");
}

TEST(Verify, FindsConditionsThatAreNotBool) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) {
              auto& branch = std::get<ir::Branch>(PointOf(mesh, "f/while#1/test").body);
              mesh.expressions[branch.condition].type = mesh.declarations.types.Basic(types::TypeKind::kInt);
            }),
            "f/while#1/test: its condition is not bool");
}

TEST(Verify, FindsFieldsThatAreNotThere) {
  EXPECT_EQ(ProblemAfter([](ir::Mesh& mesh) {
              std::get<ir::Set>(PointOf(mesh, "f/while#1/try#1[finally]/set#1").body).target.field = 99;
            }),
            "f/while#1/try#1[finally]/set#1: writes no field");
}

TEST(Verify, FindsUnmarkedCallees) {
  EXPECT_EQ(
      ProblemAfter([](ir::Mesh& mesh) { mesh.flows[types::FlowId{1}].called_on_same_envelope = false; }),
      "f/route#1[left]/g#1: its callee is not marked as called");
}

TEST(Verify, FindsOperandsBehindTheirExpression) {
  std::string problem = ProblemAfter([](ir::Mesh& mesh) {
    for (ir::Expression& expression : mesh.expressions) {
      if (!expression.operands.empty()) expression.operands[0] = {mesh.expressions.size() - 1};
    }
  });
  EXPECT_NE(problem.find("stands before its operands"), std::string::npos) << problem;
}

}  // namespace
}  // namespace meshc::test
