// Who is cancelled, without a store.
#include "mesh/transport/cancelled_roots.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/state/keys.h"

namespace mesh::transport {
namespace {

class Cancelled : public testing::Test {
 protected:
  bool Has(const std::string& root) {
    return roots_.Has(state::CancelKey(root), [this] {
      ++reads_;
      const auto meanwhile = std::exchange(meanwhile_, {});
      std::vector<state::Entry> found = kept_;
      if (!meanwhile.empty()) Put(meanwhile);
      return found;
    });
  }
  /// By this process.
  void Put(const std::string& root) {
    kept_.push_back({state::CancelKey(root), ""});
    roots_.Look({{.key = state::CancelKey(root)}});
  }

  CancelledRoots roots_;
  std::vector<state::Entry> kept_;
  std::string meanwhile_;
  int reads_ = 0;
};

TEST_F(Cancelled, AreKnownAtOnceToWhoHasCancelledThem) {
  EXPECT_FALSE(Has("r"));
  Put("r");
  EXPECT_TRUE(Has("r"));
  EXPECT_FALSE(Has("s"));
}

/// Many visits ask at a time: fewer reads than questions, however slow the machine is.
TEST_F(Cancelled, AreNotReadForEachWhoAsks) {
  constexpr int kAsked = 100'000;
  for (int i = 0; i < kAsked; ++i) EXPECT_FALSE(Has("r"));
  EXPECT_LT(reads_, kAsked / 10);
}

TEST_F(Cancelled, AreReadAgainWhereSomebodyWasCancelledMeanwhile) {
  meanwhile_ = "r";
  EXPECT_FALSE(Has("r")) << "it was not there when it was read";
  EXPECT_TRUE(Has("r"));
}

TEST_F(Cancelled, OtherChangesLeaveItAsItWasRead) {
  constexpr int kAsked = 10'000;
  for (int i = 0; i < kAsked; ++i) {
    roots_.Look(
        {{.key = state::RootKey("r")}, {.kind = state::Change::Kind::kErase, .key = state::CancelKey("s")}});
    EXPECT_FALSE(Has("r"));
  }
  EXPECT_LT(reads_, kAsked / 10);
}

}  // namespace
}  // namespace mesh::transport
