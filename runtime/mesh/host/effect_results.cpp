#include "mesh/host/effect_results.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/route/builtin_errors.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json.h"

namespace mesh::host {

std::string WriteResults(const route::Router& router, const contract::Actor& actor,
                         const ValueList& results) {
  const contract::RouteTable& table = router.table();
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  std::size_t index = 0;
  for (const contract::Member& member : Slice(table.pool.members, actor.results)) {
    const Value& value = results[index++];
    if (value.present()) AppendMember(object, member.name, ToJson(table.pool, member.type, value));
  }
  return WriteJson(nlohmann::ordered_json{{"contract", actor.contract}, {"results", std::move(object)}});
}

std::variant<ValueList, Error> ReadResults(const route::Router& router, const contract::Actor& actor,
                                           const std::string& bytes) {
  const contract::RouteTable& table = router.table();
  const auto parsed = ParseJson(bytes);
  const auto* const record = std::get_if<nlohmann::json>(&parsed);
  const nlohmann::json none = nlohmann::json::object();
  const bool whole = record != nullptr && record->is_object() && record->contains("results");
  const nlohmann::json& object = whole ? record->at("results") : none;
  ValueList results;
  for (contract::Index i = actor.results.first; i < actor.results.first + actor.results.count; ++i) {
    const contract::Member& member = table.pool.members[i];
    Value& result = results.emplace_back();
    auto found = object.find(member.name);
    const std::string_view former = router.schemas().FormerMember(i);
    if (found == object.end() && !former.empty()) found = object.find(former);
    if (found == object.end()) continue;
    auto value = FromJson(router.schemas(), member.type, *found);
    if (auto* broken = std::get_if<SchemaError>(&value)) {
      if (member.sensitive) *broken = RedactedError();
      const std::string why = fmt::format("the stored result /{}{}, of contract {}: {}", member.name,
                                          broken->path, record->value("contract", "?"), broken->message);
      return route::MakeError(contract::BuiltinError::kContractViolation, why, actor.name);
    }
    result = std::get<Value>(std::move(value));
  }
  return results;
}

}  // namespace mesh::host
