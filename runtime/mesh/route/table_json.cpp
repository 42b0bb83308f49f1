#include "mesh/route/table_json.h"

#include <nlohmann/json.hpp>

#include "mesh/route/pool_json.h"
#include "mesh/route/verify_table.h"

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
  TableData table;
  if (std::string wrong = ReadTable(text, table); !wrong.empty()) return wrong;
  if (std::string wrong = VerifyTable(table.View()); !wrong.empty()) return wrong;
  return table;
}

}  // namespace mesh::route
