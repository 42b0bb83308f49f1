#include "mesh/state/idempotency_store.h"

#include <gtest/gtest.h>

namespace mesh::state {
namespace {

TEST(MemoryIdempotencyStore, FindsNothingThatWasNotPut) {
  const MemoryIdempotencyStore store;
  EXPECT_FALSE(store.Find("refunder", "k"));
}

TEST(MemoryIdempotencyStore, GivesBackWhatWasPut) {
  MemoryIdempotencyStore store;
  store.Put("refunder", "k", {Value::Int(1), Value()});
  EXPECT_EQ(store.Find("refunder", "k"), (ValueList{Value::Int(1), Value()}));
}

TEST(MemoryIdempotencyStore, TheFirstSuccessCounts) {
  MemoryIdempotencyStore store;
  store.Put("refunder", "k", {Value::Int(1)});
  store.Put("refunder", "k", {Value::Int(2)});
  EXPECT_EQ(store.Find("refunder", "k"), ValueList{Value::Int(1)});
}

TEST(MemoryIdempotencyStore, KeysBelongToTheirActor) {
  MemoryIdempotencyStore store;
  store.Put("refunder", "k", {Value::Int(1)});
  EXPECT_FALSE(store.Find("mailer", "k"));
  EXPECT_FALSE(store.Find("refunderk", ""));
}

}  // namespace
}  // namespace mesh::state
