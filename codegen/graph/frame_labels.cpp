#include "codegen/graph/frame_labels.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "compiler/analysis/trace/common_errors.h"

namespace meshc::codegen::graph {

std::string PrintCaught(const ir::Mesh& mesh, const std::vector<types::ErrorId>& caught,
                        const FrameErrors::Raisers& raisers) {
  const types::Declarations& all = mesh.declarations;
  std::string text;
  for (const types::ErrorId clause : caught) {
    std::set<ir::PointId> points;
    for (const auto& [error, at] : raisers) {
      if (types::Matches(all, error, clause) || types::Matches(all, clause, error))
        points.insert(at.begin(), at.end());
    }
    // Of the others some point of another frame does.
    if (points.empty() && !raisers.empty() && !analysis::CatchesCommonErrors(clause)) continue;
    text += (text.empty() ? "" : ", ") + all.errors[clause].name;
    if (points.size() > 1) text += fmt::format(" ({})", points.size());
  }
  return text;
}

std::vector<Raised> ToRaised(const ir::Mesh& mesh, const FrameErrors::Raisers& raisers) {
  std::vector<Raised> all;
  for (const auto& [error, points] : raisers) {
    Raised raised{mesh.declarations.errors[error].name, {}};
    for (const ir::PointId point : points) raised.points.push_back(mesh.points[point].name);
    all.push_back(std::move(raised));
  }
  return all;
}

}  // namespace meshc::codegen::graph
