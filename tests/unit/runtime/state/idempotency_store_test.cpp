#include "mesh/state/idempotency_store.h"

#include <string>

#include <gtest/gtest.h>

namespace mesh::state {
namespace {

constexpr EffectId kOfRoot{.actor = "refunder", .key = "k", .root = "r"};
constexpr EffectId kShared{.actor = "refunder", .key = "k", .root = {}};

TEST(MemoryIdempotencyStore, FindsNothingThatWasNotPut) {
  const MemoryIdempotencyStore store;
  EXPECT_FALSE(store.Find(kOfRoot, 0));
  EXPECT_FALSE(store.Find(kShared, 0));
}

TEST(MemoryIdempotencyStore, GivesBackWhatWasPut) {
  for (const EffectId& id : {kOfRoot, kShared}) {
    MemoryIdempotencyStore store;
    store.Put(id, {Value::Int(1), Value()}, 0);
    EXPECT_EQ(store.Find(id, 0), (ValueList{Value::Int(1), Value()}));
  }
}

TEST(MemoryIdempotencyStore, TheFirstSuccessCounts) {
  for (const EffectId& id : {kOfRoot, kShared}) {
    MemoryIdempotencyStore store;
    store.Put(id, {Value::Int(1)}, 0);
    store.Put(id, {Value::Int(2)}, 0);
    EXPECT_EQ(store.Find(id, 0), ValueList{Value::Int(1)});
  }
}

TEST(MemoryIdempotencyStore, KeysBelongToTheirActorAndTheirRoot) {
  MemoryIdempotencyStore store;
  store.Put(kOfRoot, {Value::Int(1)}, 0);
  EXPECT_FALSE(store.Find({"mailer", "k", "r"}, 0));
  EXPECT_FALSE(store.Find({"refunderk", "", "r"}, 0));
  EXPECT_FALSE(store.Find({"refunder", "k", "s"}, 0));
  EXPECT_FALSE(store.Find(kShared, 0));
}

TEST(MemoryIdempotencyStore, WhatIsErasedMayHappenAgain) {
  for (const EffectId& id : {kOfRoot, kShared}) {
    MemoryIdempotencyStore store;
    store.Put(id, {Value::Int(1)}, 0);
    store.Erase(id);
    EXPECT_FALSE(store.Find(id, 0));
    store.Put(id, {Value::Int(2)}, 0);
    EXPECT_EQ(store.Find(id, 0), ValueList{Value::Int(2)});
  }
}

TEST(MemoryIdempotencyStore, ForgettingARootForgetsItsResultsAndNoOthers) {
  MemoryIdempotencyStore store;
  store.Put(kOfRoot, {Value::Int(1)}, 0);
  store.Put({"mailer", "m", "r"}, {Value::Int(2)}, 0);
  store.Put({"refunder", "k", "s"}, {Value::Int(3)}, 0);
  store.Put(kShared, {Value::Int(4)}, 0);
  store.Forget("r");
  EXPECT_EQ(store.size(), 2U);
  EXPECT_FALSE(store.Find(kOfRoot, 0));
  EXPECT_TRUE(store.Find({"refunder", "k", "s"}, 0));
  EXPECT_TRUE(store.Find(kShared, 0));
}

TEST(MemoryIdempotencyStore, SharedResultsAreKeptForTheirRetentionAndNoLonger) {
  MemoryIdempotencyStore store(/*keep_shared_ns=*/100);
  store.Put(kShared, {Value::Int(1)}, 1'000);
  EXPECT_TRUE(store.Find(kShared, 1'100));
  EXPECT_FALSE(store.Find(kShared, 1'101));
  store.Put(kShared, {Value::Int(2)}, 1'101);
  EXPECT_EQ(store.Find(kShared, 1'101), ValueList{Value::Int(2)}) << "what has expired is no first success";
}

TEST(MemoryIdempotencyStore, AResultThatWasErasedAndPutAgainHasItsWholeRetention) {
  MemoryIdempotencyStore store(/*keep_shared_ns=*/100);
  store.Put(kShared, {Value::Int(1)}, 0);
  store.Erase(kShared);
  store.Put(kShared, {Value::Int(2)}, 50);
  store.Put({"refunder", "other", {}}, {Value::Int(3)}, 120);
  EXPECT_EQ(store.Find(kShared, 150), ValueList{Value::Int(2)});
}

TEST(MemoryIdempotencyStore, NoMoreSharedResultsAreHeldThanOneRetentionBrings) {
  MemoryIdempotencyStore store(/*keep_shared_ns=*/100);
  for (int now = 0; now < 10'000; ++now) {
    const std::string key = std::to_string(now);
    store.Put({"refunder", key, {}}, {Value::Int(now)}, now);
  }
  EXPECT_EQ(store.size(), 101U);
}

}  // namespace
}  // namespace mesh::state
