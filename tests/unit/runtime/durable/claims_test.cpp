// Who has a line where a message may come more than once, and be in the hands of two.
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "mesh/durable/claim_record.h"
#include "mesh/durable/planner.h"
#include "mesh/durable/records.h"
#include "mesh/durable/unserved.h"
#include "mesh/state/keys.h"
#include "mesh/state/memory_store.h"

namespace mesh::test {
namespace {

using Standing = durable::Planner::Standing;

/// A line of the root `e`, whose envelope carries no claim yet.
class ClaimsTest : public testing::Test {
 protected:
  ClaimsTest() { Put(state::RootKey("e"), durable::Write(durable::RootRecord())); }

  void Put(const std::string& key, std::string value) {
    EXPECT_TRUE(store_.Apply({}, {{.key = key, .value = std::move(value)}}));
  }
  static Envelope At(std::uint32_t hop, std::string claim = {}, std::uint32_t attempt = 1) {
    Envelope envelope;
    envelope.id = "e";
    envelope.route.hop = hop;
    envelope.route.claim = std::move(claim);
    envelope.status.attempt = attempt;
    return envelope;
  }
  Standing Claim(Envelope envelope, const std::string& nonce, bool has_effect = false) {
    durable::Planner planner(tables_, store_, 0, nonce);
    const Standing standing = planner.ClaimDelivery(envelope, has_effect);
    const transport::Transition transition = planner.Take();
    EXPECT_TRUE(store_.Apply(transition.conditions, transition.changes));
    return standing;
  }
  bool IsStale(const Envelope& envelope, const std::string& nonce) {
    return durable::Planner(tables_, store_, 0, nonce).IsStale(envelope);
  }

  state::MemoryStore store_{[] { return std::int64_t{0}; }};
  durable::KnownTables tables_;
};

/// Its loan has lapsed; a second one gets the message as a suspect, and dies; the first one, who has claimed
/// nothing, goes on and acknowledges it.
TEST_F(ClaimsTest, WhatTheFirstHolderMadeOfASuspectGoesOn) {
  EXPECT_EQ(Claim(At(1), "x"), Standing::kCurrent);
  EXPECT_FALSE(IsStale(At(1), "x")) << "it is the same message, whoever has it";
  EXPECT_EQ(Claim(At(2), "w"), Standing::kCurrent);
  EXPECT_TRUE(IsStale(At(2, "x"), "v")) << "what the second one made of it, if it lives, is the copy then";
}

TEST_F(ClaimsTest, ARetryOfASuspectGoesOn) {
  EXPECT_EQ(Claim(At(1), "x"), Standing::kCurrent);
  EXPECT_EQ(Claim(At(1, {}, 2), "r"), Standing::kCurrent);
  EXPECT_EQ(Claim(At(1), "y"), Standing::kCopy) << "an earlier attempt";
}

TEST_F(ClaimsTest, OfTheCopiesOfASuspectOneIsCalled) {
  EXPECT_EQ(Claim(At(1), "x"), Standing::kCurrent);
  EXPECT_EQ(Claim(At(1), "y"), Standing::kCopy);
  EXPECT_EQ(Claim(At(1), "x"), Standing::kCurrent) << "the same message again";
}

TEST_F(ClaimsTest, WhatASuspectHasGoneOnToStays) {
  EXPECT_EQ(Claim(At(1), "x"), Standing::kCurrent);
  EXPECT_EQ(Claim(At(2, "x"), "v"), Standing::kCurrent);
  EXPECT_EQ(Claim(At(2), "w"), Standing::kCopy);
  EXPECT_TRUE(IsStale(At(1), "x"));
}

TEST_F(ClaimsTest, BehindACallWithAnEffectNothingElseGoesOn) {
  EXPECT_EQ(Claim(At(1), "x", true), Standing::kCurrent);
  EXPECT_EQ(Claim(At(2), "w"), Standing::kCopy);
  EXPECT_TRUE(IsStale(At(2), "w"));
}

TEST_F(ClaimsTest, AnEffectOfASuspectIsClaimedForGood) {
  EXPECT_EQ(Claim(At(1), "x"), Standing::kCurrent);
  EXPECT_EQ(Claim(At(1), "x", true), Standing::kCurrent);
  EXPECT_EQ(Claim(At(2), "w"), Standing::kCopy);
}

TEST_F(ClaimsTest, ARootEndsByWhatHasGoneOnFromASuspect) {
  EXPECT_EQ(Claim(At(1), "x"), Standing::kCurrent);
  durable::Planner planner(tables_, store_, 0, "s");
  EXPECT_TRUE(planner.IsEnd({.id = "e", .claim = "", .failed = false}));
  EXPECT_TRUE(planner.IsEnd({.id = "e", .claim = "x", .failed = false}));
  EXPECT_FALSE(planner.IsEnd({.id = "e", .claim = "y", .failed = false}));
}

TEST(ClaimRecords, AreReadAsTheyWereWritten) {
  for (const char* from : {"", "c.1"}) {
    const durable::ClaimRecord record{.by = "x", .suspect = {{.from = from, .hop = 3, .attempt = 2}}};
    const durable::ClaimRecord read = durable::ReadClaim(durable::Write(record));
    EXPECT_EQ(durable::Write(read), durable::Write(record));
    EXPECT_EQ(read.suspect->from, from);
    EXPECT_EQ(read.suspect->hop, 3U);
    EXPECT_EQ(read.suspect->attempt, 2U);
  }
  EXPECT_EQ(durable::ReadClaim(std::nullopt).by, "");
  EXPECT_FALSE(durable::ReadClaim("x").suspect);
}

}  // namespace
}  // namespace mesh::test
