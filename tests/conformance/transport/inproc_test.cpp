#include "mesh/transport/inproc/inproc.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "tests/conformance/transport/lanes_suite.h"
#include "tests/conformance/transport/one_process_suite.h"
#include "tests/support/collector.h"

namespace mesh::test {
namespace {

struct Inproc {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return transport::MakeInproc(clock);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Inproc, TransportSuite, testing::Types<Inproc>);
INSTANTIATE_TYPED_TEST_SUITE_P(InprocLanes, TransportSuite, testing::Types<WithLanes<Inproc>>);
INSTANTIATE_TYPED_TEST_SUITE_P(Inproc, LanesSuite, testing::Types<WithLanes<Inproc>>);
INSTANTIATE_TYPED_TEST_SUITE_P(Inproc, OneProcessSuite, testing::Types<Inproc>);

/// Takes one delivery.
class Taker final : public transport::Consumer {
 public:
  void Take(transport::Delivery delivery) override { taken = std::move(delivery); }
  transport::Delivery taken;
};

TEST(Inproc, EnvelopesMoveByPointer) {
  ManualClock clock;
  Taker taker;
  const auto transport = transport::MakeInproc(clock);
  transport::Mailbox& mailbox = transport->Open("shop-actor");
  mailbox.Subscribe(1, taker);
  auto envelope = std::make_unique<Envelope>();
  const Envelope* const sent = envelope.get();
  ASSERT_TRUE(mailbox.Send(std::move(envelope), 0));
  EXPECT_EQ(taker.taken.envelope.get(), sent);
}

/// Somebody may send at the very moment.
TEST(Inproc, WhatIsHandedBackGoesBeforeWhatIsSentMeanwhile) {
  constexpr int kRounds = 20'000;
  ManualClock clock;
  Collector collector;
  const auto transport = transport::MakeInproc(clock);
  transport::Mailbox& mailbox = transport->Open("a");
  const auto send = [&mailbox](std::string body) {
    return mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = std::move(body)}), 0);
  };
  mailbox.Subscribe(1, collector);
  ASSERT_TRUE(send("0"));
  std::atomic<int> round = 0;
  std::thread sender([&] {
    for (int i = 1; i <= kRounds; ++i) {
      while (round.load(std::memory_order_acquire) < i) std::this_thread::yield();
      EXPECT_TRUE(send(std::to_string(i)));
    }
  });
  int passed = 0;
  for (int i = 1; i <= kRounds; ++i) {
    // Each round takes one, which is handed back, comes again, and is acknowledged: then the next one comes.
    const auto first = static_cast<std::size_t>(2 * (i - 1));
    transport::Delivery held = collector.TakeOut(first);
    const std::string body = held.letter->body;
    round.store(i, std::memory_order_release);
    mailbox.HandBack(std::move(held), 0);
    collector.WaitForCount(first + 2);
    const transport::Delivery again = collector.TakeOut(first + 1);
    passed += again.letter->body == body ? 0 : 1;
    mailbox.Acknowledge(again);
    collector.WaitForCount(first + 3);
  }
  sender.join();
  EXPECT_EQ(passed, 0);
}

}  // namespace
}  // namespace mesh::test
