// Effects that are under way, and families that are alive, by themselves.
#include "mesh/host/claims.h"

#include <gtest/gtest.h>

#include "mesh/host/families.h"

namespace mesh::host {
namespace {

TEST(Claims, OneHoldsAnEffectAtATime) {
  Claims claims;
  EXPECT_TRUE(claims.Take("refunder", "k"));
  EXPECT_FALSE(claims.Take("refunder", "k"));
  claims.Release("refunder", "k");
  EXPECT_TRUE(claims.Take("refunder", "k"));
}

TEST(Claims, AreOfOneActorAndOneKey) {
  Claims claims;
  EXPECT_TRUE(claims.Take("refunder", "k"));
  EXPECT_TRUE(claims.Take("mailer", "k"));
  EXPECT_TRUE(claims.Take("refunder", "m"));
  claims.Release("refunder", "m");
  EXPECT_FALSE(claims.Take("refunder", "k"));
}

TEST(Families, EndWithTheirLastMember) {
  Families families;
  EXPECT_TRUE(families.Begin("root"));
  EXPECT_FALSE(families.Begin("root")) << "it is alive";
  families.Add("root");
  EXPECT_FALSE(families.Remove("root"));
  EXPECT_FALSE(families.Begin("root")) << "a copy of it is alive";
  EXPECT_TRUE(families.Remove("root"));
  EXPECT_EQ(families.size(), 0U);
  EXPECT_TRUE(families.Begin("root"));
}

TEST(Families, AnEndOfAnUnknownOneIsNobodysLast) {
  Families families;
  EXPECT_FALSE(families.Remove("stranger"));
  EXPECT_EQ(families.size(), 0U);
}

}  // namespace
}  // namespace mesh::host
