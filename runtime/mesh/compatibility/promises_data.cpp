#include "mesh/compatibility/promises_data.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "mesh/contract/enumerator.h"
#include "mesh/value/json.h"

namespace mesh::compatibility {
namespace {

using contract::Index;
using contract::kNone;
using contract::Named;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kNamed = {"actor", "flow", "field", "member"};
constexpr std::string_view kMember = "promises";

template <typename T>
contract::Array<T> ViewOf(const std::vector<T>& entries) {
  return {entries.data(), static_cast<Index>(entries.size())};
}

ordered_json ToJson(const contract::Deploy& deploy, contract::Array<std::string_view> lanes) {
  ordered_json names = ordered_json::array();
  for (const std::string_view lane : Slice(lanes, deploy.lanes)) names.push_back(lane);
  return {{"name", deploy.name},   {"transport", deploy.transport}, {"transport_url", deploy.transport_url},
          {"state", deploy.state}, {"state_url", deploy.state_url}, {"lanes", std::move(names)}};
}

/// Throws json::exception where a member is missing or of another kind; ReadPromises catches it.
class PromisesReader {
 public:
  PromisesReader(const json& source, const contract::RouteTable& table) : source_(source), table_(table) {}

  PromisesData Run() {
    for (const json& each : source_.at("former")) Former(each);
    for (const json& each : source_.at("reserved")) Reserved(each);
    for (const json& each : source_.at("deploys")) Deploy(each);
    return std::move(data_);
  }

  bool sound() const { return sound_; }

 private:
  std::string_view Text(const json& object, const char* member) {
    return data_.Text(object.at(member).get<std::string>());
  }

  Index Within(const json& index, Index size) {
    const auto value = index.get<std::uint64_t>();
    if (value >= size) sound_ = false;
    return value >= size ? 0 : static_cast<Index>(value);
  }

  Index SizeOf(Named of) const {
    switch (of) {
      case Named::kActor: return table_.actors.size;
      case Named::kFlow: return table_.flows.size;
      case Named::kField: return table_.fields.size;
      case Named::kMember: return table_.pool.members.size;
    }
    contract::NoSuchEnumerator();
  }

  void Former(const json& each) {
    const auto found = std::ranges::find(kNamed, each.at("of").get<std::string>());
    if (found == kNamed.end()) return void(sound_ = false);
    const auto of = static_cast<Named>(found - kNamed.begin());
    data_.former.push_back({of, Within(each.at("entry"), SizeOf(of)), Text(each, "name")});
  }

  void Reserved(const json& each) {
    contract::ReservedName name{.name = Text(each, "name")};
    if (each.contains("type"))
      name.type = Within(each.at("type"), table_.pool.types.size);
    else
      name.envelope = Within(each.at("envelope"), table_.envelopes.size);
    data_.reserved.push_back(name);
  }

  void Deploy(const json& each) {
    contract::Deploy deploy{Text(each, "name"),  Text(each, "transport"), Text(each, "transport_url"),
                            Text(each, "state"), Text(each, "state_url"), {}};
    deploy.lanes.first = static_cast<Index>(data_.lanes.size());
    for (const json& lane : each.at("lanes")) data_.lanes.push_back(data_.Text(lane.get<std::string>()));
    deploy.lanes.count = static_cast<Index>(data_.lanes.size()) - deploy.lanes.first;
    data_.deploys.push_back(deploy);
  }

  const json& source_;
  const contract::RouteTable& table_;
  PromisesData data_;
  bool sound_ = true;
};

}  // namespace

contract::Promises PromisesData::View() const {
  return {.former = ViewOf(former),
          .reserved = ViewOf(reserved),
          .deploys = ViewOf(deploys),
          .lanes = ViewOf(lanes)};
}

std::string AddPromises(std::string routes, const contract::Promises& promises) {
  ordered_json object{{"former", ordered_json::array()},
                      {"reserved", ordered_json::array()},
                      {"deploys", ordered_json::array()}};
  for (const auto& each : promises.former) {
    object["former"].push_back(
        {{"of", kNamed[static_cast<std::size_t>(each.of)]}, {"entry", each.entry}, {"name", each.name}});
  }
  for (const auto& each : promises.reserved) {
    const bool record = each.type != kNone;
    object["reserved"].push_back(
        {{record ? "type" : "envelope", record ? each.type : each.envelope}, {"name", each.name}});
  }
  for (const auto& each : promises.deploys) object["deploys"].push_back(ToJson(each, promises.lanes));
  if (promises.former.size + promises.reserved.size + promises.deploys.size == 0) return routes;
  const std::size_t end = routes.rfind("\n}");
  return routes.insert(end, ",\n\"" + std::string(kMember) + "\": " + object.dump());
}

std::variant<PromisesData, std::string> ReadPromises(std::string_view routes,
                                                     const contract::RouteTable& table) {
  // A table is large, and most have none.
  if (routes.find(kMember) == std::string_view::npos) return PromisesData();
  const auto parsed = ParseJson(routes);
  if (const auto* wrong = std::get_if<SchemaError>(&parsed)) return wrong->message;
  const json& object = std::get<json>(parsed);
  if (!object.is_object() || !object.contains(kMember)) return PromisesData();
  try {
    PromisesReader reader(object.at(std::string(kMember)), table);
    PromisesData data = reader.Run();
    if (reader.sound()) return data;
  } catch (const json::exception&) {
    // Said below, as for what is out of range.
  }
  return "`promises` is malformed";
}

}  // namespace mesh::compatibility
