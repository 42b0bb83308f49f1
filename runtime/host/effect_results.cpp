#include "mesh/host/effect_results.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/route/builtin_errors.h"
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
  return WriteJson(object);
}

std::variant<ValueList, Error> ReadResults(const route::Router& router, const contract::Actor& actor,
                                           const std::string& bytes) {
  const contract::RouteTable& table = router.table();
  const auto parsed = ParseJson(bytes);
  const auto* const object = std::get_if<nlohmann::json>(&parsed);
  ValueList results;
  for (const contract::Member& member : Slice(table.pool.members, actor.results)) {
    Value& result = results.emplace_back();
    if (object == nullptr || !object->contains(member.name)) continue;
    auto value = FromJson(router.schemas(), member.type, (*object)[std::string(member.name)]);
    if (const auto* broken = std::get_if<SchemaError>(&value)) {
      return route::MakeError(
          contract::BuiltinError::kContractViolation,
          fmt::format("the stored result /{}{}: {}", member.name, broken->path, broken->message), actor.name);
    }
    result = std::get<Value>(std::move(value));
  }
  return results;
}

}  // namespace mesh::host
