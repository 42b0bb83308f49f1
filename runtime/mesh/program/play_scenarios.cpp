#include "mesh/program/play_scenarios.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "mesh/deterministic/run_scenarios.h"
#include "mesh/program/capture_output.h"
#include "mesh/program/complain.h"

namespace mesh::program {

namespace {

using ScenarioText = std::variant<std::string, CaptureProblem>;

/// The compiler knows how to make scenarios of a .flow file.
ScenarioText Compiled(const std::string& path) {
  const char* const compiler = std::getenv("MESHC");
  return CaptureOutput({compiler != nullptr ? compiler : "meshc", "check", "--print", "scenarios", path});
}

ScenarioText ReadText(const std::string& path) {
  if (path.ends_with(".flow")) return Compiled(path);
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  // An empty file fails to insert anything; only a bad stream was not read.
  if (!file.is_open() || text.bad()) return CaptureProblem{fmt::format("cannot read `{}`", path)};
  return std::move(text).str();
}

/// No table: none has that digest.
contract::Version VersionOf(const FoundTables& found, std::string_view digest) {
  const auto at =
      std::ranges::find(found.tables, digest, [](const auto& each) { return each.table->digest; });
  return at == found.tables.end() ? contract::Version() : *at;
}

/// What a stub answers, as the generated types of its actor pass it on.
deterministic::Recode RecodeBy(const Program& program, const contract::RouteTable& table) {
  return
      [&program, &table](contract::Index actor, const ValueList& arguments, const actor::Outcome& outcome) {
        const auto entry = std::ranges::find(program.actors, table.actors[actor].name, &actor::Entry::actor);
        return entry != program.actors.end() && entry->recode ? entry->recode(arguments, outcome) : outcome;
      };
}

}  // namespace

int PlayScenarios(const CommandLine& line, const Program& program, const FoundTables& found) {
  const ScenarioText text = ReadText(line.scenarios);
  if (const auto* problem = std::get_if<CaptureProblem>(&text)) return Complain(problem->message);
  const auto read = deterministic::ReadScenarios(std::get<std::string>(text));
  if (const auto* problem = std::get_if<std::string>(&read))
    return Complain(fmt::format("`{}`: {}", line.scenarios, *problem));
  const auto& set = std::get<deterministic::ScenarioSet>(read);
  const contract::Version version = VersionOf(found, set.digest);
  const contract::RouteTable* const table = version.table;
  if (table == nullptr) {
    return Complain(
        fmt::format("the scenarios of `{}` are for route table {}, which this host does not serve",
                    line.scenarios, set.digest));
  }
  if (const std::string why = FindUnserved(program, found, version, true); !why.empty()) return Complain(why);
  const auto filter = [&line](const std::string& title) {
    return title.find(line.filter) != std::string::npos;
  };
  const auto results = deterministic::RunScenarios(*table, set, filter, RecodeBy(program, *table));
  std::cout << deterministic::PrintResults(results, line.trace);
  return std::ranges::all_of(results, &deterministic::ScenarioResult::passed) ? 0 : 1;
}

}  // namespace mesh::program
