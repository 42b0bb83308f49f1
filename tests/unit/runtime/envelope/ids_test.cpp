#include "mesh/envelope/ids.h"

#include <gtest/gtest.h>

namespace mesh {
namespace {

TEST(UuidV7, HoldsTimeVersionAndVariant) {
  EXPECT_EQ(UuidV7(0x0192f3c17e0b * std::int64_t{1'000'000}, 0xFFFF'FFFF'FFFF'FC55U, 0xFFFF'FFFF'FFFF'FFFFU),
            "0192f3c1-7e0b-7c55-bfff-ffffffffffff");
  EXPECT_EQ(UuidV7(0, 0, 0), "00000000-0000-7000-8000-000000000000");
}

TEST(UuidV7Source, TakesTimeAndRandomnessFromItsMaker) {
  std::uint64_t random = 0;
  UuidV7Source source([] { return std::int64_t{1'000'000}; }, [&random] { return random++; });
  EXPECT_EQ(source.NextId(), "00000000-0001-7000-8000-000000000001");
  EXPECT_EQ(source.NextId(), "00000000-0001-7002-8000-000000000003");
}

TEST(CountedIdSource, CountsFromOne) {
  CountedIdSource source;
  EXPECT_EQ(source.NextId(), "00000000-0000-7000-8000-000000000001");
  EXPECT_EQ(source.NextId(), "00000000-0000-7000-8000-000000000002");
}

}  // namespace
}  // namespace mesh
