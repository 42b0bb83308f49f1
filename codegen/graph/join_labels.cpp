// The texts of points where an envelope is copied, put together again or set aside.
#include <fmt/format.h>

#include <variant>

#include "codegen/graph/labels.h"
#include "compiler/ir/print_constant.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {
namespace {

const types::Field& FieldAt(const ir::Mesh& mesh, types::FlowId flow, std::uint32_t slot) {
  return mesh.declarations.envelopes[mesh.flows[flow].envelope].fields[slot];
}

std::string PrintWait(const ir::JoinPolicy& policy) {
  switch (policy.wait) {
    case ir::WaitKind::kAll: return "wait all";
    case ir::WaitKind::kAny: return "wait any";
    case ir::WaitKind::kCount: return fmt::format("wait {}", policy.count);
  }
  NoSuchEnumerator();
}

std::vector<std::string> PolicyDetails(const ir::JoinPolicy& policy) {
  std::string line = PrintWait(policy);
  if (policy.timeout_ns > 0) line += " · timeout " + ir::PrintDuration(policy.timeout_ns);
  return {line};
}

}  // namespace

std::string PrintEach(const ir::Mesh& mesh, const ir::EachFork& each, types::FlowId flow) {
  return fmt::format("each {} in {}", each.variable_name, PrintCondition(mesh, each.list, flow));
}

std::vector<std::string> EachDetails(const ir::EachFork& each) {
  std::string line;
  if (each.max > 0) line = fmt::format("at most {}", each.max);
  if (each.width > 0) line += fmt::format("{}width {}", line.empty() ? "" : " · ", each.width);
  return line.empty() ? std::vector<std::string>() : std::vector<std::string>{line};
}

std::vector<std::string> JoinDetails(const ir::Mesh& mesh, const ir::Point& fork) {
  const auto* each = std::get_if<ir::EachFork>(&fork.body);
  if (each == nullptr) return PolicyDetails(std::get<ir::Fork>(fork.body).policy);
  std::vector<std::string> details = PolicyDetails(each->policy);
  for (const ir::Collect& collect : each->collects) {
    details.push_back(fmt::format("collect {} into {}", FieldAt(mesh, fork.flow, collect.from).name,
                                  FieldAt(mesh, fork.flow, collect.into).name));
  }
  return details;
}

std::string PrintPark(const ir::Mesh& mesh, const ir::Park& park) {
  return fmt::format("await {}: {}", park.signal, types::PrintType(mesh.declarations, park.type));
}

std::vector<std::string> ParkDetails(const ir::Mesh& mesh, const ir::Park& park, types::FlowId flow) {
  return {"into " + FieldAt(mesh, flow, park.field).name, "timeout " + ir::PrintDuration(park.timeout_ns)};
}

}  // namespace meshc::codegen::graph
