#include <fmt/format.h>

#include <algorithm>

#include "compiler/analysis/checks/checks.h"

namespace meshc::analysis {
namespace {

using diagnostics::Name;
namespace diag = diagnostics::diag;

class ClauseCheck {
 public:
  ClauseCheck(const CheckContext& context, ir::PointId id, const ir::Catch& body)
      : context_(context), mesh_(context.solution.mesh()), id_(id), body_(body) {}

  void Run() {
    for (std::uint32_t i = 0; i < body_.cases.size(); ++i) CheckCase(i);
  }

 private:
  bool Matches(types::ErrorId error, std::uint32_t index) const {
    return types::Matches(mesh_.declarations, error, body_.cases[index].error);
  }

  void CheckCase(std::uint32_t index) {
    const ir::CatchCase& one = body_.cases[index];
    for (std::uint32_t earlier = 0; earlier < index; ++earlier) {
      if (!Matches(one.error, earlier)) continue;
      // Named twice in one clause is a warning of its own.
      if (body_.cases[earlier].target != one.target) ReportShadowed(index, earlier);
      return;
    }
    bool any_time = one.error == types::IdOf(types::BuiltinError::kCancelled) ||
                    one.error == types::IdOf(types::BuiltinError::kDeadlineExceeded);
    if (any_time) return;
    std::uint32_t first_catcher = index;
    bool arises = false;
    for (types::ErrorId error : context_.solution.context().errors.CaughtAt(id_)) {
      if (!Matches(error, index)) continue;
      arises = true;
      first_catcher = FirstCatcher(error);
      if (body_.cases[first_catcher].target == one.target) return;
    }
    if (arises) return ReportShadowed(index, first_catcher);
    ReportIdle(index);
  }

  std::uint32_t FirstCatcher(types::ErrorId error) const {
    std::uint32_t index = 0;
    while (!Matches(error, index)) ++index;
    return index;
  }

  const std::string& ErrorName(types::ErrorId error) const { return mesh_.declarations.errors[error].name; }

  void ReportShadowed(std::uint32_t index, std::uint32_t earlier) {
    context_.diagnostics
        .Report(diag::ShadowedClause, body_.cases[index].origin, Name{ErrorName(body_.cases[index].error)})
        .AddLabel(body_.cases[earlier].origin,
                  fmt::format("`{}` catches it here", ErrorName(body_.cases[earlier].error)))
        .AddHelp("move the narrower clause to the front, or remove it");
  }

  void ReportIdle(std::uint32_t index) {
    auto builder = context_.diagnostics.Report(diag::ClauseWithoutError, body_.cases[index].origin,
                                               Name{ErrorName(body_.cases[index].error)});
    std::vector<std::string> names = GuardedErrors();
    builder.AddNote(names.empty()
                        ? "the block raises no error at all"
                        : fmt::format("the block may raise {}", diagnostics::JoinNames(names).text));
    builder.AddHelp("remove the error from the clause, or declare that a processor `raises` it");
  }

  std::vector<std::string> GuardedErrors() const {
    ErrorList all;
    for (ir::PointId point : context_.solution.context().regions.PointsOf(mesh_.points[id_].flow)) {
      const auto& handler = mesh_.points[point].handler;
      if (!handler || handler->target != id_) continue;
      const ErrorList& errors = context_.solution.context().errors.At(point);
      all.insert(all.end(), errors.begin(), errors.end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<std::string> names;
    for (types::ErrorId error : all) names.push_back(ErrorName(error));
    return names;
  }

  const CheckContext& context_;
  const ir::Mesh& mesh_;
  ir::PointId id_;
  const ir::Catch& body_;
};

}  // namespace

void CheckClauses(const CheckContext& context) {
  for (ir::PointId point : context.solution.mesh().points.ids()) {
    const auto* body = std::get_if<ir::Catch>(&context.solution.mesh().points[point].body);
    if (body != nullptr) ClauseCheck(context, point, *body).Run();
  }
}

}  // namespace meshc::analysis
