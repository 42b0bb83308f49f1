#include <gtest/gtest.h>

#include "compiler/analysis/known.h"

namespace meshc::analysis {
namespace {

class KnownSets : public testing::Test {
 protected:
  Known Make(std::initializer_list<unsigned> present, std::initializer_list<unsigned> written) {
    Known known;
    for (unsigned place : present) known.present = sets_.Add(known.present, place);
    for (unsigned place : written) known.written = sets_.Add(known.written, place);
    return known;
  }

  /// The transfer of a sequence of effects.
  Transfer Make(std::initializer_list<Effect> effects) {
    Transfer transfer = Identity(sets_, 4);
    for (Effect effect : effects) {
      Apply(sets_, effect, transfer.low);
      Apply(sets_, effect, transfer.high);
    }
    return transfer;
  }

  SetPool sets_{4};
};

TEST_F(KnownSets, WhereTwoPathsMeetPresenceNeedsBothAndAWriteOne) {
  Known into = Make({0, 1}, {0});
  EXPECT_TRUE(Join(sets_, into, Make({1, 2}, {3})));
  EXPECT_EQ(into, Make({1}, {0, 3}));
  EXPECT_FALSE(Join(sets_, into, Make({1, 3}, {})));
}

TEST_F(KnownSets, ATransferDoesToAnyInputWhatItsEffectsDo) {
  Transfer transfer = Make(
      {{EffectKind::kGain, 0}, {EffectKind::kLose, 1}, {EffectKind::kWrite, 2}, {EffectKind::kUnwrite, 3}});
  EXPECT_EQ(Apply(sets_, transfer, Make({}, {})), Make({0}, {2}));
  EXPECT_EQ(Apply(sets_, transfer, Make({1, 2}, {1, 3})), Make({0, 2}, {1, 2}));
}

TEST_F(KnownSets, ThenIsOneAfterTheOther) {
  Transfer first = Make({{EffectKind::kGain, 0}, {EffectKind::kWrite, 1}});
  Transfer second = Make({{EffectKind::kLose, 0}, {EffectKind::kGain, 2}, {EffectKind::kUnwrite, 1}});
  for (const Known& input : {Make({}, {}), Make({0, 3}, {1, 2}), Make({0, 1, 2, 3}, {0, 1, 2, 3})}) {
    EXPECT_EQ(Apply(sets_, Then(sets_, first, second), input),
              Apply(sets_, second, Apply(sets_, first, input)));
  }
}

TEST_F(KnownSets, JoinIsTheJoinOfTheResults) {
  Transfer one = Make({{EffectKind::kGain, 0}, {EffectKind::kWrite, 1}});
  Transfer other = Make({{EffectKind::kLose, 3}});
  Transfer joined = one;
  Join(sets_, joined, other);
  for (const Known& input : {Make({}, {}), Make({3}, {2}), Make({0, 1, 2, 3}, {0})}) {
    Known expected = Apply(sets_, one, input);
    Join(sets_, expected, Apply(sets_, other, input));
    EXPECT_EQ(Apply(sets_, joined, input), expected);
  }
}

}  // namespace
}  // namespace meshc::analysis
