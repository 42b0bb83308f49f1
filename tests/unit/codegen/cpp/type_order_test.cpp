#include "codegen/cpp/type_order.h"

#include <gtest/gtest.h>

#include "tests/support/rich_mesh.h"

namespace meshc::codegen {
namespace {

constexpr TypeRef kEverything{types::TypeKind::kRecord, 0};
constexpr TypeRef kNode{types::TypeKind::kRecord, 3};
constexpr TypeRef kPing{types::TypeKind::kRecord, 4};
constexpr TypeRef kPong{types::TypeKind::kRecord, 5};
constexpr TypeRef kBody{types::TypeKind::kUnion, 0};

std::size_t GroupOf(const TypeOrder& order, TypeRef type) {
  for (std::size_t i = 0; i < order.groups().size(); ++i) {
    for (const TypeRef member : order.groups()[i]) {
      if (member == type) return i;
    }
  }
  return order.groups().size();
}

TEST(TypeOrder, WhatATypeHoldsStandsBeforeIt) {
  const auto rich = test::MakeRichMesh();
  const TypeOrder order(rich.mesh.declarations);
  EXPECT_LT(GroupOf(order, kNode), GroupOf(order, kEverything));
  EXPECT_LT(GroupOf(order, kBody), GroupOf(order, kEverything));
}

TEST(TypeOrder, TypesThatContainEachOtherAreOneGroupWithPartsFirst) {
  const auto rich = test::MakeRichMesh();
  const TypeOrder order(rich.mesh.declarations);
  EXPECT_TRUE(order.InOneCycle(kPing, kPong));
  EXPECT_TRUE(order.InOneCycle(kPong, kBody));
  EXPECT_FALSE(order.InOneCycle(kNode, kPing));
  // The union holds a Ping itself; all else in the cycle stands behind lists and `?`.
  EXPECT_EQ(order.groups()[GroupOf(order, kPing)], (std::vector<TypeRef>{kPing, kBody, kPong}));
}

TEST(TypeOrder, LongChainsNeedNoStack) {
  types::Declarations declarations;
  constexpr std::uint32_t kCount = 100'000;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    types::Record record;
    if (i + 1 < kCount) {
      record.members.emplace_back();
      record.members.back().type = declarations.types.Record({i + 1});
    }
    declarations.records.Add(std::move(record));
  }
  const TypeOrder order(declarations);
  ASSERT_EQ(order.groups().size(), kCount);
  EXPECT_EQ(order.groups().front().front().index, kCount - 1);
}

}  // namespace
}  // namespace meshc::codegen
