// How long each stage took, for --stats.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace meshc::pipeline {

struct StageTime {
  std::string_view stage;
  std::chrono::nanoseconds time{};
};

class StageClock {
 public:
  /// What has passed since the clock was made or the last stage was done belongs to `stage`.
  void Done(std::string_view stage) {
    const auto now = std::chrono::steady_clock::now();
    times_.push_back({stage, now - last_});
    last_ = now;
  }

  const std::vector<StageTime>& times() const { return times_; }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::vector<StageTime> times_;
};

/// One line per stage, then the sum, in milliseconds.
std::string PrintTimes(const std::vector<StageTime>& times);

}  // namespace meshc::pipeline
