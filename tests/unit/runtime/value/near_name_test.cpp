#include "mesh/value/near_name.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace mesh::test {
namespace {

TEST(NearName, IsTheNearestOne) {
  constexpr std::array<std::string_view, 3> kKnown = {"judge", "writer", "write"};
  EXPECT_EQ(NearName("jugde", kKnown), "judge");
  EXPECT_EQ(NearName("juge", kKnown), "judge");
  EXPECT_EQ(NearName("writr", kKnown), "writer");
  EXPECT_EQ(NearName("writ", kKnown), "write");
  EXPECT_EQ(NearName("somebody", kKnown), "");
  EXPECT_EQ(NearName("", kKnown), "");
  EXPECT_EQ(NearName(std::string(100'000, 'a'), kKnown), "");
}

}  // namespace
}  // namespace mesh::test
