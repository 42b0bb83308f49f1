// Handlers hear of what others have decided.
#include <atomic>

#include <gtest/gtest.h>

#include "tests/support/durable_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

/// Returns when it is told to stop, and says whether it was.
Answer WaitsForAStop(std::atomic<int>& told) {
  return [&told](auto, actor::Context& context) {
    if (Eventually([&context] { return context.cancelled(); })) ++told;
    return actor::Results{{Value::String("late")}};
  };
}

TEST(CallReview, TellsAHandlerThatItsEnvelopeIsCancelledElsewhere) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  const ScratchFile file("mesh.db");
  ManualClock clock;
  Arrivals arrivals;
  std::atomic<int> told = 0;
  DurableHost works(file.path(), clock, mesh.table(), {EntryOf(mesh.table(), "work", WaitsForAStop(told))},
                    {.serves_control = false});
  DurableHost hears(file.path(), clock, mesh.table(), {}, {.max_envelopes = 10, .waiter = "hears"});
  ASSERT_TRUE(hears.host().Submit(0, NewEnvelope("e", {Value::String("x"), Value()}), arrivals.Waiter()));
  EXPECT_TRUE(Eventually([&] { return works.host().Read().actors.front().in_flight == 1; }));
  ASSERT_TRUE(hears.host().Cancel("e"));
  EXPECT_EQ(arrivals.WaitFor(1).front().status.error->name, "cancelled");
  EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace mesh::test
