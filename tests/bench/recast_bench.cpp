// What it costs a host that a table of another version comes: judging which points its handlers serve and
// planning the recast, beside loading and verifying the table.
#include <cstdio>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "mesh/host/table_fit.h"
#include "mesh/route/router.h"
#include "mesh/route/table_json.h"
#include "tests/support/table_builder.h"

namespace mesh::test {
namespace {

constexpr Index kActors = 1000;

/// A flow that calls so many actors one after the other; each has a record of its own in its params.
/// `version`: the order of its members.
class ManyActors {
 public:
  explicit ManyActors(bool other) : b_("bench.mesh", other ? "bbbbbbbbbbbbbbbb" : "aaaaaaaaaaaaaaaa") {
    const Index string = b_.AddType(contract::TypeKind::kString);
    const Index integer = b_.AddType(contract::TypeKind::kInt);
    for (Index i = 0; i < kActors; ++i) AddActor(i, other, string, integer);
    b_.AddPoint({.name = "z/return", .kind = contract::PointKind::kReturn, .flow = 0});
    table_ = b_.View();
  }
  const contract::RouteTable& table() const { return table_; }

 private:
  std::string_view Text(std::string text) { return texts_.emplace_back(std::move(text)); }

  void AddActor(Index number, bool other, Index string, Index integer) {
    const contract::Member text{.name = "text", .type = string};
    const contract::Member count{.name = "count", .type = integer};
    const Span members = other ? b_.AddMembers({count, text}) : b_.AddMembers({text, count});
    const std::string digits = std::to_string(10'000 + number);
    const Index record = b_.AddType(
        {.kind = contract::TypeKind::kRecord, .name = Text("Record" + digits), .members = members});
    const Span params = b_.AddMembers({{.name = "given", .type = record}});
    const Span results = b_.AddMembers({{.name = "given", .type = record}});
    const Index actor = b_.AddActor({.name = Text("actor" + digits),
                                     .params = params,
                                     .results = results,
                                     .contract = Text((other ? "b" : "a") + std::string(10, '0') + digits)});
    fields_.push_back({.name = Text("field" + digits), .type = record, .mode = contract::kModeVar});
    const Span bindings = b_.AddBindings({{.param = 0, .program = b_.AddFieldProgram(number, record)}});
    const Span writes = b_.AddWrites({{.result = 0, .field = number}});
    b_.AddPoint({.name = Text("a/actor" + digits + "#1"),
                 .kind = contract::PointKind::kCall,
                 .flow = 0,
                 .next = number + 1,
                 .actor = actor,
                 .bindings = bindings,
                 .writes = writes});
    if (number + 1 < kActors) return;
    const auto first = static_cast<Index>(b_.data().fields.size());
    b_.data().fields.insert(b_.data().fields.end(), fields_.begin(), fields_.end());
    b_.data().envelopes.push_back({.name = "Work", .fields = {first, kActors}});
    b_.data().flows.push_back({.name = "main", .envelope = 0, .entry = 0});
  }

  TableBuilder b_;
  std::deque<std::string> texts_;
  std::vector<contract::Field> fields_;
  contract::RouteTable table_;
};

void LoadAndVerify(benchmark::State& state) {
  const ManyActors made(false);
  const std::string text = route::WriteTableJson(made.table());
  for (auto _ : state) {
    const auto read = route::ReadTableJson(text);
    const auto* data = std::get_if<route::TableData>(&read);
    if (data == nullptr) {
      state.SkipWithError(std::get<std::string>(read).c_str());
      break;
    }
    const contract::RouteTable view = data->View();
    benchmark::DoNotOptimize(route::Router(view));
  }
}
BENCHMARK(LoadAndVerify);

void JudgeAndPlan(benchmark::State& state) {
  const ManyActors made(false);
  const ManyActors own(true);
  std::vector<actor::Entry> actors;
  for (const contract::Actor& actor : own.table().actors)
    actors.push_back({.actor = actor.name, .contract = actor.contract, .make = nullptr});
  const compatibility::Side side(own.table());
  for (auto _ : state) {
    const host::TableFit fit(&made.table(), actors, &side);
    if (!fit.whole()) state.SkipWithError(fit.misfits().front().c_str());
    benchmark::DoNotOptimize(&fit);
  }
}
BENCHMARK(JudgeAndPlan);

class Ratio final : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) seconds_[run.run_name.function_name] = run.GetAdjustedCPUTime();
  }
  void Print() {
    std::printf(
        "\njudging and planning %u actors of another contract: %.2fx of loading and verifying their table\n",
        kActors, seconds_["JudgeAndPlan"] / seconds_["LoadAndVerify"]);
  }

 private:
  std::map<std::string, double> seconds_;
};

}  // namespace
}  // namespace mesh::test

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  mesh::test::Ratio ratio;
  benchmark::RunSpecifiedBenchmarks(&ratio);
  ratio.Print();
  return 0;
}
