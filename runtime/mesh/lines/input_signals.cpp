#include "mesh/lines/input_signals.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "mesh/route/read_signal.h"
#include "mesh/value/json.h"
#include "mesh/value/json_problem.h"
#include "mesh/value/schemas.h"

namespace mesh::lines {

namespace {

using nlohmann::json;

std::string FindShapeProblem(const json& object) {
  if (!object.is_object()) return "a signal is an object with `input`, `name` and `value`";
  for (const auto& [member, value] : object.items()) {
    if (member != "input" && member != "name" && member != "value")
      return fmt::format("/{}: a signal has no such member", member);
  }
  for (const char* member : {"input", "name", "value"}) {
    if (!object.contains(member)) return fmt::format("/{}: it is missing in the signal", member);
  }
  if (!object["input"].is_number_unsigned() || object["input"] == 0)
    return "/input: the number of an input is expected, counted from 1";
  return object["name"].is_string() ? "" : "/name: a string is expected";
}

}  // namespace

SignalReader::SignalReader(std::span<const contract::Version> versions) {
  for (const contract::Version& version : versions) versions_.emplace_back(version);
}

std::variant<std::pair<std::uint64_t, InputSignal>, std::string> SignalReader::ReadLine(
    std::string_view line, std::size_t number) const {
  auto parsed = ParseJson(line);
  if (const auto* error = std::get_if<SchemaError>(&parsed)) {
    const auto problem = FindJsonProblem(line);
    return problem ? problem->Describe(number) : error->message;
  }
  const json& object = std::get<json>(parsed);
  if (std::string problem = FindShapeProblem(object); !problem.empty()) return problem;
  InputSignal signal{object["name"].get<std::string>(), {}, WriteJson(object["value"]), number};
  std::string first_problem;
  for (const Known& known : versions_) {
    std::string problem = Decode(known, object["value"], signal);
    if (problem.empty()) return std::pair(object["input"].get<std::uint64_t>(), std::move(signal));
    if (first_problem.empty()) first_problem = std::move(problem);
  }
  return first_problem;
}

/// Waits of one name may take values of several types; the first that fits is meant.
std::string SignalReader::Decode(const Known& known, const json& value, InputSignal& signal) {
  std::string problem;
  std::set<std::string_view> names;
  for (const contract::Point& point : known.table.points) {
    if (point.kind != contract::PointKind::kPark) continue;
    names.insert(point.signal);
    if (point.signal != signal.name) continue;
    auto decoded = route::ReadSignal(known.table, known.schemas, point, value);
    if (auto* fits = std::get_if<Value>(&decoded)) {
      signal.value = std::move(*fits);
      return "";
    }
    const auto& error = std::get<SchemaError>(decoded);
    problem = fmt::format("/value{}: {}", error.path, error.message);
  }
  if (!problem.empty()) return problem;
  if (names.empty()) return fmt::format("nothing waits for `{}`: the mesh has no `await`", signal.name);
  return fmt::format("nothing waits for `{}`; there are: {}", signal.name, fmt::join(names, ", "));
}

std::variant<InputSignals, std::string> InputSignals::Read(std::span<const contract::Version> versions,
                                                           std::string_view text) {
  const SignalReader reader(versions);
  InputSignals signals;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto read = reader.ReadLine(line, number);
    if (const auto* problem = std::get_if<std::string>(&read)) return fmt::format("{}: {}", number, *problem);
    auto& [input, signal] = std::get<0>(read);
    signals.by_input_[input].push_back(std::move(signal));
  }
  return signals;
}

const std::vector<InputSignal>& InputSignals::Of(std::uint64_t input) const {
  static const std::vector<InputSignal> kNothing;
  const auto found = by_input_.find(input);
  return found == by_input_.end() ? kNothing : found->second;
}

std::string InputSignals::FindUnmet(std::uint64_t inputs) const {
  const auto unmet = by_input_.upper_bound(inputs);
  if (unmet == by_input_.end()) return "";
  return DescribeUnmet(unmet->first, unmet->second.front(), inputs);
}

std::string DescribeUnmet(std::uint64_t input, const InputSignal& signal, std::uint64_t inputs) {
  return fmt::format("{}: there is no input {}, but {} in all", signal.line, input, inputs);
}

}  // namespace mesh::lines
