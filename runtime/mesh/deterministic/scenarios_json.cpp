// `scenarios.json`.
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/deterministic/run_scenarios.h"
#include "mesh/route/pool_json.h"
#include "mesh/route/verify_table.h"
#include "mesh/value/json.h"

namespace mesh::deterministic {
namespace {

using contract::Index;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::array<const char*, 4> kAnswerKinds = {"returns", "raises", "chooses", "follows"};

ordered_json IndexOrNull(Index index) {
  return index == contract::kNone ? ordered_json() : ordered_json(index);
}

Index ReadIndex(const json& source) { return source.is_null() ? contract::kNone : source.get<Index>(); }

ordered_json IndicesToJson(const std::vector<Index>& indices) {
  ordered_json array = ordered_json::array();
  for (const Index index : indices) array.push_back(IndexOrNull(index));
  return array;
}

std::vector<Index> ReadIndices(const json& source) {
  std::vector<Index> indices;
  for (const json& each : source) indices.push_back(ReadIndex(each));
  return indices;
}

ordered_json AnswerToJson(const StubAnswer& answer) {
  ordered_json object;
  object["kind"] = kAnswerKinds[static_cast<std::size_t>(answer.kind)];
  object["results"] = IndicesToJson(answer.results);
  object["error"] = IndexOrNull(answer.error);
  object["message"] = answer.message;
  object["label"] = answer.label;
  object["steps"] = answer.steps;
  object["times"] = answer.times;
  object["takes_ns"] = answer.takes_ns;
  return object;
}

StubAnswer ReadAnswer(const json& source) {
  StubAnswer answer;
  const auto& kind = source.at("kind").get_ref<const std::string&>();
  for (std::size_t i = 0; i < kAnswerKinds.size(); ++i) {
    if (kind == kAnswerKinds[i]) answer.kind = static_cast<StubAnswer::Kind>(i);
  }
  answer.results = ReadIndices(source.at("results"));
  answer.error = ReadIndex(source.at("error"));
  answer.message = source.at("message").get<std::string>();
  answer.label = source.at("label").get<Index>();
  answer.steps = source.at("steps").get<std::vector<std::string>>();
  answer.times = source.at("times").get<std::uint32_t>();
  answer.takes_ns = source.at("takes_ns").get<std::int64_t>();
  return answer;
}

ordered_json StubToJson(const Stub& stub) {
  ordered_json object;
  object["actor"] = stub.actor;
  object["when"] = IndexOrNull(stub.when);
  object["answers"] = ordered_json::array();
  for (const StubAnswer& answer : stub.answers) object["answers"].push_back(AnswerToJson(answer));
  return object;
}

Stub ReadStub(const json& source) {
  Stub stub{.actor = source.at("actor").get<Index>(), .when = ReadIndex(source.at("when")), .answers = {}};
  for (const json& answer : source.at("answers")) stub.answers.push_back(ReadAnswer(answer));
  return stub;
}

ordered_json ScenarioToJson(const Scenario& scenario, Lines lines) {
  ordered_json object;
  object["title"] = scenario.title;
  object["file"] = scenario.file;
  if (lines == Lines::kWritten) object["line"] = scenario.line;
  object["flow"] = scenario.flow;
  object["given"] = scenario.given;
  object["stubs"] = ordered_json::array();
  for (const Stub& stub : scenario.stubs) object["stubs"].push_back(StubToJson(stub));
  object["signals"] = scenario.signals;
  object["visits"] = scenario.visits ? IndicesToJson(*scenario.visits) : ordered_json();
  object["outcome"] = IndexOrNull(scenario.outcome);
  object["expectations"] = ordered_json::array();
  for (const Expectation& each : scenario.expectations) {
    ordered_json expected{{"condition", each.condition}, {"text", each.text}};
    if (lines == Lines::kWritten) expected["line"] = each.line;
    object["expectations"].push_back(std::move(expected));
  }
  object["absent"] = IndicesToJson(scenario.absent);
  object["max_hops"] = scenario.max_hops ? ordered_json(*scenario.max_hops) : ordered_json();
  return object;
}

Scenario ReadScenario(const json& source) {
  Scenario scenario;
  scenario.title = source.at("title").get<std::string>();
  scenario.file = source.at("file").get<std::string>();
  scenario.line = source.value("line", std::uint32_t{0});
  scenario.flow = source.at("flow").get<Index>();
  scenario.given = source.at("given").get<decltype(scenario.given)>();
  for (const json& stub : source.at("stubs")) scenario.stubs.push_back(ReadStub(stub));
  scenario.signals = source.at("signals").get<decltype(scenario.signals)>();
  if (!source.at("visits").is_null()) scenario.visits = ReadIndices(source.at("visits"));
  scenario.outcome = ReadIndex(source.at("outcome"));
  for (const json& each : source.at("expectations")) {
    scenario.expectations.push_back({each.at("condition").get<Index>(), each.at("text").get<std::string>(),
                                     each.value("line", std::uint32_t{0})});
  }
  scenario.absent = ReadIndices(source.at("absent"));
  if (!source.at("max_hops").is_null()) scenario.max_hops = source.at("max_hops").get<std::uint32_t>();
  return scenario;
}

}  // namespace

std::string WriteScenarios(const ScenarioSet& set, Lines lines) {
  route::LinePrinter printer;
  printer.Add("digest", set.digest);
  route::PrintPool(set.pool.View(), printer);
  printer.BeginArray("scenarios");
  for (const Scenario& scenario : set.scenarios) printer.AddEntry(ScenarioToJson(scenario, lines));
  printer.EndArray();
  return std::move(printer).Finish();
}

std::variant<ScenarioSet, std::string> ReadScenarios(const std::string& text) {
  auto parsed = ParseJson(text);
  if (auto* error = std::get_if<SchemaError>(&parsed)) return std::move(error->message);
  const json& object = std::get<json>(parsed);
  ScenarioSet set;
  if (std::string wrong = route::ReadPool(text, set.pool); !wrong.empty()) return wrong;
  if (std::string wrong = route::VerifyPool(set.pool.View()); !wrong.empty()) return wrong;
  try {
    set.digest = object.at("digest").get<std::string>();
    for (const json& scenario : object.at("scenarios")) set.scenarios.push_back(ReadScenario(scenario));
  } catch (const json::exception& error) {
    return fmt::format("the scenarios are malformed: {}", error.what());
  }
  return set;
}

}  // namespace mesh::deterministic
