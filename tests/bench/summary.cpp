#include "tests/bench/summary.h"

#include <algorithm>
#include <cstdio>

namespace mesh::test {

namespace {

template <typename Get>
double MedianOf(const std::vector<Cost>& costs, const Get& get) {
  std::vector<double> values;
  for (const Cost& cost : costs) values.push_back(get(cost));
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

void Summary::ReportRuns(const std::vector<Run>& runs) {
  ConsoleReporter::ReportRuns(runs);
  for (const Run& run : runs) {
    const auto rate = run.counters.find("items_per_second");
    if (run.run_type != Run::RT_Iteration || run.error_occurred || rate == run.counters.end()) continue;
    const double items = run.counters.at("items").value;
    if (items <= 0) continue;
    const std::string name =
        run.run_name.function_name + (run.run_name.args.empty() ? "" : "/" + run.run_name.args);
    costs_[name].push_back({run.real_accumulated_time / items * 1e9, run.cpu_accumulated_time / items * 1e9});
  }
}

std::optional<Cost> Summary::Of(const std::string& name) const {
  const auto at = costs_.find(name);
  if (at == costs_.end()) return std::nullopt;
  return Cost{MedianOf(at->second, [](const Cost& cost) { return cost.wall; }),
              MedianOf(at->second, [](const Cost& cost) { return cost.cpu; })};
}

void Summary::Print() const {
  std::printf("\nnanoseconds per item, median of the repetitions\n");
  PrintParts();
  PrintCodec("decoding an envelope", "DecodeJson", "parsing a tree", "ParseTree");
  PrintCodec("encoding an envelope", "EncodeJson", "printing a tree", "PrintTree");
  PrintHops();
  PrintLines();
}

void Summary::PrintParts() const {
  const auto hop = Of("Hop/1/1");
  const auto raw = Of("RawHandOver");
  const auto ping = Of("RawPingPong");
  if (!hop) return;
  if (raw && ping)
    std::printf(
        "hop, one envelope: %.0f = %.2fx a raw hand-over in a full queue (%.0f), %.2fx one that wakes a "
        "thread "
        "(%.0f)\n",
        hop->wall, hop->wall / raw->wall, raw->wall, hop->wall / ping->wall, ping->wall);
  if (const auto recast = Of("RecastHop/1/1"))
    std::printf("recast by name for handlers of another version: %.0f = %.2fx a hop\n", recast->cpu,
                recast->cpu / hop->cpu);
  std::printf("of a hop:");
  for (const char* part : {"CheckAndBind", "Advance", "Queue", "ReadClock"}) {
    if (const auto cost = Of(part))
      std::printf("  %s %.0f (%.0f%%)", part, cost->cpu, 100 * cost->cpu / hop->cpu);
  }
  std::printf("\n");
}

void Summary::PrintCodec(const char* what, const char* name, const char* peer, const char* peer_name) const {
  const auto own = Of(name);
  const auto other = Of(peer_name);
  if (own && other)
    std::printf("%s: %.0f = %.2fx %s with nlohmann (%.0f)\n", what, own->cpu, own->cpu / other->cpu, peer,
                other->cpu);
}

void Summary::PrintHops() const {
  for (const char* envelopes : {"1", "2", "64", "1000"}) {
    for (const char* threads : {"1", "2", "64"}) {
      const std::string args = std::string("/") + envelopes + "/" + threads;
      const auto hop = Of("Hop" + args);
      const auto one = Of(std::string("Hop/") + envelopes + "/1");
      const auto caf = Of("CafHop" + args);
      if (!hop) continue;
      std::printf("hop, %4s envelopes, %2s threads: wall %5.0f  cpu %5.0f", envelopes, threads, hop->wall,
                  hop->cpu);
      if (one) std::printf("  wall %.2fx one thread", hop->wall / one->wall);
      if (caf)
        std::printf("  CAF: wall %5.0f  cpu %5.0f = %.2fx and %.2fx", caf->wall, caf->cpu,
                    hop->wall / caf->wall, hop->cpu / caf->cpu);
      std::printf("\n");
    }
  }
}

void Summary::PrintLines() const {
  const auto by_hand = Of("LinesByHand");
  const auto one = Of("Lines/1");
  for (const char* threads : {"1", "2", "64"}) {
    const auto lines = Of(std::string("Lines/") + threads);
    if (!lines || !by_hand || !one) continue;
    std::printf(
        "a JSON line through a host, %2s threads: wall %5.0f  cpu %5.0f  wall %.2fx one thread  by hand: "
        "%.0f = "
        "%.2fx and %.2fx\n",
        threads, lines->wall, lines->cpu, lines->wall / one->wall, by_hand->cpu, lines->wall / by_hand->wall,
        lines->cpu / by_hand->cpu);
  }
}

}  // namespace mesh::test
