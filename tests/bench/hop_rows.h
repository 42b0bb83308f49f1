// What rows that stand beside each other have in common: how many go round, how far, and how that is
// measured.
#pragma once

#include <cstdint>

#include <benchmark/benchmark.h>

namespace mesh::test {

/// How far each of so many goes in one iteration. Even: a round is two hops.
inline std::int64_t HopsOf(std::int64_t envelopes) { return envelopes < 100 ? 2000 : 200; }

/// One alone, one for each thread, and mailboxes that are full.
inline constexpr auto kEnvelopesAndThreads = [](auto* row) {
  for (const std::int64_t threads : {1, 2, 64}) row->Args({1, threads});
  for (const std::int64_t threads : {1, 2}) row->Args({2, threads});
  for (const std::int64_t threads : {1, 2, 64}) row->Args({64, threads});
  for (const std::int64_t threads : {1, 2, 64}) row->Args({1000, threads});
  row->MeasureProcessCPUTime()->UseRealTime();
};

/// An iteration has worked off so many.
inline void CountItems(benchmark::State& state, std::int64_t per_iteration) {
  const auto items = static_cast<std::int64_t>(state.iterations()) * per_iteration;
  state.SetItemsProcessed(items);
  state.counters["items"] = static_cast<double>(items);
}

}  // namespace mesh::test
