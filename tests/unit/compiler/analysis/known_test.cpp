#include <gtest/gtest.h>

#include "compiler/analysis/known.h"

namespace meshc::analysis {
namespace {

Known Make(std::initializer_list<unsigned> present, std::initializer_list<unsigned> written) {
  Known known{Bits(4, false), Bits(4, false)};
  for (unsigned place : present) known.present.set(place);
  for (unsigned place : written) known.written.set(place);
  return known;
}

/// The transfer of a sequence of effects.
Transfer Make(std::initializer_list<Effect> effects) {
  Transfer transfer = Identity(4);
  for (Effect effect : effects) {
    Apply(effect, transfer.low);
    Apply(effect, transfer.high);
  }
  return transfer;
}

TEST(Known, WhereTwoPathsMeetPresenceNeedsBothAndAWriteOne) {
  Known into = Make({0, 1}, {0});
  EXPECT_TRUE(Join(into, Make({1, 2}, {3})));
  EXPECT_EQ(into, Make({1}, {0, 3}));
  EXPECT_FALSE(Join(into, Make({1, 3}, {})));
}

TEST(Transfer, DoesToAnyInputWhatItsEffectsDo) {
  Transfer transfer = Make(
      {{EffectKind::kGain, 0}, {EffectKind::kLose, 1}, {EffectKind::kWrite, 2}, {EffectKind::kUnwrite, 3}});
  EXPECT_EQ(Apply(transfer, Make({}, {})), Make({0}, {2}));
  EXPECT_EQ(Apply(transfer, Make({1, 2}, {1, 3})), Make({0, 2}, {1, 2}));
}

TEST(Transfer, ThenIsOneAfterTheOther) {
  Transfer first = Make({{EffectKind::kGain, 0}, {EffectKind::kWrite, 1}});
  Transfer second = Make({{EffectKind::kLose, 0}, {EffectKind::kGain, 2}, {EffectKind::kUnwrite, 1}});
  for (const Known& input : {Make({}, {}), Make({0, 3}, {1, 2}), Make({0, 1, 2, 3}, {0, 1, 2, 3})}) {
    EXPECT_EQ(Apply(Then(first, second), input), Apply(second, Apply(first, input)));
  }
}

TEST(Transfer, JoinIsTheJoinOfTheResults) {
  Transfer one = Make({{EffectKind::kGain, 0}, {EffectKind::kWrite, 1}});
  Transfer other = Make({{EffectKind::kLose, 3}});
  Transfer joined = one;
  Join(joined, other);
  for (const Known& input : {Make({}, {}), Make({3}, {2}), Make({0, 1, 2, 3}, {0})}) {
    Known expected = Apply(one, input);
    Join(expected, Apply(other, input));
    EXPECT_EQ(Apply(joined, input), expected);
  }
}

}  // namespace
}  // namespace meshc::analysis
