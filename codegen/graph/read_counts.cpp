#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "codegen/graph/counts.h"

namespace meshc::codegen {
namespace {

using Json = nlohmann::json;

/// Reads member by member; keeps the first problem. `path` is that of the object, with a dot behind it.
class Reader {
 public:
  TrafficCounts Read(const Json& json) {
    TrafficCounts counts;
    if (!json.is_object()) Fail("the file", "an object");
    if (Number(json, "", "counts") != 1) Fail("counts", "1, the only version of the format that there is");
    counts.mesh = Text(json, "", "mesh");
    counts.table = Text(json, "", "table");
    counts.actors = ReadVisits(json, "actors");
    counts.points = ReadVisits(json, "points");
    counts.ends = ReadNumbers(json, "", "ends");
    ReadEdges(json, counts);
    return counts;
  }
  const std::string& problem() const { return problem_; }

 private:
  void Fail(const std::string& where, const char* expected) {
    if (problem_.empty()) problem_ = fmt::format("`{}` must be {}", where, expected);
  }

  static const Json* Find(const Json& json, const std::string& name) {
    if (!json.is_object()) return nullptr;
    const auto found = json.find(name);
    return found == json.end() ? nullptr : &*found;
  }

  const Json& Object(const Json& json, const std::string& path, const char* name) {
    static const Json kNone = Json::object();
    const Json* member = Find(json, name);
    if (member != nullptr && member->is_object()) return *member;
    Fail(path + name, "an object");
    return kNone;
  }

  std::uint64_t Number(const Json& json, const std::string& path, const std::string& name) {
    const Json* member = Find(json, name);
    if (member != nullptr && member->is_number_unsigned()) return member->get<std::uint64_t>();
    Fail(path + name, "a whole number from 0 on");
    return 0;
  }

  std::string Text(const Json& json, const std::string& path, const char* name) {
    const Json* member = Find(json, name);
    if (member != nullptr && member->is_string()) return member->get<std::string>();
    Fail(path + name, "a text");
    return "";
  }

  std::map<std::string, std::uint64_t> ReadNumbers(const Json& json, const std::string& path,
                                                   const char* name) {
    std::map<std::string, std::uint64_t> numbers;
    const Json& object = Object(json, path, name);
    for (const auto& each : object.items())
      numbers[each.key()] = Number(object, path + name + ".", each.key());
    return numbers;
  }

  VisitCounts ReadVisit(const Json& json, const std::string& path) {
    VisitCounts visit{.visits = Number(json, path, "visits"), .retries = Number(json, path, "retries")};
    if (visit.retries > visit.visits) Fail(path + "retries", "at most as many as its visits");
    visit.errors = ReadNumbers(json, path, "errors");
    const Json* p99 = Find(json, "p99_ms");
    const bool is_time = p99 != nullptr && p99->is_number() && p99->get<double>() >= 0;
    if (is_time)
      visit.p99_ms = p99->get<double>();
    else if (p99 == nullptr || !p99->is_null())
      Fail(path + "p99_ms", "a number from 0 on, or null");
    return visit;
  }

  std::map<std::string, VisitCounts> ReadVisits(const Json& json, const char* name) {
    std::map<std::string, VisitCounts> visits;
    for (const auto& each : Object(json, "", name).items())
      visits[each.key()] = ReadVisit(each.value(), fmt::format("{}.{}.", name, each.key()));
    return visits;
  }

  void ReadEdges(const Json& json, TrafficCounts& counts) {
    const Json* edges = Find(json, "edges");
    if (edges == nullptr || !edges->is_array()) return Fail("edges", "a list");
    for (std::size_t i = 0; i < edges->size(); ++i) {
      const Json& edge = (*edges)[i];
      const std::string path = fmt::format("edges[{}].", i);
      const Json* from = Find(edge, "from");
      const std::string source = from != nullptr && from->is_null() ? "" : Text(edge, path, "from");
      counts.edges[{source, Text(edge, path, "to")}] += Number(edge, path, "count");
    }
  }

  std::string problem_;
};

}  // namespace

std::variant<TrafficCounts, std::string> ReadCounts(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return "it is no JSON";
  Reader reader;
  TrafficCounts counts = reader.Read(json);
  if (!reader.problem().empty()) return reader.problem();
  return counts;
}

}  // namespace meshc::codegen
