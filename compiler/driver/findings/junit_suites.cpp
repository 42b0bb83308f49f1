#include "compiler/driver/findings/junit_suites.h"

#include <fmt/format.h>

#include "compiler/diagnostics/prose.h"

namespace meshc::driver {
namespace {

using diagnostics::Diagnostic;

JunitCase ScenarioCase(const mesh::deterministic::ScenarioResult& result) {
  JunitCase one{result.title, result.file, result.line, {}, ""};
  for (const std::string& failure : result.failures) one.failures.push_back({"", failure});
  return one;
}

JunitCase FindingCase(const std::string& path, const Diagnostic& diagnostic,
                      const source::SourceManager& sources) {
  const std::string code = PrintCode(diagnostic.code);
  JunitCase one{code, path, 0, {}, ""};
  if (diagnostic.range.has_value()) {
    const auto place = sources.Locate(diagnostic.range.file, diagnostic.range.begin);
    one.file = sources.Name(diagnostic.range.file);
    one.line = place.line;
    one.name = fmt::format("{} {}:{}:{}", code, one.file, place.line, place.column);
  }
  const std::string text = diagnostics::Prose(diagnostic);
  if (diagnostic.severity == diagnostics::Severity::kError) {
    one.failures.push_back({code, text});
  } else {
    one.output = "warning: " + text;
  }
  return one;
}

}  // namespace

std::vector<JunitSuite> ScenarioSuites(const std::vector<mesh::deterministic::ScenarioResult>& results) {
  std::vector<JunitSuite> suites;
  for (const auto& result : results) {
    if (suites.empty() || suites.back().name != result.file) suites.push_back({result.file, {}});
    suites.back().cases.push_back(ScenarioCase(result));
  }
  return suites;
}

JunitSuite FindingSuite(const diagnostics::FoundIn& found, bool has_errors) {
  const std::string path(found.root);
  JunitSuite suite{path, {}};
  for (const Diagnostic& diagnostic : *found.diagnostics)
    suite.cases.push_back(FindingCase(path, diagnostic, *found.sources));
  if (!suite.cases.empty()) return suite;
  JunitCase whole{"check", path, 0, {}, ""};
  if (!found.problem.empty()) whole.failures.push_back({"", std::string(found.problem)});
  if (has_errors) whole.failures.push_back({"", "it imports a file whose errors are listed above"});
  suite.cases.push_back(std::move(whole));
  return suite;
}

}  // namespace meshc::driver
