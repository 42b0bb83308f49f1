// What a version promises to others beside its table.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codegen/route_table/route_table.h"
#include "tests/support/checked_mesh.h"

namespace meshc::codegen {
namespace {

namespace contract = mesh::contract;
using Strings = std::vector<std::string>;

/// `today <- once`, of members.
Strings FormerMembers(const std::string& text) {
  const auto checked = test::CheckText(text);
  EXPECT_EQ(checked.Errors(), Strings{});
  const auto data = BuildTable(checked.mesh, checked.facts);
  const auto promises = BuildPromises(checked.mesh, data);
  const contract::RouteTable table = data.View();
  Strings former;
  for (const contract::FormerName& each : promises.View().former) {
    if (each.of != contract::Named::kMember) continue;
    former.push_back(std::string(table.pool.members[each.entry].name) + " <- " + std::string(each.name));
  }
  return former;
}

TEST(BuildPromises, NamesParamsAndResultsAsTheyWereCalled) {
  EXPECT_EQ(FormerMembers(R"(mesh a.b;
envelope Job { in text: string; in more: string; out reply: string; }
processor work(text: string, @was("rest") more: string) -> (@was("answer") reply: string);
flow main on Job { work; }
)"),
            (Strings{"more <- rest", "reply <- answer"}));
}

}  // namespace
}  // namespace meshc::codegen
