#include "mesh/state/memory_store.h"

#include <gtest/gtest.h>

#include "mesh/state/keys.h"

namespace mesh::test {
namespace {

using state::Change;

class MemoryStoreTest : public testing::Test {
 protected:
  std::int64_t now_ns_ = 0;
  state::MemoryStore store_{[this] { return now_ns_; }};
};

TEST_F(MemoryStoreTest, TheFirstPutCounts) {
  EXPECT_TRUE(state::PutIfAbsent(store_, "k", "first"));
  EXPECT_FALSE(state::PutIfAbsent(store_, "k", "second"));
  EXPECT_EQ(store_.Get("k"), "first");
}

TEST_F(MemoryStoreTest, WhoComparesAndFindsAnotherValueSetsNothing) {
  ASSERT_TRUE(state::PutIfAbsent(store_, "k", "a"));
  EXPECT_FALSE(state::CompareAndSet(store_, "k", "b", "c"));
  EXPECT_TRUE(state::CompareAndSet(store_, "k", "a", "c"));
  EXPECT_EQ(store_.Get("k"), "c");
}

TEST_F(MemoryStoreTest, ChangesAreMadeAllOrNone) {
  EXPECT_FALSE(store_.Apply({{"none", "a"}}, {{.key = "x", .value = "1"}, {.key = "y", .value = "2"}}));
  EXPECT_EQ(store_.size(), 0U);
}

TEST_F(MemoryStoreTest, OneConditionThatDoesNotHoldIsEnough) {
  ASSERT_TRUE(state::PutIfAbsent(store_, "k", "a"));
  EXPECT_FALSE(store_.Apply({{"k", "a"}, {"other", "b"}}, {{.key = "k", .value = "c"}}));
  EXPECT_EQ(store_.Get("k"), "a");
}

TEST_F(MemoryStoreTest, WhatHasExpiredIsNotThere) {
  ASSERT_TRUE(store_.Apply({}, {{.key = "k", .value = "v", .expires_ns = 10}}));
  now_ns_ = 10;
  EXPECT_EQ(store_.Get("k"), "v");
  now_ns_ = 11;
  EXPECT_EQ(store_.Get("k"), std::nullopt);
  EXPECT_TRUE(store_.Scan("k").empty());
  EXPECT_TRUE(state::PutIfAbsent(store_, "k", "new"));
}

TEST_F(MemoryStoreTest, APrefixFindsAndErasesItsOwnOnly) {
  ASSERT_TRUE(store_.Apply({}, {{.key = state::SlotKey("r", "f/1", 10), .value = "ten"},
                                {.key = state::SlotKey("r", "f/1", 9), .value = "nine"},
                                {.key = state::SlotKey("r", "f/10", 0), .value = "other"}}));
  const auto found = store_.Scan(state::SlotPrefix("r", "f/1"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].value, "nine");
  EXPECT_EQ(found[1].value, "ten");
  ASSERT_TRUE(store_.Apply({}, {{.kind = Change::Kind::kErasePrefix, .key = state::SlotPrefix("r", "f/1")}}));
  EXPECT_EQ(store_.size(), 1U);
}

TEST_F(MemoryStoreTest, WhatAPrefixFindsStaysUntilAMoment) {
  ASSERT_TRUE(store_.Apply({}, {{.key = state::EffectKey("r", "a", "k"), .value = "result"},
                                {.key = state::EffectKey("r2", "a", "k"), .value = "other"}}));
  ASSERT_TRUE(store_.Apply(
      {}, {{.kind = Change::Kind::kExpirePrefix, .key = state::EffectPrefix("r"), .expires_ns = 10}}));
  now_ns_ = 10;
  EXPECT_EQ(store_.Get(state::EffectKey("r", "a", "k")), "result");
  now_ns_ = 11;
  EXPECT_EQ(store_.Get(state::EffectKey("r", "a", "k")), std::nullopt);
  EXPECT_EQ(store_.Get(state::EffectKey("r2", "a", "k")), "other");
}

TEST(Keys, NoPartOfOneReachesIntoAnother) {
  EXPECT_NE(state::EffectKey("r", "a", "bc"), state::EffectKey("r", "ab", "c"));
  EXPECT_NE(state::EffectKey("", "a", "k"), state::IntentKey("", "a", "k"));
  EXPECT_TRUE(state::EffectKey("r", "a", "k").starts_with(state::EffectPrefix("r")));
  EXPECT_FALSE(state::EffectKey("r2", "a", "k").starts_with(state::EffectPrefix("r")));
}

TEST_F(MemoryStoreTest, WhatHasExpiredIsNotMadeToLiveLonger) {
  ASSERT_TRUE(store_.Apply({}, {{.key = "k", .value = "a", .expires_ns = 10}}));
  now_ns_ = 11;
  ASSERT_TRUE(store_.Apply({}, {{.kind = Change::Kind::kExpirePrefix, .key = "k", .expires_ns = 20}}));
  EXPECT_EQ(store_.Get("k"), std::nullopt);
}

}  // namespace
}  // namespace mesh::test
