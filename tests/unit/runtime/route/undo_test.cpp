// Undo calls: whose records they make untrue.
#include "mesh/route/undo.h"

#include <gtest/gtest.h>

#include "flow_fixture.h"

namespace mesh::route {
namespace {

class UndoTest : public RouterFlowTest {
 protected:
  /// At the undo, by `b`, of a call of `c`.
  void Stand() {
    table.Point({.name = "undo", .kind = PointKind::kUndo, .flow = 0});
    Return();
    table.Flow("root", 1);
    router();
    envelope.payload = {Value::Int(0)};
    envelope.route.flow = "root";
    envelope.route.at = 0;
    envelope.route.frames.emplace_back(
        SagaFrame{.undo = {{.actor = 1, .params = {}, .undoes = 2, .key = "key of c"}},
                  .error = Error{.name = "soft"}});
  }
};

TEST_F(UndoTest, RunsWhateverHasHappened) {
  Stand();
  envelope.cancelled = true;
  envelope.status.deadline_at_ns = 10;
  EXPECT_FALSE(router().Admit(envelope, 11));
}

TEST_F(UndoTest, ThatIsDoneIsNotedWithTheErrorThatItFollowsFrom) {
  Stand();
  router().Complete(envelope, {}, 5);
  ASSERT_EQ(envelope.status.log.size(), 1U);
  EXPECT_EQ(envelope.status.log[0].action, "undone");
  EXPECT_EQ(envelope.status.log[0].error, "soft");
  EXPECT_EQ(envelope.status.log[0].actor, "b");
  EXPECT_EQ(Outcome(), "soft") << "the error goes on";
}

TEST_F(UndoTest, ThatFailsIsNotedWithItsOwnErrorAndTheFirstOneGoesOn) {
  Stand();
  router().Fail(envelope, {.name = "hard"}, 5);
  ASSERT_EQ(envelope.status.log.size(), 1U);
  EXPECT_EQ(envelope.status.log[0].action, "undo_failed");
  EXPECT_EQ(envelope.status.log[0].error, "hard");
  EXPECT_EQ(Outcome(), "soft");
}

TEST_F(UndoTest, WhoseParamsCouldNotBeBoundIsNotedAndTheNextOneRuns) {
  Stand();
  auto& undo = std::get<SagaFrame>(envelope.route.frames.back()).undo;
  undo.push_back({.actor = 2, .error = Error{.name = "hard"}});
  undo.push_back({.actor = 2, .error = Error{.name = "hard"}});
  undo.push_back({.actor = 3});
  EXPECT_EQ(At(router().Complete(envelope, {}, 5)), "b");
  ASSERT_EQ(envelope.status.log.size(), 3U);
  EXPECT_EQ(envelope.status.log[0].action, "undone");
  EXPECT_EQ(envelope.status.log[1].action, "undo_failed");
  EXPECT_EQ(envelope.status.log[2].action, "undo_failed");
}

TEST_F(UndoTest, MakesTheRecordOfTheCallThatItUndoesUntrue) {
  Stand();
  std::vector<EffectRecord> obsolete;
  router().Complete(envelope, {}, 0, &obsolete);
  ASSERT_EQ(obsolete.size(), 1U);
  EXPECT_EQ(obsolete[0].actor, 2U) << "the call that was undone, not its undo";
  EXPECT_EQ(obsolete[0].key, "key of c");
  EXPECT_EQ(Visits(), Names{"b"});
}

}  // namespace
}  // namespace mesh::route
