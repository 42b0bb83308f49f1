// Who is woken for what: a thread is told of ended loans once in a while.
#include <poll.h>

#include <gtest/gtest.h>

#include "mesh/transport/amqp/amqp_receiver.h"

namespace mesh::transport {
namespace {

using When = AmqpReceiver::Jobs::When;

bool IsWoken(const AmqpReceiver::Jobs& jobs) {
  pollfd wait{.fd = jobs.descriptor(), .events = POLLIN, .revents = 0};
  return poll(&wait, 1, 0) == 1;
}

TEST(AmqpJobs, WhoSleepsIsWokenForEach) {
  for (const When when : {When::kNow, When::kSoon}) {
    AmqpReceiver::Jobs jobs;
    jobs.Put([] {}, when);
    EXPECT_TRUE(IsWoken(jobs));
    EXPECT_EQ(jobs.Take().size(), 1U);
    EXPECT_FALSE(IsWoken(jobs));
  }
}

TEST(AmqpJobs, WhoWillLookIsWokenOnlyForWhatCannotWait) {
  AmqpReceiver::Jobs jobs;
  jobs.WillLook();
  jobs.Put([] {}, When::kSoon);
  EXPECT_FALSE(IsWoken(jobs));
  jobs.Put([] {}, When::kNow);
  EXPECT_TRUE(IsWoken(jobs));
  EXPECT_EQ(jobs.Take().size(), 2U);
  jobs.Put([] {}, When::kSoon);
  EXPECT_TRUE(IsWoken(jobs)) << "it has looked";
}

}  // namespace
}  // namespace mesh::transport
