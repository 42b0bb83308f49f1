#include "compiler/support/digest.h"

#include <gtest/gtest.h>

namespace meshc {
namespace {

TEST(Digest, IsTheBeginningOfSha256) {
  EXPECT_EQ(Digest("abc", 16), "ba7816bf8f01cfea");
  EXPECT_EQ(Digest("", 6), "e3b0c4");
}

}  // namespace
}  // namespace meshc
