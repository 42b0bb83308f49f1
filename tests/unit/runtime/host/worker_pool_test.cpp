// Worker threads: how many there are, and that none is kept from anybody.
#include "mesh/host/worker_pool.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/host/default_threads.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::host {
namespace {

using test::Eventually;
using test::Gate;

Job JobOf(std::string id) {
  transport::Delivery delivery;
  delivery.envelope = std::make_unique<Envelope>(test::NewEnvelope(std::move(id), {}));
  return {nullptr, std::move(delivery)};
}

std::string IdOf(const Job& job) { return std::get<transport::Delivery>(job.work).envelope->id; }

TEST(WorkerPool, StartsNoThreadThatHasNothingToDo) {
  std::atomic<int> done = 0;
  WorkerPool pool(
      [&done](Job&) {
        ++done;
        return true;
      },
      100'000);
  EXPECT_EQ(pool.threads(), 0U);
  for (int i = 1; i <= 100; ++i) {
    pool.Submit(JobOf("a"));
    ASSERT_TRUE(Eventually([&] { return done == i && pool.at_rest(); }));
  }
  EXPECT_EQ(pool.threads(), 1U) << "one was always idle";
}

TEST(WorkerPool, StartsAThreadForEachJobThatWouldWaitUpToItsBound) {
  Gate gate;
  WorkerPool pool(
      [&gate](Job&) {
        gate.Pass();
        return true;
      },
      3);
  for (int i = 0; i < 5; ++i) pool.Submit(JobOf("a"));
  gate.WaitForArrivals(3);
  EXPECT_EQ(pool.threads(), 3U);
  EXPECT_FALSE(pool.at_rest());
  gate.Open();
  gate.WaitForArrivals(5);
}

/// A job that its worker has kept is as late as the one before it was when that looked at the clock.
TEST(WorkerPool, HandsTheTimeOnToWhatFollowsAtOnceAndToNothingElse) {
  std::map<std::string, std::int64_t> seen;
  std::atomic<int> done = 0;
  WorkerPool pool(
      [&](Job& job) {
        const std::string id = IdOf(job);
        seen[id] = job.seen_ns;
        if (id == "first") pool.Submit(JobOf("kept"));
        if (id == "first") pool.Submit(JobOf("shared"));
        job.seen_ns = 1'000 + done++;
        return true;
      },
      1);
  pool.Submit(JobOf("first"));
  ASSERT_TRUE(Eventually([&] { return done == 3 && pool.at_rest(); }));
  EXPECT_EQ(seen, (std::map<std::string, std::int64_t>{{"first", 0}, {"kept", 1'000}, {"shared", 0}}));
}

TEST(WorkerPool, OneThatIsGivenUpIsReplaced) {
  Gate gate;
  std::atomic<bool> served = false;
  WorkerPool pool(
      [&](Job& job) {
        if (IdOf(job) == "served") return served = true, true;
        gate.Pass();
        return false;
      },
      1);
  pool.Submit(JobOf("hangs"));
  gate.WaitForArrivals(1);
  pool.Submit(JobOf("served"));
  EXPECT_FALSE(served);
  pool.GiveUpOne();
  EXPECT_TRUE(Eventually([&] { return served.load(); }));
  gate.Open();
}

TEST(WorkerPool, OneThatWasGivenUpComesBackWhereAPlaceIsFree) {
  Gate gate;
  std::atomic<int> served = 0;
  WorkerPool pool(
      [&](Job& job) {
        if (IdOf(job) == "served") return ++served, true;
        gate.Pass();
        return false;
      },
      1);
  pool.Submit(JobOf("hangs"));
  gate.WaitForArrivals(1);
  pool.GiveUpOne();
  EXPECT_EQ(pool.threads(), 0U);
  gate.Open();
  EXPECT_TRUE(Eventually([&] { return pool.threads() == 1; }));
  pool.Submit(JobOf("served"));
  EXPECT_TRUE(Eventually([&] { return served == 1; }));
}

TEST(WorkerPool, OwnJobsInARowLetTheOthersHaveTheirTurn) {
  std::atomic<int> rounds = 0;
  std::atomic<int> rounds_before = -1;
  Gate begun;
  WorkerPool* self = nullptr;
  WorkerPool pool(
      [&](Job& job) {
        if (IdOf(job) == "other") return rounds_before = rounds.load(), true;
        if (rounds == 0) begun.Pass();
        if (++rounds < 10'000) self->Submit(JobOf("round"));
        return true;
      },
      1);
  self = &pool;
  pool.Submit(JobOf("round"));
  begun.WaitForArrivals(1);
  pool.Submit(JobOf("other"));
  begun.Open();
  ASSERT_TRUE(Eventually([&] { return rounds == 10'000 && rounds_before >= 0; }));
  EXPECT_LE(rounds_before, 100) << "a loop of ten thousand hops kept the worker to itself";
}

TEST(WorkerPool, WhoWaitsLeavesHisProcessorToOthers) {
  constexpr std::uint32_t kThreads = 20;
  Gate gate;
  WorkerPool pool(
      [&gate](Job&) {
        gate.Pass();
        return true;
      },
      kThreads, nullptr, nullptr, /*processors=*/1);
  for (std::uint32_t i = 0; i < 2 * kThreads; ++i) pool.Submit(JobOf("a"));
  gate.WaitForArrivals(kThreads);
  EXPECT_EQ(pool.threads(), kThreads);
  gate.Open();
  gate.WaitForArrivals(2 * kThreads);
}

/// So many pieces, each of which becomes a job of two rounds.
class CountedFeed final : public Feed {
 public:
  CountedFeed(WorkerPool& pool, int pieces) : pool_(pool), left_(pieces) {}
  bool Step() override {
    if (left_.fetch_sub(1) <= 0) return false;
    pool_.Submit(JobOf("first"));
    return true;
  }

 private:
  WorkerPool& pool_;
  std::atomic<int> left_;
};

TEST(WorkerPool, WorkersThatHaveNothingElseToDoTakePieces) {
  constexpr int kPieces = 1000;
  std::atomic<int> done = 0;
  WorkerPool* self = nullptr;
  WorkerPool pool(
      [&](Job& job) {
        if (IdOf(job) == "first") return self->Submit(JobOf("second")), true;
        return ++done, true;
      },
      3);
  self = &pool;
  CountedFeed feed(pool, kPieces);
  for (int offered = 0; offered < kPieces; offered += kPieces / 10) pool.Offer(feed, kPieces / 10);
  EXPECT_TRUE(Eventually([&] { return done >= kPieces / 10; }));
  pool.Offer(feed, kPieces);
  EXPECT_TRUE(Eventually([&] { return done == kPieces && pool.at_rest(); }));
  pool.Withdraw();
}

TEST(WorkerPool, NobodyIsAtAPieceOfAFeedThatWasWithdrawn) {
  class Slow final : public Feed {
   public:
    bool Step() override {
      begun.Pass();
      at_work = false;
      return true;
    }
    Gate begun;
    std::atomic<bool> at_work = true;
  };
  WorkerPool pool([](Job&) { return true; }, 1);
  Slow feed;
  pool.Offer(feed, 1);
  feed.begun.WaitForArrivals(1);
  feed.begun.Open();
  pool.Withdraw();
  EXPECT_FALSE(feed.at_work);
}

TEST(WorkerPool, WithoutThreadsEachJobWaitsUntilItIsRun) {
  std::vector<std::string> done;
  WorkerPool pool([&done](Job& job) { return done.push_back(IdOf(job)), true; }, 0);
  for (const char* id : {"a", "b", "c"}) pool.Submit(JobOf(id));
  EXPECT_EQ(pool.queued(), 3U);
  EXPECT_FALSE(pool.at_rest());
  EXPECT_FALSE(pool.RunQueued(3)) << "there are three";
  EXPECT_TRUE(pool.RunQueued(1));
  EXPECT_TRUE(pool.RunQueued());
  EXPECT_EQ(done, (std::vector<std::string>{"b", "a"}));
  pool.Join();
  EXPECT_EQ(done.back(), "c") << "what is queued is worked off before it goes";
  EXPECT_TRUE(pool.at_rest());
  EXPECT_EQ(pool.threads(), 0U);
}

TEST(WorkerPool, WithoutThreadsAJobMayRunAnotherOneAndBeGivenUp) {
  WorkerPool* self = nullptr;
  bool served = false;
  WorkerPool pool(
      [&](Job& job) {
        if (IdOf(job) == "served") return served = true, true;
        self->GiveUpOne();
        EXPECT_TRUE(self->RunQueued());
        EXPECT_TRUE(self->at_rest()) << "who is given up does not count";
        return false;
      },
      0);
  self = &pool;
  pool.Submit(JobOf("hangs"));
  pool.Submit(JobOf("served"));
  EXPECT_TRUE(pool.RunQueued());
  EXPECT_TRUE(served);
  EXPECT_TRUE(pool.at_rest());
}

TEST(WorkerPool, NobodyRunsTheJobsOfThreads) {
  Gate gate;
  WorkerPool pool([&gate](Job&) { return gate.Pass(), true; }, 1);
  pool.Submit(JobOf("a"));
  gate.WaitForArrivals(1);
  pool.Submit(JobOf("b"));
  EXPECT_FALSE(pool.RunQueued());
  gate.Open();
}

/// `left` has a slow handler that takes all of its concurrency; the envelopes of `right` go past.
TEST(Threads, OneSlowActorStarvesNobody) {
  constexpr std::uint32_t kConcurrency = 100;
  const test::ForkMesh mesh({}, kConcurrency);
  Gate slow;
  std::atomic<std::uint32_t> rights = 0;
  test::HostFixture fixture(mesh.table(),
                            {test::EntryOf(mesh.table(), "left",
                                           [&slow](auto, auto&) {
                                             slow.Pass();
                                             return actor::Results{{Value::Int(1)}};
                                           }),
                             test::EntryOf(mesh.table(), "right",
                                           [&rights](auto, auto&) {
                                             ++rights;
                                             return actor::Results{{Value::Int(2)}};
                                           })},
                            {.threads = DefaultThreads(mesh.table(), 2)});
  for (std::uint32_t i = 0; i < 2 * kConcurrency; ++i)
    ASSERT_TRUE(fixture.Submit(test::NewEnvelope(std::to_string(i), ValueList(3))));
  slow.WaitForArrivals(kConcurrency);
  EXPECT_TRUE(Eventually([&] { return rights == 2 * kConcurrency; }));
  slow.Open();
}

}  // namespace
}  // namespace mesh::host
