// Whose turn it is, of messages whose holders died.
#include "mesh/host/suspects.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

namespace mesh::host {
namespace {

Job JobOf(std::uint64_t tag) {
  transport::Delivery delivery;
  delivery.tag = tag;
  return {nullptr, std::move(delivery)};
}

std::uint64_t TagOf(const std::optional<Job>& job) {
  return job ? std::get<transport::Delivery>(job->work).tag : 0;
}

class SuspectsInTurn : public testing::Test {
 protected:
  bool Begin(std::uint64_t tag) {
    Job job = JobOf(tag);
    return suspects_.Begin(job, 0);
  }
  Suspects suspects_;
};

TEST_F(SuspectsInTurn, OneRunsAtATime) {
  EXPECT_TRUE(Begin(1));
  EXPECT_FALSE(Begin(2));
  EXPECT_EQ(TagOf(suspects_.End()), 2U);
  EXPECT_TRUE(Begin(2));
  EXPECT_EQ(TagOf(suspects_.End()), 0U);
}

/// Its loan is lost, so that it goes back: the third one would wait for ever.
TEST_F(SuspectsInTurn, OneThatDoesNotAskAgainLetsTheNextHaveItsTurn) {
  EXPECT_TRUE(Begin(1));
  EXPECT_FALSE(Begin(2));
  EXPECT_FALSE(Begin(3));
  EXPECT_EQ(TagOf(suspects_.Next()), 0U) << "one runs";
  EXPECT_EQ(TagOf(suspects_.End()), 2U);
  EXPECT_EQ(TagOf(suspects_.Next()), 3U);
  EXPECT_TRUE(Begin(3));
}

}  // namespace
}  // namespace mesh::host
