#include "mesh/actor/codec.h"

#include <gtest/gtest.h>

namespace mesh {
namespace {

/// As generated code has it for `record Tree { kids: [Tree]; }`.
struct Tree {
  std::vector<Tree> kids;
};

}  // namespace

template <>
struct Codec<Tree> {
  static Value Encode(const Tree& tree) { return Value::Record({mesh::Encode(tree.kids)}); }
};

namespace {

/// Of so many levels of records, each with a list.
Tree Nested(int levels) {
  Tree tree;
  for (int level = 1; level < levels; ++level) {
    Tree parent;
    parent.kids.push_back(std::move(tree));
    tree = std::move(parent);
  }
  return tree;
}

/// Level by level: the destructor of what the test makes would need the stack that it asks about.
void TakeApart(Tree tree) {
  while (!tree.kids.empty()) {
    Tree kid = std::move(tree.kids.front());
    tree = std::move(kid);
  }
}

TEST(Codec, EncodesWhatNests512Levels) { EXPECT_EQ(Encode(Nested(256)).depth(), kMaxDepth); }

TEST(Codec, StopsAtWhatNestsDeeper) {
  EXPECT_EQ(Encode(Nested(257)).kind(), ValueKind::kTooDeep);
  Tree tree = Nested(30'000);
  EXPECT_EQ(Encode(tree).kind(), ValueKind::kTooDeep);
  TakeApart(std::move(tree));
  EXPECT_EQ(Encode(Nested(256)).depth(), kMaxDepth) << "the levels of the last call are forgotten";
}

TEST(Codec, KeepsTimestampsToTheNanosecond) {
  for (const Timestamp time : {kFirstTimestamp, kLastTimestamp, Timestamp{-1, 999'999'999}}) {
    Timestamp again;
    Decode(Encode(time), again);
    EXPECT_EQ(again, time);
  }
}

}  // namespace
}  // namespace mesh
