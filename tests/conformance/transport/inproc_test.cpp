#include "mesh/transport/inproc.h"

#include "tests/conformance/transport/lanes_suite.h"
#include "tests/conformance/transport/one_process_suite.h"

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

}  // namespace
}  // namespace mesh::test
