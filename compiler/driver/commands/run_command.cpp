#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/run_host.h"
#include "compiler/driver/commands/run_stubbed.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/ir/point_parts.h"

namespace meshc::driver {
namespace {

/// Flows that no other calls: the entrances of the mesh.
std::vector<std::string> EntranceNames(const ir::Mesh& mesh) {
  std::set<types::FlowId> called;
  for (const ir::Point& point : mesh.points) {
    if (const types::FlowId callee = ir::CalledFlow(point); callee.has_value()) called.insert(callee);
  }
  std::vector<std::string> names;
  for (const types::FlowId id : mesh.flows.ids()) {
    if (!called.contains(id)) names.push_back(mesh.flows[id].name);
  }
  return names;
}

struct ChosenFlow {
  std::string name;
  std::string problem;  ///< Not empty: there is no choice.
};

ChosenFlow ChooseFlow(const ir::Mesh& mesh, const std::string& wanted) {
  if (mesh.flows.empty()) return {"", "the mesh has no flow"};
  if (wanted.empty()) {
    const auto entrances = EntranceNames(mesh);
    if (entrances.size() == 1) return {entrances.front(), ""};
    return {"", fmt::format("which flow? give --flow NAME with one of {}", fmt::join(entrances, ", "))};
  }
  std::vector<std::string_view> names;
  for (const ir::Flow& flow : mesh.flows) names.push_back(flow.name);
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return {wanted, ""};
  const std::string_view nearest = diagnostics::Nearest(wanted, names).name;
  const std::string hint = nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
  return {"", fmt::format("no flow is called `{}`{}", wanted, hint)};
}

}  // namespace

int RunCommand(const RunOptions& options, World& world) {
  const auto c = Compile({options.common.files.front(), options.common.imports, Stage::kTable}, world.files);
  Settle(options.common, *c);
  const int exit_code = Report(options.common, {c.get()}, StdoutUse::kData, world);
  if (exit_code != kClean) return exit_code;
  const ChosenFlow flow = ChooseFlow(*c->mesh, options.flow);
  if (!flow.problem.empty()) return Complain(flow.problem, world);
  return options.stub ? RunStubbed(options, *c, flow.name, world) : RunHost(options, *c, flow.name, world);
}

}  // namespace meshc::driver
