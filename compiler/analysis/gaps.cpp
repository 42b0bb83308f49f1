#include "compiler/analysis/gaps.h"

#include "compiler/ir/point_parts.h"

namespace meshc::analysis {

std::vector<bool> FlowsWithGaps(const ir::Mesh& mesh, llvm::function_ref<bool(const ir::Gap&)> counts) {
  std::vector<bool> with_gaps(mesh.flows.size(), false);
  std::vector<std::vector<std::uint32_t>> callers(mesh.flows.size());
  std::vector<std::uint32_t> open;
  const auto mark = [&](std::uint32_t flow) {
    if (with_gaps[flow]) return;
    with_gaps[flow] = true;
    open.push_back(flow);
  };
  for (const ir::Point& point : mesh.points) {
    const types::FlowId callee = ir::CalledFlow(point);
    if (callee.has_value()) callers[callee.index].push_back(point.flow.index);
    const auto* gap = std::get_if<ir::Gap>(&point.body);
    if (gap != nullptr && counts(*gap)) mark(point.flow.index);
  }
  while (!open.empty()) {
    const std::uint32_t flow = open.back();
    open.pop_back();
    for (const std::uint32_t caller : callers[flow]) mark(caller);
  }
  return with_gaps;
}

}  // namespace meshc::analysis
