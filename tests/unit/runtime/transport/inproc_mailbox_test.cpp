// The order of a mailbox of one process, by hand.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mesh/transport/inproc/inproc.h"
#include "tests/support/collector.h"
#include "tests/support/manual_clock.h"

namespace mesh::test {
namespace {

class InprocOrder : public testing::Test {
 protected:
  void Send(std::string body, std::int64_t delay_ns = 0) {
    auto letter = std::make_unique<transport::Letter>(transport::Letter{.body = std::move(body)});
    ASSERT_TRUE(mailbox_.Send(std::move(letter), delay_ns));
  }
  /// All that is given, one after the other, from number `first` on.
  std::vector<std::string> Rest(std::size_t first) {
    for (std::size_t i = first; i < collector_.size(); ++i) mailbox_.Acknowledge(collector_.TakeOut(i));
    auto bodies = collector_.WaitFor(0);
    bodies.erase(bodies.begin(), bodies.begin() + static_cast<std::ptrdiff_t>(first));
    return bodies;
  }

  ManualClock clock_;
  Collector collector_;
  std::unique_ptr<transport::Transport> transport_ = transport::MakeInproc(clock_);
  transport::Mailbox& mailbox_ = transport_->Open("a");
};

TEST_F(InprocOrder, WhatIsHandedBackForLaterGoesAheadOfWhatWaitsByThen) {
  mailbox_.Subscribe(1, collector_);
  Send("back");
  Send("lent");
  Send("waits");
  mailbox_.HandBack(collector_.TakeOut(0), 100);
  clock_.Advance(100);
  EXPECT_EQ(Rest(1), (std::vector<std::string>{"lent", "back", "waits"}));
}

TEST_F(InprocOrder, WhatIsSentForLaterGoesBehindWhatWaitsByThen) {
  mailbox_.Subscribe(1, collector_);
  Send("lent");
  Send("later", 100);
  Send("waits");
  clock_.Advance(100);
  EXPECT_EQ(Rest(0), (std::vector<std::string>{"lent", "waits", "later"}));
}

}  // namespace
}  // namespace mesh::test
