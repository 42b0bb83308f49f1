#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <sstream>

#include "codegen/common/naming.h"
#include "compiler/driver/commands.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/exit_code.h"
#include "compiler/driver/findings.h"
#include "compiler/driver/read_error.h"
#include "mesh/host/json_lines.h"
#include "mesh/host/simulated.h"

namespace meshc::driver {
namespace {

int Complain(const std::string& message, World& world) {
  world.err << "meshc: " << message << "\n";
  return kUsage;
}

/// Flows that no other calls: the entrances of the mesh.
std::vector<std::string> EntranceNames(const ir::Mesh& mesh) {
  std::set<types::FlowId> called;
  for (const ir::Point& point : mesh.points) {
    if (const auto* call = std::get_if<ir::FlowCall>(&point.body)) called.insert(call->flow);
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

/// Why a file of signals is of no use.
struct Problem {
  std::string text;
  int exit_code = kUsage;
};

/// None, if no file is given; else the problem.
std::variant<mesh::host::InputSignals, Problem> ReadSignals(const std::string& path,
                                                            const mesh::contract::RouteTable& table,
                                                            World& world) {
  if (path.empty()) return mesh::host::InputSignals();
  const auto text = world.files.Read(path);
  if (const auto* error = std::get_if<source::ReadError>(&text))
    return Problem{DescribeReadError(path, *error), kUsage};
  auto read = mesh::host::InputSignals::Read(table, std::get<std::string>(text));
  if (const auto* problem = std::get_if<std::string>(&read))
    return Problem{fmt::format("{}:{}", path, *problem), kFindings};
  return std::get<mesh::host::InputSignals>(std::move(read));
}

/// Runs on zero values and a virtual clock, in this process.
int RunStubbed(const RunOptions& options, const Compilation& c, const std::string& flow, World& world) {
  const auto table = c.table->View();
  const mesh::route::Router router(table);
  const auto index = router.FindFlow(flow);

  mesh::host::JsonLinesOptions lines;
  lines.flow = index;
  lines.whole_envelopes = options.envelope;
  lines.next_id = mesh::host::CountedIds();
  const auto signals = ReadSignals(options.signals, table, world);
  if (const auto* problem = std::get_if<Problem>(&signals)) {
    Complain(problem->text, world);
    return problem->exit_code;
  }
  const auto& given = std::get<mesh::host::InputSignals>(signals);
  const auto runner = mesh::host::Simulated(router, index, mesh::deterministic::ZeroResponder(router),
                                            options.follow ? &world.err : nullptr, given);
  std::istringstream text;
  if (options.input != "-") {
    auto read = world.files.Read(options.input);
    if (const auto* error = std::get_if<source::ReadError>(&read)) {
      return Complain(DescribeReadError(options.input, *error), world);
    }
    text.str(std::move(std::get<std::string>(read)));
  }
  std::istream& input = options.input == "-" ? world.in : text;
  const auto tally = mesh::host::RunJsonLines(router, lines, input, world.out, runner);
  if (const std::string unmet = given.FindUnmet(tally.inputs); !unmet.empty()) {
    Complain(options.signals + ":" + unmet, world);
    return kFindings;
  }
  return tally.failed == 0 ? kClean : kFindings;
}

std::string HostProgram(const RunOptions& options, const ir::Mesh& mesh) {
  if (!options.host.empty()) return options.host;
  return options.folder + "/build/" + codegen::MeshIdentifier(mesh.declarations.mesh) + "-host";
}

/// Hands the work to the built host, on meshc's own standard streams.
int RunHost(const RunOptions& options, const Compilation& c, const std::string& flow, World& world) {
  const std::string program = HostProgram(options, *c.mesh);
  std::vector<std::string> arguments = {"--flow", flow, "--input", options.input};
  if (!options.signals.empty()) arguments.insert(arguments.end(), {"--signals", options.signals});
  if (options.envelope) arguments.push_back("--envelope");
  if (options.follow) arguments.push_back("--follow");
  world.out.flush();
  const auto ended = world.processes.Run(program, arguments);
  if (const auto* failure = std::get_if<StartFailure>(&ended)) {
    return Complain(
        fmt::format("cannot start `{}`: {}; build the output of `meshc compile` first, or give --stub",
                    program, failure->reason),
        world);
  }
  return std::get<int>(ended);
}

}  // namespace

int RunCommand(const RunOptions& options, World& world) {
  const auto c = Compile({options.common.files.front(), options.common.imports, Stage::kTable}, world.files);
  Settle(options.common, *c);
  const int exit_code = Report(options.common, {c.get()}, world);
  if (exit_code != kClean) return exit_code;
  const ChosenFlow flow = ChooseFlow(*c->mesh, options.flow);
  if (!flow.problem.empty()) return Complain(flow.problem, world);
  return options.stub ? RunStubbed(options, *c, flow.name, world) : RunHost(options, *c, flow.name, world);
}

}  // namespace meshc::driver
