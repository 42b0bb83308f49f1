#include "tests/bench/line_mesh.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <utility>

#include "mesh/durable/known_tables.h"
#include "mesh/route/router.h"
#include "tests/support/host_fixture.h"

namespace mesh::test {

LineMesh::LineMesh() {
  const Index string = b_.AddType(contract::TypeKind::kString);
  const Span params = b_.AddMembers({{.name = "note", .type = string}});
  const Span bindings = b_.AddBindings({{.param = 0, .program = b_.AddFieldProgram(0, string)}});
  std::vector<Index> actors;
  // An actor has as many at a time as the window, like the loops beside it.
  for (const std::string_view name : kActors) {
    actors.push_back(b_.AddActor(
        {.name = name, .params = params, .concurrency = kWindow, .contract = "00000000000000a0"}));
  }
  b_.AddFlow({.name = "main", .entry = 0}, {{.name = "note", .type = string, .mode = contract::kModeIn}});
  constexpr std::array<std::string_view, 5> kPoints = {"main/0", "main/1", "main/2", "main/3", "main/4"};
  for (std::size_t i = 0; i < kPoints.size(); ++i) {
    b_.AddPoint({.name = kPoints[i],
                 .kind = contract::PointKind::kCall,
                 .flow = 0,
                 .next = static_cast<Index>(i + 1),
                 .actor = actors[i],
                 .bindings = bindings});
  }
  b_.AddPoint({.name = "main/return", .kind = contract::PointKind::kReturn, .flow = 0});
  table_ = b_.View();
}

std::string IdOf(int number) {
  char id[40];
  std::snprintf(id, sizeof id, "0192f3c1-7e0b-7c55-9d0c-%012d", number);
  return id;
}

Envelope NewWork(int number) { return NewEnvelope(IdOf(number), {Value::String(std::string(1'024, 'x'))}); }

std::string BodyOf(const contract::RouteTable& table) {
  const route::Router router(table);
  Envelope envelope = NewWork(0);
  envelope.route.flow = "main";
  envelope.route.table = table.digest;
  router.Enter(0, envelope, 0);
  return durable::KnownTable(router).Write(envelope);
}

RunningHost::RunningHost(const contract::RouteTable& table, const OpenTransport& open, std::string waiter,
                         std::uint32_t workers)
    : tables_{contract::Version(&table)}, transport_(open(std::string(table.mesh), clock_)) {
  for (const std::string_view actor : kActors) {
    actors_.push_back(
        EntryOf(table, actor, [](std::span<const Value>, actor::Context&) { return actor::Results{}; }));
  }
  host_ = std::make_unique<host::Host>(
      host::HostParts{tables_, actors_, *transport_, clock_, effects_},
      host::HostOptions{.threads = workers, .max_envelopes = kWindow, .waiter = std::move(waiter)});
}

void RunningHost::Run(int from, int count) {
  for (int i = 0; i < count; ++i) {
    if (!host_->Submit(0, NewWork(from + i), [this](const Envelope&) { ++ended_; })) std::abort();
  }
  host_->Drain();
}

double ProcessorSeconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double Quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

void CompareThroughput(int rounds, const std::function<std::pair<Cost, Cost>()>& both) {
  std::vector<double> wall;
  std::vector<double> processor;
  for (int round = 0; round < rounds; ++round) {
    const auto [host, raw] = both();
    wall.push_back(raw.wall_us / host.wall_us);
    processor.push_back(raw.processor_us / host.processor_us);
    std::printf(
        "  a move: host %6.1f us (%6.1f us of processors), raw %6.1f us (%6.1f us): %.2f of its speed\n",
        host.wall_us, host.processor_us, raw.wall_us, raw.processor_us, wall.back());
  }
  std::printf("  median: %.2f of the raw loop's speed, raw takes %.2f of the processor time\n",
              Quantile(wall, 0.5), Quantile(processor, 0.5));
}

void CompareAlone(int envelopes, const std::function<void(int number)>& host,
                  const std::function<void(int number)>& raw) {
  std::vector<double> hosts;
  std::vector<double> raws;
  for (int i = 0; i < envelopes; ++i) {
    hosts.push_back(Measure(1, [&] { host(i); }).wall_us);
    raws.push_back(Measure(1, [&] { raw(i); }).wall_us);
  }
  for (const double part : {0.5, 0.99}) {
    const double of_host = Quantile(hosts, part);
    const double of_raw = Quantile(raws, part);
    std::printf("  alone, p%.0f of a move: host %6.1f us, raw %6.1f us: %.2f times as long\n", part * 100,
                of_host, of_raw, of_host / of_raw);
  }
}

}  // namespace mesh::test
