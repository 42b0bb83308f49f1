// The rules of types that need no mesh around them.
#include "mesh/compatibility/type_fit.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "mesh/compatibility/judge.h"
#include "tests/support/table_builder.h"

namespace mesh::compatibility {
namespace {

using contract::Type;
using contract::TypeKind;

/// The rules that a value of `writer` breaks where `reader` is read.
std::vector<Rule> RulesOf(const Type& writer, const Type& reader) {
  test::TableBuilder from;
  test::TableBuilder to;
  const contract::Index written = from.AddType(writer);
  const contract::Index read = to.AddType(reader);
  const auto from_view = from.View();
  const auto to_view = to.View();
  const Side from_side(from_view);
  const Side to_side(to_view);
  TypeFit fit(from_side, to_side, Writer::kInside, true);
  std::vector<Rule> rules;
  for (const Misfit& misfit : fit.Judge(Shape::Of(from_view.pool, written), read, {"", "x"}))
    rules.push_back(misfit.rule);
  return rules;
}

constexpr Type Int() { return {.kind = TypeKind::kInt}; }
constexpr Type Int(std::int64_t min, std::int64_t max) {
  return {.kind = TypeKind::kInt, .has_min = true, .has_max = true, .min = min, .max = max};
}
constexpr Type Float() { return {.kind = TypeKind::kFloat}; }

TEST(TypeFit, TakesEqualAndWiderBounds) {
  EXPECT_TRUE(RulesOf(Int(1, 5), Int(1, 5)).empty());
  EXPECT_TRUE(RulesOf(Int(2, 4), Int(1, 5)).empty());
  EXPECT_TRUE(RulesOf(Int(), Int()).empty());
}

TEST(TypeFit, RefusesTighterBounds) {
  EXPECT_EQ(RulesOf(Int(1, 6), Int(1, 5)), std::vector{Rule::kNarrowed});
  EXPECT_EQ(RulesOf(Int(), Int(1, 5)), std::vector{Rule::kNarrowed});
}

TEST(TypeFit, TakesABoundThatIsNone) {
  EXPECT_TRUE(
      RulesOf(Int(), Int(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()))
          .empty());
}

TEST(TypeFit, WarnsOfIntsThatFloatsRound) {
  EXPECT_EQ(RulesOf(Int(), Float()), std::vector{Rule::kPrecision});
  EXPECT_TRUE(RulesOf(Int(0, std::int64_t{1} << 53), Float()).empty());
  EXPECT_EQ(RulesOf(Int(0, (std::int64_t{1} << 53) + 1), Float()), std::vector{Rule::kPrecision});
}

TEST(TypeFit, TakesEqualPatternsAndNoneButNoOther) {
  const Type any{.kind = TypeKind::kString};
  const Type digits{.kind = TypeKind::kString, .pattern = "[0-9]+"};
  const Type letters{.kind = TypeKind::kString, .pattern = "[a-z]+"};
  EXPECT_TRUE(RulesOf(digits, digits).empty());
  EXPECT_TRUE(RulesOf(digits, any).empty());
  EXPECT_EQ(RulesOf(any, digits), std::vector{Rule::kPattern});
  EXPECT_EQ(RulesOf(letters, digits), std::vector{Rule::kPattern});
}

TEST(TypeFit, TellsOtherKindsApart) {
  EXPECT_EQ(RulesOf(Float(), Int()), std::vector{Rule::kNarrowed});
  EXPECT_EQ(RulesOf({.kind = TypeKind::kJson}, Int()), std::vector{Rule::kNarrowed});
  EXPECT_TRUE(RulesOf(Int(), {.kind = TypeKind::kJson}).empty());
  EXPECT_EQ(RulesOf({.kind = TypeKind::kBool}, Int()), std::vector{Rule::kKind});
}

TEST(Judge, FindsNothingBetweenEqualVersions) {
  test::TableBuilder table;
  table.AddType(Int());
  const auto view = table.View();
  const Side side(view);
  EXPECT_TRUE(Compare(side, side).empty());
}

}  // namespace
}  // namespace mesh::compatibility
