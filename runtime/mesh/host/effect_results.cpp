#include "mesh/host/effect_results.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json.h"
#include "mesh/value/json_writer.h"

namespace mesh::host {

std::string WriteResults(const route::Router& router, const contract::Actor& actor,
                         const ValueList& results) {
  const contract::RouteTable& table = router.table();
  JsonWriter out;
  out.BeginObject();
  out.Name("contract").Text(actor.contract);
  out.Name("results").BeginObject();
  std::size_t index = 0;
  for (const contract::Member& member : Slice(table.pool.members, actor.results)) {
    const Value& value = results[index++];
    if (value.present()) WriteValue(out.Name(member.name), table.pool, member.type, value);
  }
  out.EndObject();
  out.EndObject();
  return out.Take();
}

std::variant<ValueList, Error> ReadResults(const route::Router& router, const contract::Actor& actor,
                                           const std::string& bytes) {
  const contract::RouteTable& table = router.table();
  const auto read = JsonTree::Read(bytes);
  const auto* const tree = std::get_if<JsonTree>(&read);
  const JsonNode none;
  const JsonNode& record = tree == nullptr ? none : tree->root();
  const JsonNode* const stored = record.Find("results");
  const JsonNode& object = stored == nullptr ? none : *stored;
  ValueList results;
  for (contract::Index i = actor.results.first; i < actor.results.first + actor.results.count; ++i) {
    const contract::Member& member = table.pool.members[i];
    Value& result = results.emplace_back();
    const JsonNode* found = object.Find(member.name);
    const std::string_view former = router.schemas().FormerMember(i);
    if (found == nullptr && !former.empty()) found = object.Find(former);
    if (found == nullptr) continue;
    auto value = FromJson(router.schemas(), member.type, *found);
    if (auto* broken = std::get_if<SchemaError>(&value)) {
      if (member.sensitive) *broken = RedactedError();
      const JsonNode* const contract = record.Find("contract");
      const std::string why =
          fmt::format("the stored result /{}{}, of contract {}: {}", member.name, broken->path,
                      contract == nullptr ? "?" : contract->text, broken->message);
      return route::MakeError(contract::BuiltinError::kContractViolation, why, actor.name);
    }
    result = std::get<Value>(std::move(value));
  }
  return results;
}

}  // namespace mesh::host
