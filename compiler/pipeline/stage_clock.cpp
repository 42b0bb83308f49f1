#include "compiler/pipeline/stage_clock.h"

#include <fmt/format.h>

namespace meshc::pipeline {
namespace {

std::string Line(std::string_view stage, std::chrono::nanoseconds time) {
  const double milliseconds = std::chrono::duration<double, std::milli>(time).count();
  return fmt::format("{:<10} {:>10.3f} ms\n", stage, milliseconds);
}

}  // namespace

std::string PrintTimes(const std::vector<StageTime>& times) {
  std::string text;
  std::chrono::nanoseconds sum{};
  for (const StageTime& row : times) {
    text += Line(row.stage, row.time);
    sum += row.time;
  }
  return text + Line("all", sum);
}

}  // namespace meshc::pipeline
