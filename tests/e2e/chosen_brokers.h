// Two of the five pairs of servers on which charts run take turns: all five take minutes.
#pragma once

#include <chrono>
#include <cstdlib>
#include <iterator>
#include <vector>

#include "running_chart.h"

namespace meshc::test {

/// MESHC_TEST_SEED, which `tests/run.sh` prints, decides; without it the day does. MESHC_TEST_FULL chooses
/// all.
inline std::vector<ChartBroker> ChosenBrokers() {
  if (std::getenv("MESHC_TEST_FULL") != nullptr) return {std::begin(kChartBrokers), std::end(kChartBrokers)};
  const char* const seed = std::getenv("MESHC_TEST_SEED");
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const auto turn = seed != nullptr ? std::strtoul(seed, nullptr, 10)
                                    : static_cast<unsigned long>(today.time_since_epoch().count());
  constexpr std::size_t kPairs = std::size(kChartBrokers);
  return {kChartBrokers[turn % kPairs], kChartBrokers[(turn + 2) % kPairs]};
}

}  // namespace meshc::test
