#include <algorithm>

#include <fmt/format.h>

#include "mesh/deterministic/run_scenarios.h"
#include "mesh/value/times.h"
#include "mesh/value/utf8.h"

namespace mesh::deterministic {
namespace {

/// Every line of `text` indented, with its control characters made visible.
std::string Indented(std::string_view text, std::string_view indent) {
  std::string indented;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    indented += fmt::format("{}{}\n", indent, ShowControls(text.substr(0, end)));
    if (end == text.size()) return indented;
    text.remove_prefix(end + 1);
  }
}

std::string TraceLine(const TraceEntry& entry) {
  const std::string attempt = entry.attempt > 1 ? fmt::format(" (attempt {})", entry.attempt) : "";
  return fmt::format("    {:>8}  {}{} {}  at {}\n", PrintDuration({entry.started_ns}), entry.actor, attempt,
                     ShowControls(entry.outcome), entry.point);
}

std::string PlaceOf(const ScenarioResult& result) {
  return result.line > 0 ? fmt::format("{}:{}", result.file, result.line) : result.file;
}

bool AreOfSeveralFiles(const std::vector<ScenarioResult>& results) {
  return std::any_of(results.begin(), results.end(),
                     [&](const ScenarioResult& result) { return result.file != results.front().file; });
}

}  // namespace

std::string PrintResults(const std::vector<ScenarioResult>& results, bool trace) {
  const bool names_files = AreOfSeveralFiles(results);
  std::string text;
  std::string_view file;
  for (const ScenarioResult& result : results) {
    if (names_files && result.file != file) text += result.file + "\n";
    file = result.file;
    const std::string place = result.passed ? "" : fmt::format(" ({})", PlaceOf(result));
    text += fmt::format("{}  {}{}\n", result.passed ? "ok    " : "FAILED", ShowControls(result.title), place);
    for (const std::string& failure : result.failures) text += Indented(failure, "    ");
    if (!trace) continue;
    for (const TraceEntry& entry : result.trace) text += TraceLine(entry);
    text += fmt::format("    {:>8}  {}\n", "payload", ShowControls(result.payload));
  }
  return text + PrintCount(results);
}

std::string PrintCount(const std::vector<ScenarioResult>& results) {
  const auto passed =
      std::count_if(results.begin(), results.end(), [](const auto& result) { return result.passed; });
  return fmt::format("{} passed, {} failed\n", passed, static_cast<std::ptrdiff_t>(results.size()) - passed);
}

}  // namespace mesh::deterministic
