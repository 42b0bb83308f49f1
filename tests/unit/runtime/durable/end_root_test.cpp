// What the end of a root leaves to those that outlive it.
#include <gtest/gtest.h>

#include "mesh/durable/planner.h"
#include "mesh/durable/records.h"
#include "mesh/state/keys.h"
#include "mesh/state/memory_store.h"

namespace mesh::test {
namespace {

TEST(EndRoot, LeavesToCopiesWhatTheirRootRepeats) {
  state::MemoryStore store([] { return std::int64_t{0}; });
  const durable::RootRecord root{.copies = 1, .replay_of = "old", .real_effects = true};
  ASSERT_TRUE(store.Apply({}, {{.key = state::RootKey("e"), .value = durable::Write(root)}}));
  const durable::KnownTables tables;
  durable::Planner planner(tables, store, 0);
  ASSERT_TRUE(planner.EndRoot({.id = "e", .failed = false}, "{}"));
  const transport::Transition transition = planner.Take();
  ASSERT_TRUE(store.Apply(transition.conditions, transition.changes));
  const auto left = durable::ReadRoot(store.Get(state::RootKey("e")));
  ASSERT_TRUE(left);
  EXPECT_TRUE(left->ended);
  EXPECT_EQ(left->replay_of, "old");
  EXPECT_TRUE(left->real_effects);
}

}  // namespace
}  // namespace mesh::test
