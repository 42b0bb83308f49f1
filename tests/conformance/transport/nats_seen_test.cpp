// What a NATS server does by itself, on which the transport rests or which it works around: a newer server
// that does otherwise is told here.
#include <csignal>
#include <string>

#include "mesh/transport/nats_connection.h"
#include "tests/conformance/transport/nats_fixture.h"

namespace mesh::test {
namespace {

class NatsItself : public testing::Test {
 protected:
  void SetUp() override { Connect(); }
  void TearDown() override { Leave(); }

  void Connect() {
    auto opened = transport::NatsConnection::Open(OptionsOf(server_, ""));
    if (const auto* why = std::get_if<std::string>(&opened)) FAIL() << *why;
    connection_ = std::get<0>(std::move(opened));
    ASSERT_EQ(natsConnection_JetStream(&context_, connection_->raw(), nullptr), NATS_OK);
  }
  void Leave() {
    natsSubscription_Destroy(subscription_);
    subscription_ = nullptr;
    jsCtx_Destroy(context_);
    context_ = nullptr;
    connection_.reset();
  }
  void StartAnew(int signal) {
    Leave();
    server_.Stop(signal);
    server_.Start();
    Connect();
  }

  void MakeStream() {
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    const char* subjects[] = {"work"};
    config.Name = "S";
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Retention = js_WorkQueuePolicy;
    ASSERT_EQ(js_AddStream(nullptr, context_, &config, nullptr, nullptr), NATS_OK);
  }
  void Subscribe(std::int64_t most_pending) {
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Config.MaxAckPending = most_pending;
    ASSERT_EQ(js_PullSubscribe(&subscription_, context_, "work", "C", nullptr, &options, nullptr), NATS_OK);
  }
  natsMsg* Take() {
    natsMsgList list{};
    EXPECT_EQ(natsSubscription_Fetch(&list, subscription_, 1, 60'000, nullptr), NATS_OK);
    natsMsg* const message = list.Count > 0 ? list.Msgs[0] : nullptr;
    if (message != nullptr) list.Msgs[0] = nullptr;
    natsMsgList_Destroy(&list);
    return message;
  }
  /// True: the server says that it has it already.
  bool Publish(const std::string& id) {
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.MsgId = id.c_str();
    jsPubAck* answer = nullptr;
    EXPECT_EQ(js_Publish(&answer, context_, "work", "x", 1, &options, nullptr), NATS_OK);
    const bool known = answer != nullptr && answer->Duplicate;
    jsPubAck_Destroy(answer);
    return known;
  }

  NatsServer server_;
  std::unique_ptr<transport::NatsConnection> connection_;
  jsCtx* context_ = nullptr;
  natsSubscription* subscription_ = nullptr;
};

/// So nothing relies on the server's dropping what it has had: claims do.
TEST_F(NatsItself, AServerThatIsStartedAnewForgetsTheIdsOfWhatWasAcknowledged) {
  MakeStream();
  Subscribe(-1);
  EXPECT_FALSE(Publish("done"));
  EXPECT_TRUE(Publish("done"));
  natsMsg* const message = Take();
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(natsMsg_AckSync(message, nullptr, nullptr), NATS_OK);
  natsMsg_Destroy(message);
  EXPECT_FALSE(Publish("waits"));
  EXPECT_TRUE(Publish("done")) << "while it runs it knows";
  StartAnew(SIGTERM);
  EXPECT_TRUE(Publish("waits")) << "what is there it knows by its id";
  EXPECT_FALSE(Publish("done"));
}

/// So the number of messages that may be on loan has no bound: what is put off would use it up.
TEST_F(NatsItself, WhatIsPutOffCountsAsNotAcknowledged) {
  MakeStream();
  Subscribe(1);
  EXPECT_FALSE(Publish("a"));
  EXPECT_FALSE(Publish("b"));
  natsMsg* const message = Take();
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(natsMsg_NakWithDelay(message, 600'000, nullptr), NATS_OK);
  natsMsg_Destroy(message);
  ASSERT_EQ(natsConnection_Flush(connection_->raw()), NATS_OK);
  jsConsumerInfo* info = nullptr;
  ASSERT_EQ(js_GetConsumerInfo(&info, context_, "S", "C", nullptr, nullptr), NATS_OK);
  EXPECT_EQ(info->NumAckPending, 1);
  EXPECT_EQ(info->NumPending, 1U) << "the other one is not given";
  jsConsumerInfo_Destroy(info);
}

}  // namespace
}  // namespace mesh::test
