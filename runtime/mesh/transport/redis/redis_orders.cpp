#include "mesh/transport/redis/redis_orders.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/transport/behind.h"
#include "mesh/transport/redis/redis_scripts.h"

namespace mesh::transport {

namespace {

using nlohmann::json;

/// What does it for every key that begins with a text is given where these begin and where they end.
json ForAll(const char* what, const std::string& prefix) {
  return {what, "[" + prefix, "(" + Behind(prefix)};
}

json ListOf(const state::Change& change, std::string_view holder) {
  const std::string expires = RedisMoment(change.expires_ns);
  switch (change.kind) {
    case state::Change::Kind::kPut: {
      std::string kept = fmt::format("{};{};", expires, change.leased ? holder : std::string_view());
      kept += change.value;
      return {"put", change.key, std::move(kept), expires, change.leased};
    }
    case state::Change::Kind::kErase: return json::array({"erase", change.key});
    case state::Change::Kind::kErasePrefix: return ForAll("erase_all", change.key);
    case state::Change::Kind::kExpirePrefix: {
      json list = ForAll("expire_all", change.key);
      list.push_back(expires);
      return list;
    }
  }
  return {};
}

json ListOf(const Transition& order, std::string_view holder) {
  json keys = json::array();
  json wanted = json::array();
  for (const state::Condition& condition : order.conditions) {
    keys.push_back(condition.key);
    wanted.push_back(condition.value ? json(*condition.value) : json(false));
  }
  json changes = json::array();
  for (const state::Change& change : order.changes) changes.push_back(ListOf(change, holder));
  return json::array({std::move(keys), std::move(wanted), std::move(changes)});
}

}  // namespace

std::string PackRedisOrders(const std::vector<const Transition*>& orders, std::string_view holder) {
  json lists = json::array();
  for (const Transition* order : orders) lists.push_back(ListOf(*order, holder));
  std::string packed;
  json::to_msgpack(lists, packed);
  return packed;
}

}  // namespace mesh::transport
