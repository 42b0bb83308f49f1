#include "compiler/language_server/run_scenario.h"

#include "compiler/diagnostics/diagnostics_0_driver.h"
#include "compiler/diagnostics/explain_page.h"
#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/params.h"
#include "compiler/queries/expectations.h"
#include "mesh/deterministic/run_scenarios.h"

namespace meshc::language_server {
namespace {

using mesh::deterministic::ScenarioResult;

Json HopsOf(const ScenarioResult& result, const queries::CheckedRoot& root, Converter& convert) {
  Json hops = Json::array();
  for (const auto& entry : result.trace) {
    Json hop = {{"actor", entry.actor},
                {"outcome", entry.outcome},
                {"attempt", entry.attempt},
                {"fields", entry.fields}};
    for (const ir::Point& point : root.mesh()->points) {
      if (point.name == entry.point && point.origin.has_value())
        hop["location"] = convert.Location(point.origin);
    }
    hops.push_back(std::move(hop));
  }
  return hops;
}

/// What did not hold, each at its `expect`.
Json FindingsOf(const ScenarioResult& result, const queries::CheckedRoot& root, Converter& convert) {
  Json findings = Json::array();
  for (std::size_t i = 0; i < result.failures.size(); ++i) {
    const source::SourceRange place = queries::FindExpectation(root, result.title, result.failed[i]);
    diagnostics::Diagnostics found;
    found.Report(diagnostics::diag::ScenarioFailed, place, diagnostics::Lexeme{result.title})
        .AddNote(result.failures[i]);
    findings.push_back(convert.Finding(found.all().front()));
  }
  return findings;
}

Json Explain(const std::string& code) {
  const auto* row = diagnostics::FindCode(code);
  if (row == nullptr) throw RequestError(ErrorCode::kRequestFailed, "there is no code `" + code + "`");
  return {{"markdown", diagnostics::ExplainPage(row->code)}};
}

Json ReportOf(Session& session, const std::string& name) {
  const auto cursor = session.AtName(name, nullptr);
  if (!cursor || cursor->root().budgets() == nullptr || cursor->root().program() == nullptr)
    throw RequestError(ErrorCode::kRequestFailed, "nothing is known of the paths of `" + name + "`");
  return {{"text", budget::PrintText(
                       {*cursor->root().program(), cursor->root().sources(), *cursor->root().budgets()})}};
}

}  // namespace

Json RunScenario(Session& session, const std::string& name, const std::string& title, bool trace) {
  // What another file imports keeps its scenarios: they are run as `meshc test` runs them.
  auto compilation = session.workspace().RunToTable(name);
  if (compilation->unreadable) throw RequestError(ErrorCode::kRequestFailed, "`" + name + "` cannot be read");
  if (!compilation->table || compilation->diagnostics.HasErrors())
    throw RequestError(ErrorCode::kRequestFailed, "the file has errors: scenarios run without");
  const auto results =
      mesh::deterministic::RunScenarios(compilation->table->View(), *compilation->scenarios,
                                        [&](const std::string& candidate) { return candidate == title; });
  if (results.empty())
    throw RequestError(ErrorCode::kRequestFailed, "no scenario is called \"" + title + "\"");
  const ScenarioResult& result = results.front();
  Json answer = {{"title", result.title},
                 {"passed", result.passed},
                 {"failures", result.failures},
                 {"visits", result.visits}};
  if (!result.payload.empty()) answer["payload"] = result.payload;
  const queries::CheckedRoot root(std::move(compilation));
  Converter convert(session, root);
  session.KeepOutcome(name, title, FindingsOf(result, root, convert));
  if (trace) answer["hops"] = HopsOf(result, root, convert);
  return answer;
}

Json AnswerCommand(Session& session, const Json& params) {
  const std::string& command = TextMember(params, "command");
  const Json arguments = params.value("arguments", Json::array());
  const auto text = [&](std::size_t index, const char* wanted) {
    if (arguments.is_array() && index < arguments.size() && arguments[index].is_string())
      return arguments[index].get<std::string>();
    throw RequestError(ErrorCode::kInvalidParams, "`" + command + "` takes " + wanted);
  };
  if (command == "meshc.runScenario" || command == "meshc.traceScenario") {
    const char* wanted = "the URI of a file and the title of a scenario";
    return RunScenario(session, session.NameOfUri(text(0, wanted)), text(1, wanted),
                       command == "meshc.traceScenario");
  }
  if (command == "meshc.explain") return Explain(text(0, "the code of a finding"));
  if (command == "meshc.report") return ReportOf(session, session.NameOfUri(text(0, "the URI of a file")));
  throw RequestError(ErrorCode::kInvalidParams, "no command is called `" + command + "`");
}

}  // namespace meshc::language_server
