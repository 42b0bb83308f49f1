#include "compiler/versions/traffic.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "compiler/versions/document_marks.h"
#include "mesh/value/json.h"

namespace meshc::versions {
namespace {

using mesh::compatibility::Border;
using mesh::compatibility::Side;
using mesh::contract::Index;
using mesh::contract::kNone;
using nlohmann::json;

/// `prev` may hold stops that were folded: `{"times": 3, "of": [...]}`.
void AddStops(const json& stops, std::set<std::string>& actors) {
  if (!stops.is_array()) return;
  for (const json& stop : stops) {
    if (stop.is_string()) actors.insert(stop.get<std::string>());
    if (stop.is_object() && stop.contains("of")) AddStops(stop["of"], actors);
  }
}

TrafficLine FromEnvelope(const json& envelope) {
  const json& route = envelope["route"];
  TrafficLine line;
  line.document = envelope["payload"];
  line.flow = route.value("flow", json()).is_string() ? route["flow"].get<std::string>() : "";
  AddStops(route.value("prev", json()), line.actors);
  AddStops(json::array({route.value("curr", json())}), line.actors);
  return line;
}

bool IsEnvelope(const json& object) {
  const auto is_object = [&](const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_object();
  };
  return is_object("route") && is_object("payload") && is_object("status");
}

/// True if clients of the version may have given the document at this entry.
bool IsMadeFor(const Side& made, Index flow, const TrafficLine& line) {
  if (!line.flow.empty()) return line.flow == made.table().flows[flow].name;
  for (const auto& field : made.fields(made.table().flows[flow].envelope)) {
    if ((field.mode & mesh::contract::kModeIn) == 0) continue;
    const auto given = line.document.find(field.name);
    if (given == line.document.end() || given->is_null()) {
      const bool optional = made.schemas().type(field.type).kind == mesh::contract::TypeKind::kOptional;
      if (!optional && field.default_value == kNone) return false;
    } else if (!std::holds_alternative<mesh::Value>(mesh::FromJson(made.schemas(), field.type, *given))) {
      return false;
    }
  }
  return true;
}

/// Counts for the findings against one version.
class HitCounter {
 public:
  HitCounter(const Version& current, const Version& other, const std::vector<TrafficLine>& traffic)
      : current_(*current.table, current.promises), made_(*other.table, other.promises), traffic_(traffic) {}

  std::optional<std::uint64_t> Count(const mesh::compatibility::Finding& finding) {
    if (finding.direction != Direction::kBackward) return std::nullopt;
    if (finding.border == Border::kCall) return CountVisits(finding.actor);
    if (finding.border != Border::kEntry) return std::nullopt;
    const Entry& entry = EntryOf(finding.edge.substr(finding.edge.find(' ') + 1));
    if (finding.rule == Rule::kFlowRemoved) return entry.documents;
    const auto found = entry.marks.find(
        {finding.rule, finding.subject, finding.rule == Rule::kNarrowed ? finding.new_type : ""});
    return found == entry.marks.end() ? 0 : found->second;
  }

 private:
  struct Entry {
    std::uint64_t documents = 0;
    std::map<Mark, std::uint64_t> marks;
  };

  std::uint64_t CountVisits(const std::string& actor) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        traffic_, [&](const TrafficLine& line) { return line.actors.contains(actor); }));
  }

  const Entry& EntryOf(const std::string& flow) {
    const auto [at, fresh] = entries_.try_emplace(flow);
    if (!fresh) return at->second;
    const Index made = made_.FindFlow(flow);
    const Index server = current_.FindFlow(flow);
    for (const TrafficLine& line : traffic_) {
      if (!IsMadeFor(made_, made, line)) continue;
      ++at->second.documents;
      if (server == kNone) continue;
      for (const Mark& mark : MarksOf(current_, server, line.document)) ++at->second.marks[mark];
    }
    return at->second;
  }

  Side current_;
  Side made_;
  const std::vector<TrafficLine>& traffic_;
  std::map<std::string, Entry> entries_;
};

}  // namespace

std::variant<std::vector<TrafficLine>, TrafficProblem> ReadTraffic(std::string_view text) {
  std::vector<TrafficLine> traffic;
  std::uint32_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto parsed = mesh::ParseJson(line);
    if (const auto* wrong = std::get_if<mesh::SchemaError>(&parsed))
      return TrafficProblem{number, wrong->message};
    json& object = std::get<json>(parsed);
    if (!object.is_object()) return TrafficProblem{number, "it is no object"};
    traffic.push_back(IsEnvelope(object) ? FromEnvelope(object) : TrafficLine{std::move(object), "", {}});
  }
  return traffic;
}

void CountHits(const Version& current, const std::vector<Version>& others,
               const std::vector<TrafficLine>& traffic, Report& report) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    HitCounter counter(current, others[i], traffic);
    for (ReportedFinding& each : report.findings) {
      if (each.against == i) each.hits = counter.Count(each.finding);
    }
  }
}

}  // namespace meshc::versions
