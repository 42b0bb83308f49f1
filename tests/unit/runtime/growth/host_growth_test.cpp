// What forks and parks cost as they grow, counted instead of timed: the blocks of code that their sources,
// compiled into this program once more, pass through. The compiler puts a call into each of them.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/host/joins.h"
#include "mesh/host/parks.h"
#include "mesh/route/join.h"
#include "mesh/route/steps.h"
#include "tests/support/manual_clock.h"
#include "tests/support/sample_meshes.h"
#include "tests/unit/runtime/host/parked.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace {

std::size_t blocks = 0;

}  // namespace

extern "C" void __sanitizer_cov_trace_pc() { ++blocks; }

namespace mesh::host {
namespace {

/// What doubles the work passes through so many times as many blocks at most; a square through four times.
constexpr std::size_t kAtMost = 3;
/// Of so many elements: what each of them does to all of them is by far the most of the work, if it does.
constexpr int kMany = 4'000;

template <typename Work>
std::size_t BlocksOf(const Work& work, int count) {
  const std::size_t before = blocks;
  work(count);
  return blocks - before;
}

template <typename Work>
void ExpectNotQuadratic(const Work& work) {
  const std::size_t half = BlocksOf(work, kMany / 2);
  EXPECT_GT(half, static_cast<std::size_t>(kMany)) << "the counter counts";
  EXPECT_LT(BlocksOf(work, kMany), kAtMost * half);
}

TEST(JoinGrowth, EndingManyChildrenIsNotQuadratic) {
  for (const contract::Fork& fork :
       {contract::Fork{}, contract::Fork{.wait = contract::Wait::kCount, .count = 2}}) {
    const test::EachMesh mesh({.fork = fork});
    const ServedTable table(&mesh.table());
    ExpectNotQuadratic([&](int count) {
      test::ManualClock clock;
      Timers timers(clock);
      Joins joins(timers);
      const auto children = static_cast<std::uint32_t>(count);
      auto parent = std::make_shared<Envelope>();
      parent->id = "root";
      parent->route.at = 0;
      joins.Open("fork", {.parent = parent, .table = &table, .count = children, .width = 8}, std::nullopt);
      for (std::uint32_t i = 0; i < children; ++i) {
        auto child = std::make_unique<Envelope>();
        // The successes come last, so that nothing is decided before.
        child->status.phase = i + 2 < children ? Phase::kFailed : Phase::kSucceeded;
        child->route.frames.emplace_back(BranchFrame{.fork_id = "fork", .index = i, .join = 4});
        joins.End(std::move(child));
      }
      EXPECT_EQ(joins.open(), 0U);
    });
  }
}

TEST(JoinGrowth, AnEachOfManyElementsIsNotQuadratic) {
  const test::EachMesh mesh({});
  const route::Router router(mesh.table());
  const ServedTable table(&mesh.table());
  ExpectNotQuadratic([&](int count) {
    Envelope parent = test::Items(count, "e");
    router.Enter(0, parent, 0);
    test::ManualClock clock;
    Timers timers(clock);
    Joins joins(timers);
    auto start = joins.Open(route::ForkId(parent),
                            {.parent = std::make_shared<const Envelope>(parent),
                             .table = &table,
                             .elements = route::ElementsOf(router, parent),
                             .count = static_cast<std::uint32_t>(count),
                             .width = 8},
                            std::nullopt);
    std::optional<DecidedJoin> decided;
    while (!start.empty()) {
      const ChildToStart child = start.back();
      start.pop_back();
      auto started = route::StartChild(router, *child.fork->parent, child.fork->elements, child.index, 0);
      router.Complete(started.envelope, {Value::Int(1)}, 0);
      auto progress = joins.End(std::make_unique<Envelope>(std::move(started.envelope)));
      if (progress.start) start.push_back(*progress.start);
      if (progress.decided) decided = std::move(progress.decided);
    }
    ASSERT_TRUE(decided);
    std::vector<const Envelope*> children;
    for (const auto& child : decided->children) children.push_back(child.get());
    route::Join(router, parent, children, decided->verdict, 0);
    EXPECT_EQ(parent.payload[test::EachMesh::kAnswers].list().size(), static_cast<std::size_t>(count));
  });
}

class ParkGrowth : public testing::Test {
 protected:
  void Park(std::string id, std::string root, const std::vector<std::string>& forks = {}) {
    parks_.Park(ParkedIn(table_, std::move(id), std::move(root), forks), clock_.now_ns() + 100,
                [](Parks::Ticket) {});
  }
  bool Wakes(const std::string& root) { return parks_.Signal(root, "go", "1").signalled.has_value(); }

  test::EachMesh mesh_{{.parks = true}};
  ServedTable table_{&mesh_.table()};
  test::ManualClock clock_;
  Timers timers_{clock_};
  Parks parks_{timers_};
};

TEST_F(ParkGrowth, SignalsAmongManyRootsAreNotQuadratic) {
  ExpectNotQuadratic([this](int count) {
    for (int i = 0; i < count; ++i) Park(std::to_string(i), std::to_string(i));
    for (int i = count; i > 0; --i) EXPECT_TRUE(Wakes(std::to_string(i - 1)));
  });
}

TEST_F(ParkGrowth, SignalsAmongManyOfOneRootAreNotQuadratic) {
  ExpectNotQuadratic([this](int count) {
    for (int i = 0; i < count; ++i) Park(std::to_string(i), "root", {"root/0/0"});
    for (int i = 0; i < count; ++i) EXPECT_TRUE(Wakes("root"));
  });
}

TEST_F(ParkGrowth, ForgettingAmongManyEarlySignalsIsNotQuadratic) {
  ExpectNotQuadratic([this](int count) {
    for (int i = 0; i < count; ++i) EXPECT_FALSE(Wakes(std::to_string(i)));
    for (int i = 0; i < count; ++i) parks_.Forget(std::to_string(i));
    EXPECT_EQ(parks_.early_signals(), 0U);
  });
}

}  // namespace
}  // namespace mesh::host
