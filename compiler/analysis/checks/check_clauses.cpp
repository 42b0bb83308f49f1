#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <algorithm>

#include "compiler/analysis/checks/checks.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"

namespace meshc::analysis {
namespace {

using diagnostics::Name;
namespace diag = diagnostics::diag;

/// The points whose errors go to a catch first, by catch.
class GuardedPoints {
 public:
  explicit GuardedPoints(const ir::Mesh& mesh) : mesh_(mesh) {}

  llvm::ArrayRef<ir::PointId> Of(ir::PointId catch_point) {
    if (by_catch_.empty()) {
      for (ir::PointId point : mesh_.points.ids()) {
        if (const auto& handler = mesh_.points[point].handler)
          by_catch_[handler->target.index].push_back(point);
      }
    }
    return by_catch_[catch_point.index];
  }

 private:
  const ir::Mesh& mesh_;
  llvm::DenseMap<std::uint32_t, std::vector<ir::PointId>> by_catch_;  ///< Filled when first asked.
};

class ClauseCheck {
 public:
  ClauseCheck(const CheckContext& context, GuardedPoints& guarded, ir::PointId id, const ir::Catch& body)
      : context_(context),
        mesh_(context.solution.mesh()),
        errors_(context.solution.context().errors),
        sets_(errors_.sets()),
        guarded_(guarded),
        id_(id),
        body_(body) {
    for (std::uint32_t i = 0; i < body_.cases.size(); ++i)
      first_case_.try_emplace(body_.cases[i].error.index, i);
  }

  void Run() {
    NoteCatchers();
    for (std::uint32_t i = 0; i < body_.cases.size(); ++i) CheckCase(i);
  }

 private:
  /// Calls `visit` on the first case of each error that `error` matches.
  void ForEachMatch(types::ErrorId error, llvm::function_ref<void(std::uint32_t)> visit) const {
    const auto try_case = [&](types::ErrorId named) {
      const auto found = first_case_.find(named.index);
      if (found != first_case_.end() && types::Matches(mesh_.declarations, error, named))
        visit(found->second);
    };
    for (types::ErrorId at = error; at.has_value(); at = mesh_.declarations.errors[at].parent) try_case(at);
  }

  std::uint32_t FirstCatcher(types::ErrorId error) const {
    std::uint32_t first = static_cast<std::uint32_t>(body_.cases.size());
    ForEachMatch(error, [&](std::uint32_t index) { first = std::min(first, index); });
    return first;
  }

  void NoteCatchers() {
    SetId rest = errors_.CaughtAt(id_);
    for (const ir::CatchCase& one : body_.cases) {
      const SetId caught = sets_.Intersect(rest, errors_.error_sets().MatchedBy(one.error));
      rest = sets_.Subtract(rest, caught);
      SetId& by_clause = caught_by_[one.target.index];
      by_clause = sets_.Unite(by_clause, caught);
    }
  }

  void CheckCase(std::uint32_t index) {
    const ir::CatchCase& one = body_.cases[index];
    if (const std::uint32_t earlier = first_case_.lookup(one.error.index); earlier < index) {
      // Named twice in one clause is a warning of its own.
      if (body_.cases[earlier].target != one.target) ReportShadowed(index, earlier);
      return;
    }
    bool any_time = one.error == types::IdOf(types::BuiltinError::kCancelled) ||
                    one.error == types::IdOf(types::BuiltinError::kDeadlineExceeded);
    if (any_time) return;
    const SetId arising = sets_.Intersect(errors_.CaughtAt(id_), errors_.error_sets().MatchedBy(one.error));
    if (arising.empty()) return ReportIdle(index);
    // One of them is caught here, or by another case of the clause.
    const bool needed = !sets_.Intersect(arising, caught_by_.lookup(one.target.index)).empty();
    if (!needed) ReportShadowed(index, FirstCatcher(errors_.error_sets().List(arising).back()));
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
    if (raised_.empty()) raised_ = DescribeRaised();
    builder.AddNote(raised_);
    builder.AddHelp("remove the error from the clause, or declare that a processor `raises` it");
  }

  std::string DescribeRaised() {
    constexpr std::size_t kMostNames = 12;
    const std::vector<types::ErrorId> all = errors_.error_sets().List(GuardedErrors());
    if (all.empty()) return "the block raises no error at all";
    std::vector<std::string> names;
    for (types::ErrorId error : llvm::ArrayRef(all).take_front(kMostNames)) names.push_back(ErrorName(error));
    if (all.size() <= kMostNames)
      return fmt::format("the block may raise {}", diagnostics::JoinNames(names).text);
    return fmt::format("the block may raise `{}` and {} other errors", fmt::join(names, "`, `"),
                       all.size() - kMostNames);
  }

  SetId GuardedErrors() {
    SetId all;
    for (ir::PointId point : guarded_.Of(id_)) all = sets_.Unite(all, errors_.At(point));
    return all;
  }

  const CheckContext& context_;
  const ir::Mesh& mesh_;
  const ErrorFlow& errors_;
  SetPool& sets_;
  GuardedPoints& guarded_;
  ir::PointId id_;
  const ir::Catch& body_;
  llvm::DenseMap<std::uint32_t, std::uint32_t> first_case_;  ///< By error.
  llvm::DenseMap<std::uint32_t, SetId> caught_by_;           ///< By first point of the clause.
  std::string raised_;                                       ///< What the block raises, as a note.
};

}  // namespace

void CheckClauses(const CheckContext& context) {
  GuardedPoints guarded(context.solution.mesh());
  for (ir::PointId point : context.solution.mesh().points.ids()) {
    const auto* body = std::get_if<ir::Catch>(&context.solution.mesh().points[point].body);
    if (body != nullptr) ClauseCheck(context, guarded, point, *body).Run();
  }
}

}  // namespace meshc::analysis
