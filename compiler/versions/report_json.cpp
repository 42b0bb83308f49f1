#include <nlohmann/json.hpp>

#include "compiler/versions/fingerprint.h"
#include "compiler/versions/report.h"

namespace meshc::versions {
namespace {

using nlohmann::ordered_json;

ordered_json Nanoseconds(const std::optional<std::int64_t>& ns) {
  return ns ? ordered_json(*ns) : ordered_json(nullptr);
}

ordered_json ToJson(const std::optional<Place>& place) {
  if (!place) return nullptr;
  return {{"file", place->file}, {"line", place->line}, {"column", place->column}};
}

ordered_json ToJson(const Report& report, const ReportedFinding& each) {
  ordered_json object;
  object["rule"] = RowOf(each.finding.rule).name;
  object["code"] = each.code;
  object["severity"] = Spell(each.severity);
  object["direction"] = Spell(each.finding.direction);
  object["against"] = report.versions[each.against].name;
  object["edge"] = each.finding.edge;
  object["subject"] = each.finding.subject;
  object["message"] = each.finding.message;
  object["help"] = each.finding.help;
  object["old"] = ToJson(each.old_place);
  object["new"] = ToJson(each.new_place);
  object["fingerprint"] = each.fingerprint;
  object["accepted"] = nullptr;
  if (each.accepted)
    object["accepted"] = {{"until", each.accepted->until}, {"because", each.accepted->because}};
  if (each.hits) object["hits"] = *each.hits;
  return object;
}

ordered_json ToJson(const Report& report, std::size_t index) {
  const VersionReport& version = report.versions[index];
  ordered_json waiting = ordered_json::array();
  for (const InFlight& each : version.in_flight)
    waiting.push_back({{"point", each.point}, {"actor", each.actor}, {"served_by", each.served_by}});
  ordered_json object;
  object["name"] = version.name;
  object["digest"] = version.digest;
  object["backward"] = SpellOutcome(report.Breaks(Direction::kBackward, index));
  object["forward"] = SpellOutcome(report.Breaks(Direction::kForward, index));
  object["drain_ns"] = Nanoseconds(version.drain_ns);
  object["in_flight"] = std::move(waiting);
  return object;
}

ordered_json ToJson(const PlanStep& step) {
  ordered_json object{{"step", step.step}};
  if (step.step == "hosts") object["actors"] = step.actors;
  if (step.step == "drain") object["ns"] = Nanoseconds(step.ns);
  return object;
}

}  // namespace

std::string PrintReportJson(const Report& report) {
  ordered_json object;
  object["schema"] = "meshc.compat/1";
  object["mesh"] = report.mesh;
  object["require"] = Spell(report.require);
  object["verdict"] = SpellOutcome(report.Breaks());
  object["backward"] = SpellOutcome(report.Breaks(Direction::kBackward));
  object["forward"] = SpellOutcome(report.Breaks(Direction::kForward));
  object["versions"] = ordered_json::array();
  for (std::size_t i = 0; i < report.versions.size(); ++i) object["versions"].push_back(ToJson(report, i));
  object["findings"] = ordered_json::array();
  for (const ReportedFinding& each : report.findings) object["findings"].push_back(ToJson(report, each));
  object["rollout"] = report.rollout;
  object["plan"] = ordered_json::array();
  for (const PlanStep& step : report.plan) object["plan"].push_back(ToJson(step));
  return object.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace meshc::versions
