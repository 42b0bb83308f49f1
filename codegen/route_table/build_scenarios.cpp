#include <utility>

#include "codegen/common/sensitive_expressions.h"
#include "codegen/route_table/program_builder.h"
#include "codegen/route_table/route_table.h"
#include "codegen/route_table/to_index.h"

namespace meshc::codegen {
namespace {

namespace deterministic = mesh::deterministic;
using contract::Index;

class ScenarioBuilder {
 public:
  ScenarioBuilder(const ir::Mesh& mesh, const contract::RouteTable& table,
                  const source::SourceManager& sources)
      : mesh_(mesh), sources_(sources), pool_(mesh.declarations, table.pool), programs_(mesh, pool_) {}

  deterministic::Scenario Build(const ir::Scenario& source) {
    deterministic::Scenario scenario;
    scenario.title = source.title;
    scenario.file = source.origin.has_value() ? sources_.Name(source.origin.file) : "";
    scenario.line = LineOf(source.origin);
    scenario.flow = source.flow.index;
    for (const auto& [slot, value] : source.given)
      scenario.given.emplace_back(slot, pool_.AddConstant(value));
    for (const ir::Stub& stub : source.stubs) scenario.stubs.push_back(BuildStub(stub));
    for (const auto& [name, value] : source.signals)
      scenario.signals.emplace_back(name, pool_.AddConstant(value));
    scenario.visits = BuildVisits(source);
    scenario.outcome = ToIndex(source.outcome);
    for (const ir::Expectation& expected : source.expectations) {
      scenario.expectations.push_back(
          {programs_.Build(expected.condition), TextOf(expected, source.flow), LineOf(expected.origin)});
    }
    scenario.absent = source.absent;
    scenario.max_hops = source.max_hops;
    return scenario;
  }

  mesh::route::PoolData TakePool() { return std::move(pool_.pool()); }

 private:
  /// As it is written, unless that tells what is sensitive.
  std::string TextOf(const ir::Expectation& expected, types::FlowId flow) const {
    const types::EnvelopeId envelope = mesh_.flows[flow].envelope;
    if (!ReadsSensitive(mesh_, expected.condition, envelope)) return expected.text;
    return PrintForPeople(mesh_, expected.condition, envelope);
  }

  std::uint32_t LineOf(source::SourceRange range) const {
    return range.has_value() ? sources_.Locate(range.file, range.begin).line : 0;
  }

  static std::optional<std::vector<Index>> BuildVisits(const ir::Scenario& source) {
    if (!source.visits) return std::nullopt;
    std::vector<Index> visits;
    for (const types::ActorId actor : *source.visits) visits.push_back(actor.index);
    return visits;
  }

  deterministic::Stub BuildStub(const ir::Stub& source) {
    deterministic::Stub stub{
        .actor = source.actor.index, .when = programs_.Build(source.when), .answers = {}};
    for (const ir::StubAnswer& answer : source.answers) stub.answers.push_back(BuildAnswer(answer));
    return stub;
  }

  deterministic::StubAnswer BuildAnswer(const ir::StubAnswer& source) {
    deterministic::StubAnswer answer;
    answer.kind = static_cast<deterministic::StubAnswer::Kind>(source.kind);
    for (const auto& result : source.results) answer.results.push_back(pool_.AddConstant(result));
    answer.error = ToIndex(source.error);
    answer.message = source.message;
    answer.label = source.label;
    answer.steps = source.steps;
    answer.times = source.times;
    answer.takes_ns = source.takes_ns;
    return answer;
  }

  const ir::Mesh& mesh_;
  const source::SourceManager& sources_;
  PoolBuilder pool_;
  ProgramBuilder programs_;
};

}  // namespace

deterministic::ScenarioSet BuildScenarios(const ir::Mesh& mesh, const mesh::route::TableData& table,
                                          const source::SourceManager& sources) {
  ScenarioBuilder builder(mesh, table.View(), sources);
  deterministic::ScenarioSet set;
  set.digest = table.digest;
  for (const ir::Scenario& scenario : mesh.scenarios) set.scenarios.push_back(builder.Build(scenario));
  set.pool = builder.TakePool();
  return set;
}

}  // namespace meshc::codegen
