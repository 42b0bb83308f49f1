// Undo calls: whose records they make untrue.
#include "mesh/route/undo.h"

#include <gtest/gtest.h>

#include "flow_fixture.h"

namespace mesh::route {
namespace {

TEST_F(RouterFlowTest, AnUndoMakesTheRecordOfTheCallThatItUndoesUntrue) {
  table.Point({.name = "undo", .kind = PointKind::kUndo, .flow = 0});
  Return();
  table.Flow("root", 1);
  router();
  envelope.payload = {Value::Int(0)};
  envelope.route.flow = "root";
  envelope.route.at = 0;
  envelope.route.frames.emplace_back(SagaFrame{
      .undo = {{.actor = 1, .params = {}, .undoes = 2, .key = "key of c"}}, .error = Error{.name = "soft"}});
  std::vector<EffectRecord> obsolete;
  router().Complete(envelope, {}, 0, &obsolete);
  ASSERT_EQ(obsolete.size(), 1U);
  EXPECT_EQ(obsolete[0].actor, 2U) << "the call that was undone, not its undo";
  EXPECT_EQ(obsolete[0].key, "key of c");
  EXPECT_EQ(Visits(), Names{"b"});
}

}  // namespace
}  // namespace mesh::route
