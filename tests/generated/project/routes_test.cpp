#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "mesh/contract/route_table.h"
#include "mesh/route/table_json.h"
#include "tree.h"
#include "type_rich/entries.h"
#include "type_rich/routes.h"

namespace {

std::string ReadRoutesJson() {
  std::ostringstream text;
  text << std::ifstream(TreeFolder() + "/routes/routes.json").rdbuf();
  return text.str();
}

TEST(GeneratedRoutes, TheLibraryHoldsTheTableOfRoutesJson) {
  const auto read = mesh::route::ReadTableJson(ReadRoutesJson());
  ASSERT_TRUE(std::holds_alternative<mesh::route::TableData>(read)) << std::get<std::string>(read);
  const auto& table = std::get<mesh::route::TableData>(read);
  EXPECT_TRUE(mesh::route::EqualTables(*mesh_routes_table(), table.View()));
}

TEST(GeneratedRoutes, TheLibraryTellsVersionAndDigest) {
  EXPECT_EQ(mesh_routes_version(), mesh::contract::kRouteTableVersion);
  EXPECT_EQ(mesh_routes_digest(), mesh_routes_table()->digest);
  EXPECT_EQ(mesh_routes_digest(), type_rich::kTableDigest);
  EXPECT_EQ(mesh_routes_table()->mesh, type_rich::kMesh);
}

TEST(GeneratedRoutes, HandlersWereCompiledAgainstTheContractsOfTheTable) {
  const auto& actors = mesh_routes_table()->actors;
  const auto entries = type_rich::Entries();
  ASSERT_EQ(entries.size(), actors.size);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(entries[i].actor, actors[static_cast<mesh::contract::Index>(i)].name);
    EXPECT_EQ(entries[i].contract, actors[static_cast<mesh::contract::Index>(i)].contract);
  }
}

}  // namespace
