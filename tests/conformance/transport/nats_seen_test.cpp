// What a NATS server does by itself, on which the transport rests or which it works around: a newer server
// that does otherwise is told here.
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdio>
#include <future>
#include <string>
#include <utility>

#include "mesh/transport/nats/nats_connection.h"
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
  /// `wait_ms`: after which what is not acknowledged comes again; 0: the server's own.
  void Subscribe(std::int64_t most_pending, std::int64_t wait_ms = 0) {
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Config.MaxAckPending = most_pending;
    options.Config.AckWait = wait_ms * 1'000'000;
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

  std::uint64_t CountMessages(const char* stream) {
    jsStreamInfo* info = nullptr;
    EXPECT_EQ(js_GetStreamInfo(&info, context_, stream, nullptr, nullptr), NATS_OK);
    const std::uint64_t count = info == nullptr ? 0 : info->State.Msgs;
    jsStreamInfo_Destroy(info);
    return count;
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

/// So claims tell the copies. How many come back is chance, and so is what consumers know of them.
TEST_F(NatsItself, AServerThatIsKilledBringsBackWhatWasAcknowledged) {
  constexpr int kCount = 200;
  MakeStream();
  Subscribe(-1);
  for (int i = 0; i <= kCount; ++i) EXPECT_FALSE(Publish(std::to_string(i)));
  for (int i = 0; i < kCount; ++i) {
    natsMsg* const message = Take();
    ASSERT_NE(message, nullptr);
    const bool is_last = i + 1 == kCount;
    EXPECT_EQ(is_last ? natsMsg_AckSync(message, nullptr, nullptr) : natsMsg_Ack(message, nullptr), NATS_OK);
    natsMsg_Destroy(message);
  }
  EXPECT_EQ(CountMessages("S"), 1U);
  StartAnew(SIGKILL);
  const std::uint64_t back = CountMessages("S");
  // Newer servers were not seen to do so.
  if (!OlderNats().empty()) {
    EXPECT_GT(back, 1U);
  }
  jsConsumerInfo* info = nullptr;
  ASSERT_EQ(js_GetConsumerInfo(&info, context_, "S", "C", nullptr, nullptr), NATS_OK);
  std::printf("%llu of %d are back, of which the consumer will give %llu\n",
              static_cast<unsigned long long>(back - 1), kCount,
              static_cast<unsigned long long>(info->NumPending));
  jsConsumerInfo_Destroy(info);
}

/// So a message says itself before which moment it is not to be handled, and counts of the server are hints.
TEST_F(NatsItself, AServerThatIsKilledForgetsDelays) {
  MakeStream();
  Subscribe(-1, 500);
  EXPECT_FALSE(Publish("a"));
  natsMsg* const message = Take();
  ASSERT_NE(message, nullptr);
  EXPECT_EQ(natsMsg_NakWithDelay(message, 600'000, nullptr), NATS_OK);
  natsMsg_Destroy(message);
  ASSERT_EQ(natsConnection_Flush(connection_->raw()), NATS_OK);
  StartAnew(SIGKILL);
  Subscribe(-1, 500);
  natsMsg* const again = Take();
  ASSERT_NE(again, nullptr) << "it keeps the delay";
  jsMsgMetaData* known = nullptr;
  ASSERT_EQ(natsMsg_GetMetaData(&known, again), NATS_OK);
  std::printf("the second delivery counts as number %llu\n",
              static_cast<unsigned long long>(known->NumDelivered));
  jsMsgMetaData_Destroy(known);
  natsMsg_Destroy(again);
}

/// So what was removed tells, where it went to, what it has gone on from.
TEST_F(NatsItself, AServerThatIsKilledBringsBackWhatWasReplacedWithoutWhatReplacedIt) {
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  const char* subjects[] = {"kept.*"};
  config.Name = "K";
  config.Subjects = subjects;
  config.SubjectsLen = 1;
  config.MaxMsgsPerSubject = 1;
  ASSERT_EQ(js_AddStream(nullptr, context_, &config, nullptr, nullptr), NATS_OK);
  const auto put = [this](const char* subject, const std::string& body) {
    jsPubAck* answer = nullptr;
    EXPECT_EQ(
        js_Publish(&answer, context_, subject, body.data(), static_cast<int>(body.size()), nullptr, nullptr),
        NATS_OK);
    const std::uint64_t number = answer == nullptr ? 0 : answer->Sequence;
    jsPubAck_Destroy(answer);
    return number;
  };
  // Files of the server end after some megabytes; the first one is kept by what else is there.
  const auto end_file = [&put] {
    const std::string filler(900'000, 'x');
    for (int i = 0; i < 30; ++i) put("kept.filler", filler);
  };
  put("kept.other", "stays");
  put("kept.a", "former");
  end_file();
  const std::uint64_t latter = put("kept.a", "latter");
  end_file();
  ASSERT_EQ(js_DeleteMsg(context_, "K", latter, nullptr, nullptr), NATS_OK);
  StartAnew(SIGKILL);
  natsMsg* message = nullptr;
  ASSERT_EQ(js_GetLastMsg(&message, context_, "K", "kept.a", nullptr, nullptr), NATS_OK);
  EXPECT_EQ(std::string(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))),
            "former");
  natsMsg_Destroy(message);
}

/// So what is not answered in time is sent again by its id, by the transport itself.
TEST_F(NatsItself, TheLibraryNeverTellsWhatBecameOfWhatWasUnderWayAtAStart) {
  constexpr int kCount = 100;
  MakeStream();
  server_.Halt();
  for (int i = 0; i < kCount; ++i) ASSERT_EQ(js_PublishAsync(context_, "work", "x", 1, nullptr), NATS_OK);
  server_.Stop(SIGKILL);
  server_.Start();
  while (!connection_->connected()) poll(nullptr, 0, 10);
  // What is sent now is answered, and would be so later than what was sent before.
  EXPECT_FALSE(Publish("since"));
  natsMsgList left{};
  ASSERT_EQ(js_PublishAsyncGetPendingList(&left, context_), NATS_OK);
  EXPECT_EQ(left.Count, kCount);
  natsMsgList_Destroy(&left);
}

/// So nothing is published by those who are told of confirmations, unless it need not wait.
TEST_F(NatsItself, TheLibraryWaitsForItselfWhereAConfirmationSetsOffMoreThanTheWindowHolds) {
  MakeStream();
  struct Told {
    std::promise<natsStatus> second;
    bool once = false;
  } told;
  jsOptions options;
  jsOptions_Init(&options);
  options.PublishAsync.MaxPending = 1;
  options.PublishAsync.StallWait = 50;
  options.PublishAsync.AckHandler = [](jsCtx* context, natsMsg* message, jsPubAck*, jsPubAckErr*,
                                       void* closure) {
    natsMsg_Destroy(message);
    auto& what = *static_cast<Told*>(closure);
    if (std::exchange(what.once, true)) return;
    js_PublishAsync(context, "work", "x", 1, nullptr);
    what.second.set_value(js_PublishAsync(context, "work", "x", 1, nullptr));
  };
  options.PublishAsync.AckHandlerClosure = &told;
  jsCtx* context = nullptr;
  ASSERT_EQ(natsConnection_JetStream(&context, connection_->raw(), &options), NATS_OK);
  ASSERT_EQ(js_PublishAsync(context, "work", "x", 1, nullptr), NATS_OK);
  EXPECT_EQ(told.second.get_future().get(), NATS_TIMEOUT) << "nobody takes the confirmation meanwhile";
  jsPubOptions patience;
  jsPubOptions_Init(&patience);
  patience.MaxWait = 60'000;
  EXPECT_EQ(js_PublishAsyncComplete(context, &patience), NATS_OK);
  jsCtx_Destroy(context);
}

/// Whoever syncs a file from now on dies.
void ForbidSyncs() {
  sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fsync, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fdatasync, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program = {.len = std::size(rules), .filter = rules};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) _exit(126);
}

/// So against loss of power there are replicas: what was confirmed may not be on the disk.
TEST_F(NatsItself, AServerConfirmsWhatItHasNotSynced) {
  const auto syncs = [] {
    ForbidSyncs();
    fsync(STDERR_FILENO);
    _exit(0);
  };
  EXPECT_EXIT(syncs(), testing::KilledBySignal(SIGSYS), "");
  MakeStream();
  Leave();
  server_.Stop(SIGTERM);
  server_.StartWith(ForbidSyncs);
  Connect();
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(Publish(std::to_string(i)));
  EXPECT_EQ(CountMessages("S"), 100U);
}

}  // namespace
}  // namespace mesh::test
