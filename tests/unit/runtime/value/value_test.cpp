#include "mesh/value/value.h"

#include <thread>

#include <gtest/gtest.h>

namespace mesh {
namespace {

Value Sample() {
  return Value::Record({Value::Int(1), Value::List({Value::String("a"), Value::Float(2.5)}), Value()},
                       {{"extra", Value::Bool(true)}});
}

TEST(Value, IsAbsentUntilItIsGivenAMeaning) {
  EXPECT_EQ(Value().kind(), ValueKind::kAbsent);
  EXPECT_FALSE(Value().present());
  EXPECT_FALSE(Value::Null().present());
  EXPECT_TRUE(Value::Int(0).present());
}

TEST(Value, MovedFromIsAbsent) {
  Value text = Value::String("long enough to be anywhere but inline");
  const Value taken = std::move(text);
  EXPECT_EQ(text.kind(), ValueKind::kAbsent);  // NOLINT(bugprone-use-after-move): that is what is shown
  EXPECT_EQ(taken.text(), "long enough to be anywhere but inline");
}

TEST(Value, EqualityIsThatOfMeaning) {
  EXPECT_EQ(Sample(), Sample());
  EXPECT_TRUE(Value::Int(1) == Value::Float(1)) << "they meet in json";
  EXPECT_FALSE(Value::Int(1) == Value::Float(1.5));
  EXPECT_FALSE(Value::Float(9007199254740992.0) == Value::Int(9007199254740993));
  EXPECT_FALSE(Value::Int(INT64_MAX) == Value::Float(9223372036854775808.0));
  EXPECT_FALSE(Value::String("a") == Value::Bytes("a"));
  EXPECT_EQ(Value::Null(), Value());
  EXPECT_FALSE(Value::Null() == Value::Int(0));
  EXPECT_EQ(Value::Union(1, Value::Int(2)), Value::Union(1, Value::Int(2)));
  EXPECT_FALSE(Value::Union(0, Value::Int(2)) == Value::Union(1, Value::Int(2)));
  EXPECT_FALSE(Sample() == Value::Record(ValueList(Sample().members())));
}

TEST(Value, WithMemberLeavesTheOriginalAlone) {
  const Value before = Sample();
  const Value after = before.WithMember(0, Value::Int(7));
  EXPECT_EQ(before.members()[0].integer(), 1);
  EXPECT_EQ(after.members()[0].integer(), 7);
  EXPECT_EQ(after.unknown_members(), before.unknown_members());
}

TEST(Value, AppendLeavesSharedListsAlone) {
  const Value shared = Value::List({Value::Int(1)});
  const Value longer = Value::Append(shared, Value::Int(2));
  EXPECT_EQ(shared.list().size(), 1U);
  EXPECT_EQ(longer, Value::List({Value::Int(1), Value::Int(2)}));
}

TEST(Value, AppendMovesTheStorageOfASoleOwner) {
  Value list = Value::List({});
  list = Value::Append(std::move(list), Value::Int(1));
  const ValueList* storage = &list.list();
  list = Value::Append(std::move(list), Value::Int(2));
  EXPECT_EQ(&list.list(), storage);
  EXPECT_EQ(Value::Append(Value(), Value::Int(1)), Value::List({Value::Int(1)}));
}

TEST(Value, WeightGrowsWithTheContent) {
  EXPECT_GE(Value::String(std::string(1000, 'x')).weight(), 1000U);
  const Value list =
      Value::List({Value::String(std::string(500, 'x')), Value::String(std::string(500, 'y'))});
  EXPECT_GE(list.weight(), 1000U);
  EXPECT_LT(list.weight(), 1100U);
  const Value longer = Value::Append(list, Value::String(std::string(300, 'z')));
  EXPECT_EQ(longer.weight(), list.weight() + 303);
}

TEST(Value, CopiesMayLiveInManyThreads) {
  const Value shared = Sample();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([copy = shared] {
      for (int round = 0; round < 1000; ++round) EXPECT_EQ(Value(copy).members().size(), 3U);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(shared, Sample());
}

TEST(ValueDeath, AskingForAnotherKindIsABug) {
  EXPECT_DEATH(static_cast<void>(Value::Int(1).text()), "kind");
}

}  // namespace
}  // namespace mesh
