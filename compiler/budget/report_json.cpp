#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "compiler/budget/budget.h"

namespace meshc::budget {
namespace {

using Json = nlohmann::ordered_json;

/// Null: unbounded.
Json Number(Amount amount) { return amount.is_bounded() ? Json(amount.value()) : Json(); }

Json Money(Amount billionths) {
  return billionths.is_bounded() ? Json(static_cast<double>(billionths.value()) / 1e9) : Json();
}

template <typename T>
Json OrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

class JsonReport {
 public:
  explicit JsonReport(const Report& report) : report_(report) {}

  Json FlowJson(const FlowBudget& budget) const {
    const sema::Flow& flow = report_.program.flows[budget.flow];
    Json json = {{"name", flow.name},
                 {"mesh", report_.program.declarations.mesh},
                 {"sla_ns", flow.sla_ns > 0 ? Json(flow.sla_ns) : Json()},
                 {"longest_ns", Number(budget.longest.time)},
                 {"longest_path", budget.longest.path},
                 {"clocked_ns", Number(budget.clocked.time)},
                 {"hops", Number(budget.hops)},
                 {"messages", Number(budget.messages)},
                 {"cost", Money(budget.money)}};
    const source::SourceRange cause = budget.endless.count;
    if (cause.has_value()) {
      json["reason"] = "`each` states no `max`";
      json["reason_place"] = Place(cause);
    }
    json["coordination"] = CoordinationJson(budget.coordination);
    return json;
  }

 private:
  Json Place(source::SourceRange range) const {
    const auto at = report_.sources.Locate(range.file, range.begin);
    return {
        {"file", std::string(report_.sources.Name(range.file))}, {"line", at.line}, {"column", at.column}};
  }

  Json CoordinationJson(const Coordination& found) const {
    Json json = {{"free", found.is_free()}, {"fields", Json::array()}, {"joins", Json::array()},
                 {"parks", Json::array()},  {"loops", Json::array()},  {"calls", found.calls}};
    for (const FieldState& field : found.fields) json["fields"].push_back(FieldJson(field));
    for (const JoinState& join : found.joins) json["joins"].push_back(JoinJson(join));
    for (const ParkState& park : found.parks) {
      json["parks"].push_back(
          {{"signal", park.signal}, {"place", Place(park.range)}, {"timeout_ns", park.timeout_ns}});
    }
    for (const LoopState& loop : found.loops) {
      json["loops"].push_back(
          {{"statement", loop.statement}, {"place", Place(loop.range)}, {"max", loop.max}});
    }
    return json;
  }

  Json FieldJson(const FieldState& field) const {
    Json overwrites = Json::array();
    for (const Overwrite& one : field.overwrites) {
      overwrites.push_back({{"by", one.by}, {"place", Place(one.range)}});
    }
    return {{"name", field.name}, {"overwrites", std::move(overwrites)}};
  }

  Json JoinJson(const JoinState& join) const {
    return {{"statement", join.statement},
            {"place", Place(join.range)},
            {"branches", OrNull(join.branches)},
            {"wait", join.wait ? Json(*join.wait) : Json("all")},
            {"order_sensitive", join.order_sensitive}};
  }

  const Report& report_;
};

}  // namespace

std::string PrintJson(const std::vector<Report>& reports) {
  Json flows = Json::array();
  for (const Report& report : reports) {
    for (const FlowBudget& budget : report.budgets) flows.push_back(JsonReport(report).FlowJson(budget));
  }
  // Source text that is quoted is UTF-8; names of files may be anything.
  return Json{{"flows", std::move(flows)}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace meshc::budget
