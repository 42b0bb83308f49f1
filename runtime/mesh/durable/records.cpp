#include "mesh/durable/records.h"

#include <nlohmann/json.hpp>

#include "mesh/value/json.h"

namespace mesh::durable {

namespace {

using nlohmann::json;

/// An empty object where there is none: what misses in it has its default.
json ParseRecord(std::string_view bytes) {
  json parsed = json::parse(bytes, nullptr, false);
  return parsed.is_object() ? parsed : json::object();
}

std::string Text(const json& object, const char* name) {
  const auto at = object.find(name);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

template <typename Number>
Number Count(const json& object, const char* name) {
  const auto at = object.find(name);
  return at != object.end() && at->is_number_unsigned() ? at->get<Number>() : Number{};
}

std::vector<std::string> Texts(const json& object, const char* name) {
  std::vector<std::string> texts;
  const auto at = object.find(name);
  if (at == object.end() || !at->is_array()) return texts;
  for (const json& text : *at) {
    if (text.is_string()) texts.push_back(text.get<std::string>());
  }
  return texts;
}

json List(const json& object, const char* name) {
  const auto at = object.find(name);
  return at != object.end() && at->is_array() ? *at : json::array();
}

struct OrderWriter {
  json operator()(const SignalOrder& order) const {
    return {{"do", "signal"}, {"root", order.root}, {"name", order.name}, {"value", order.value}};
  }
  json operator()(const CancelOrder& order) const { return {{"do", "cancel"}, {"root", order.root}}; }
  json operator()(const JoinTimer& order) const {
    return {{"do", "end_join"}, {"root", order.root}, {"fork", order.fork}};
  }
  json operator()(const ParkTimer& order) const {
    return {{"do", "end_park"}, {"root", order.root}, {"park", order.park}};
  }
};

}  // namespace

std::string Write(const RootRecord& record) {
  json object = {{"reply", record.reply}};
  if (!record.others.empty()) object["others"] = record.others;
  if (record.copies > 0) object["copies"] = record.copies;
  if (record.ended) object["ended"] = true;
  if (!record.replay_of.empty()) object["replay_of"] = record.replay_of;
  if (record.real_effects) object["real_effects"] = true;
  return WriteJson(object);
}

std::string Write(const JoinRecord& record) {
  if (record.decided()) return WriteJson(json{{"root", record.root}});
  return WriteJson(json{
      {"at", record.at}, {"root", record.root}, {"started", record.started}, {"branches", record.branches}});
}

std::string Write(const WaitsRecord& record) {
  json object = {{"parked", json::array()}, {"early", json::array()}};
  for (const WaitsRecord::Parked& each : record.parked)
    object["parked"].push_back({{"park", each.park}, {"name", each.name}, {"forks", each.forks}});
  for (const WaitsRecord::Early& each : record.early)
    object["early"].push_back({{"name", each.name}, {"value", each.value}});
  return WriteJson(object);
}

std::string Write(const CancelRecord& record) { return WriteJson(json{{"told", record.told}}); }

std::optional<RootRecord> ReadRoot(const std::optional<std::string>& bytes) {
  if (!bytes) return std::nullopt;
  const json object = ParseRecord(*bytes);
  return RootRecord{.reply = Text(object, "reply"),
                    .others = Texts(object, "others"),
                    .copies = Count<std::uint64_t>(object, "copies"),
                    .ended = object.contains("ended"),
                    .replay_of = Text(object, "replay_of"),
                    .real_effects = object.contains("real_effects")};
}

std::optional<JoinRecord> ReadJoin(const std::optional<std::string>& bytes) {
  if (!bytes) return std::nullopt;
  const json object = ParseRecord(*bytes);
  return JoinRecord{.at = Count<contract::Index>(object, "at"),
                    .root = Text(object, "root"),
                    .started = Count<std::uint32_t>(object, "started"),
                    .branches = Text(object, "branches")};
}

WaitsRecord ReadWaits(const std::optional<std::string>& bytes) {
  WaitsRecord record;
  if (!bytes) return record;
  const json object = ParseRecord(*bytes);
  for (const json& each : List(object, "parked"))
    record.parked.push_back({Text(each, "park"), Text(each, "name"), Texts(each, "forks")});
  for (const json& each : List(object, "early"))
    record.early.push_back({Text(each, "name"), Text(each, "value")});
  return record;
}

std::optional<CancelRecord> ReadCancel(const std::optional<std::string>& bytes) {
  if (!bytes) return std::nullopt;
  return CancelRecord{Texts(ParseRecord(*bytes), "told")};
}

std::string Write(const ControlOrder& order) { return WriteJson(std::visit(OrderWriter(), order)); }

std::optional<ControlOrder> ReadOrder(std::string_view body) {
  const json object = ParseRecord(body);
  const std::string what = Text(object, "do");
  if (what == "signal") return SignalOrder{Text(object, "root"), Text(object, "name"), Text(object, "value")};
  if (what == "cancel") return CancelOrder{Text(object, "root")};
  if (what == "end_join") return JoinTimer{Text(object, "root"), Text(object, "fork")};
  if (what == "end_park") return ParkTimer{Text(object, "root"), Text(object, "park")};
  return std::nullopt;
}

}  // namespace mesh::durable
