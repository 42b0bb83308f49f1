// What RabbitMQ does by itself, on which the transport rests or which it works around: a newer broker that
// does otherwise is told here.
#include <poll.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "mesh/transport/amqp/amqp_connection.h"
#include "tests/conformance/transport/amqp_fixture.h"

namespace mesh::test {
namespace {

using Answer = transport::AmqpConnection::Answer;

class RabbitItself : public testing::Test {
 protected:
  explicit RabbitItself(RabbitServer& server = Rabbit()) : server_(server) {}

  static constexpr amqp_channel_t kChannel = 1;
  struct Taken {
    std::uint64_t tag = 0;
    std::string body;
  };

  void SetUp() override {
    Connect();
    Declare();
  }
  void Connect() {
    auto opened = transport::AmqpConnection::Open(OptionsOf(server_, ""), "test");
    if (const auto* why = std::get_if<std::string>(&opened)) FAIL() << *why;
    connection_ = std::get<0>(std::move(opened));
    ASSERT_TRUE(connection_->OpenChannel(kChannel));
  }
  void Declare() {
    transport::AmqpTable arguments;
    arguments.Add("x-queue-type", std::string_view("quorum"));
    ASSERT_EQ(connection_->DeclareQueue(kChannel, queue_, &arguments), Answer::kDone);
  }

  void Send(const std::string& queue, const std::string& body, const std::string& expiration = "") {
    amqp_basic_properties_t properties{};
    if (!expiration.empty()) properties._flags = AMQP_BASIC_EXPIRATION_FLAG;
    properties.expiration = transport::AmqpBytes(expiration);
    ASSERT_TRUE(connection_->Sent(amqp_basic_publish(connection_->raw(), kChannel, amqp_empty_bytes,
                                                     transport::AmqpBytes(queue), 0, 0, &properties,
                                                     transport::AmqpBytes(body))));
  }
  void Consume(std::uint16_t prefetch) {
    amqp_basic_qos(connection_->raw(), kChannel, 0, prefetch, 0);
    ASSERT_EQ(connection_->Check(kChannel), Answer::kDone);
    amqp_basic_consume(connection_->raw(), kChannel, transport::AmqpBytes(queue_), amqp_empty_bytes, 0, 0, 0,
                       amqp_empty_table);
    ASSERT_EQ(connection_->Check(kChannel), Answer::kDone);
  }
  /// The next frame, whenever it comes.
  amqp_frame_t Next() {
    while (true) {
      if (auto frame = connection_->Next()) return *frame;
      if (connection_->broken()) {
        ADD_FAILURE() << connection_->problem();
        return {};
      }
      connection_->Wait(-1, 100);
    }
  }
  Taken Take() {
    const amqp_frame_t frame = Next();
    if (frame.frame_type != AMQP_FRAME_METHOD || frame.payload.method.id != AMQP_BASIC_DELIVER_METHOD) {
      ADD_FAILURE() << "no delivery";
      return {};
    }
    Taken taken{static_cast<amqp_basic_deliver_t*>(frame.payload.method.decoded)->delivery_tag, {}};
    amqp_message_t message{};
    EXPECT_TRUE(connection_->ReadMessage(kChannel, message));
    taken.body = transport::AmqpText(message.body);
    amqp_destroy_message(&message);
    return taken;
  }

  RabbitServer& server_;
  const std::string queue_ = NewRabbitPrefix() + ".itself";
  std::unique_ptr<transport::AmqpConnection> connection_;
};

/// So each delay has a queue.
TEST_F(RabbitItself, ALongTimeToLiveHoldsUpShorterOnesBehindIt) {
  transport::AmqpTable arguments;
  arguments.Add("x-queue-type", std::string_view("quorum"));
  arguments.Add("x-dead-letter-exchange", std::string_view());
  arguments.Add("x-dead-letter-routing-key", std::string_view(queue_));
  const std::string later = queue_ + ".later";
  ASSERT_EQ(connection_->DeclareQueue(kChannel, later, &arguments), Answer::kDone);
  Send(later, "long", "1500");
  Send(later, "short", "1");
  Consume(10);
  EXPECT_EQ(Take().body, "long");
  EXPECT_EQ(Take().body, "short");
}

/// So what is handed back is sent anew, and an order is never relied upon.
TEST_F(RabbitItself, WhatIsPutBackGoesBehindTheRest) {
  Send(queue_, "a");
  Send(queue_, "b");
  Consume(1);
  const Taken a = Take();
  EXPECT_EQ(a.body, "a");
  ASSERT_TRUE(connection_->Sent(amqp_basic_nack(connection_->raw(), kChannel, a.tag, 0, 1)));
  const Taken next = Take();
  EXPECT_EQ(next.body, "b");
  ASSERT_TRUE(connection_->Sent(amqp_basic_ack(connection_->raw(), kChannel, next.tag, 0)));
  EXPECT_EQ(Take().body, "a");
}

/// So a loan is acknowledged by its own opening of a channel, once.
TEST_F(RabbitItself, AnAcknowledgementThatComesTwiceClosesTheChannel) {
  Send(queue_, "a");
  Consume(1);
  const Taken a = Take();
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(connection_->Sent(amqp_basic_ack(connection_->raw(), kChannel, a.tag, 0)));
  const amqp_frame_t frame = Next();
  ASSERT_EQ(frame.payload.method.id, AMQP_CHANNEL_CLOSE_METHOD);
  connection_->TakeClose(frame);
  EXPECT_EQ(connection_->problem().substr(0, 19), "PRECONDITION_FAILED") << connection_->problem();
}

/// One that is impatient, and may be killed.
class RabbitAlone : public RabbitItself {
 protected:
  RabbitAlone() : RabbitItself(Own()) {}
  static RabbitServer& Own() {
    static RabbitServer server("consumer_timeout = 1000\n");
    return server;
  }
  void StartAnew(int signal) {
    connection_.reset();
    server_.Stop(signal);
    server_.Start();
    Connect();
  }
  /// What the queue gives from here on, in order: what its broker counts while it reads its log anew is true
  /// of some moment of its past.
  std::vector<std::string> Rest() {
    Send(queue_, "the last");
    Consume(2000);
    std::vector<std::string> bodies;
    while (!HasFailure() && (bodies.empty() || bodies.back() != "the last")) bodies.push_back(Take().body);
    if (!bodies.empty()) bodies.pop_back();
    return bodies;
  }
  /// None: there is no such queue.
  std::optional<std::uint64_t> Count() {
    std::uint64_t count = 0;
    const Answer answer = connection_->DeclareQueue(kChannel, queue_, nullptr, &count);
    return answer == Answer::kDone ? std::optional(count) : std::nullopt;
  }
  /// Until all of it is confirmed.
  void SendAll(int count) {
    amqp_confirm_select(connection_->raw(), kChannel);
    ASSERT_EQ(connection_->Check(kChannel), Answer::kDone);
    for (int i = 0; i < count; ++i) Send(queue_, std::to_string(i));
    for (std::uint64_t last = 0; last < static_cast<std::uint64_t>(count);) {
      const amqp_frame_t frame = Next();
      ASSERT_EQ(frame.payload.method.id, AMQP_BASIC_ACK_METHOD);
      const auto* const ack = static_cast<amqp_basic_ack_t*>(frame.payload.method.decoded);
      last = ack->multiple ? std::max(last, ack->delivery_tag) : last + 1;
    }
  }
};

/// So a table with a call that may take longer than half of it is refused.
TEST_F(RabbitAlone, ALoanThatLastsTooLongClosesTheChannel) {
  connection_.reset();
  // It looks once a minute, unless it is told otherwise.
  server_.Control({"eval", "application:set_env(rabbit, channel_tick_interval, 100)."});
  Connect();
  Send(queue_, "a");
  Consume(1);
  EXPECT_EQ(Take().body, "a");
  const amqp_frame_t frame = Next();
  ASSERT_EQ(frame.payload.method.id, AMQP_CHANNEL_CLOSE_METHOD);
  connection_->TakeClose(frame);
  EXPECT_EQ(connection_->problem().substr(0, 19), "PRECONDITION_FAILED") << connection_->problem();
}

/// So quorum queues are what a mesh has.
TEST_F(RabbitAlone, AQuorumQueueKeepsWhatWasAcknowledgedWhenItsBrokerIsKilled) {
  // What was declared a moment ago would be forgotten.
  StartAnew(SIGTERM);
  SendAll(100);
  Consume(100);
  std::uint64_t last = 0;
  for (int i = 0; i < 90; ++i) last = Take().tag;
  ASSERT_TRUE(connection_->Sent(amqp_basic_ack(connection_->raw(), kChannel, last, 1)));
  const auto closed = amqp_channel_close(connection_->raw(), kChannel, AMQP_REPLY_SUCCESS);
  ASSERT_EQ(closed.reply_type, AMQP_RESPONSE_NORMAL);
  ASSERT_TRUE(connection_->OpenChannel(kChannel));
  // It is counted a moment later than it is done.
  while (Count() != 10U) poll(nullptr, 0, 10);
  StartAnew(SIGKILL);
  while (Count().value_or(0) == 0U) poll(nullptr, 0, 10);
  EXPECT_EQ(Rest(), (std::vector<std::string>{"90", "91", "92", "93", "94", "95", "96", "97", "98", "99"}));
}

/// So hosts delete no queue.
TEST_F(RabbitAlone, AQueueThatIsDeletedAndDeclaredAgainLosesWhatItHasConfirmedWhenItsBrokerIsKilled) {
  StartAnew(SIGTERM);
  SendAll(10);
  amqp_queue_delete(connection_->raw(), kChannel, transport::AmqpBytes(queue_), 0, 0);
  ASSERT_EQ(connection_->Check(kChannel), Answer::kDone);
  Declare();
  connection_.reset();
  Connect();
  SendAll(1000);
  StartAnew(SIGKILL);
  const auto left = Count();
  std::printf("of 1,000 confirmed messages %s\n",
              left ? (std::to_string(*left) + " are left").c_str() : "the queue is gone, too");
  EXPECT_EQ(left.value_or(0), 0U);
}

}  // namespace
}  // namespace mesh::test
