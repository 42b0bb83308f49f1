#include "mesh/route/table_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/route/pool_json.h"
#include "mesh/route/verify_table.h"
#include "mesh/value/json.h"

namespace mesh::route {

std::string WriteTableJson(const contract::RouteTable& table) {
  LinePrinter printer;
  printer.Add("version", table.version);
  printer.Add("mesh", std::string(table.mesh));
  printer.Add("digest", std::string(table.digest));
  PrintPool(table.pool, printer);
  PrintArrays(table, printer);
  return std::move(printer).Finish();
}

std::string WritePoolJson(const contract::Pool& pool) {
  LinePrinter printer;
  PrintPool(pool, printer);
  return std::move(printer).Finish();
}

std::variant<TableData, std::string> ReadTableJson(std::string_view text) {
  auto parsed = ParseJson(text);
  if (auto* error = std::get_if<SchemaError>(&parsed)) return std::move(error->message);
  const auto& object = std::get<nlohmann::json>(parsed);
  TableData table;
  if (std::string wrong = ReadPool(object, table.pool); !wrong.empty()) return wrong;
  if (std::string wrong = ReadArrays(object, table); !wrong.empty()) return wrong;
  const auto version = object.find("version");
  if (version == object.end() || *version != contract::kRouteTableVersion) {
    return fmt::format("layout version {} is expected", contract::kRouteTableVersion);
  }
  for (auto [name, target] : {std::pair("mesh", &table.mesh), std::pair("digest", &table.digest)}) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string()) return fmt::format("there is no text `{}`", name);
    *target = found->get<std::string>();
  }
  if (std::string wrong = VerifyTable(table.View()); !wrong.empty()) return wrong;
  return table;
}

}  // namespace mesh::route
