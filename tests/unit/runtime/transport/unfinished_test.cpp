// For what somebody waits who flushes.
#include "mesh/transport/unfinished.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <thread>

#include <gtest/gtest.h>

namespace mesh::transport {
namespace {

using Quiet = std::chrono::milliseconds;

bool NeverGivesUp(Quiet) { return false; }

TEST(Unfinished, NobodyWaitsForWhatHasEnded) {
  Unfinished unfinished;
  unfinished.Wait(NeverGivesUp);
  const std::uint64_t one = unfinished.Begin();
  const std::uint64_t other = unfinished.Begin();
  unfinished.End(other);
  unfinished.End(one);
  unfinished.Wait(NeverGivesUp);
}

TEST(Unfinished, WhoWaitsWaitsForWhatHadBegunAndForNothingSince) {
  Unfinished unfinished;
  const std::uint64_t before = unfinished.Begin();
  unfinished.End(unfinished.Begin());
  std::promise<void> waits;
  std::atomic<bool> has_ended = false;
  std::thread waiter([&] {
    bool told = false;
    unfinished.Wait([&](Quiet) {
      if (!told) waits.set_value();
      told = true;
      return false;
    });
    EXPECT_TRUE(has_ended);
  });
  waits.get_future().wait();
  const std::uint64_t since = unfinished.Begin();
  has_ended = true;
  unfinished.End(before);
  waiter.join();
  unfinished.End(since);
  unfinished.Wait(NeverGivesUp);
}

TEST(Unfinished, WhileSomethingEndsItIsNotQuiet) {
  Unfinished unfinished;
  const std::uint64_t begun = unfinished.Begin();
  std::atomic<bool> enough = false;
  std::thread others([&] {
    while (!enough) unfinished.End(unfinished.Begin());
  });
  constexpr int kMostLooks = 50;
  Quiet quiet(1);
  int looks = 0;
  unfinished.Wait([&](Quiet now) { return (quiet = now) == Quiet(0) || ++looks == kMostLooks; });
  EXPECT_EQ(quiet, Quiet(0));
  enough = true;
  others.join();
  unfinished.End(begun);
}

TEST(Unfinished, WhoWaitsMayGiveUpAndAnotherWaitsOn) {
  Unfinished unfinished;
  const std::uint64_t begun = unfinished.Begin();
  Quiet quiet{};
  unfinished.Wait([&](Quiet now) { return (quiet = now) > Quiet(0); });
  EXPECT_GT(quiet, Quiet(0));
  std::thread ends([&] { unfinished.End(begun); });
  unfinished.Wait(NeverGivesUp);
  ends.join();
}

}  // namespace
}  // namespace mesh::transport
