#include "tests/bench/raw_nats.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace mesh::test {

namespace {

constexpr int kAtATime = 256;
constexpr const char* kAnswers = "raw_answer.";
constexpr const char* kArrivals = "raw_arrival.";

void Must(natsStatus status) {
  if (status == NATS_OK) return;
  std::fprintf(stderr, "NATS: %s\n", natsStatus_GetText(status));
  std::abort();
}

std::uint64_t NumberAfter(std::string_view text, std::string_view before) {
  const std::size_t at = text.find(before);
  std::uint64_t number = 0;
  if (at != std::string_view::npos)
    std::from_chars(text.data() + at + before.size(), text.data() + text.size(), number);
  return number;
}

std::string_view LastToken(std::string_view subject) { return subject.substr(subject.rfind('.') + 1); }

std::string_view BodyOf(natsMsg* message) {
  return {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

std::string Consumer(std::size_t place) { return "at" + std::to_string(place); }
std::string Mailbox(std::size_t place) { return "raw." + std::to_string(place); }

}  // namespace

RawNats::RawNats(const std::string& url, std::string body) : body_(std::move(body)) {
  natsOptions* options = nullptr;
  Must(natsOptions_Create(&options));
  Must(natsOptions_SetURL(options, url.c_str()));
  Must(natsOptions_UseGlobalMessageDelivery(options, true));
  Must(natsOptions_SetSendAsap(options, true));
  Must(natsConnection_Connect(&connection_, options));
  natsOptions_Destroy(options);
  Must(natsConnection_JetStream(&context_, connection_, nullptr));
  MakeStream("raw", "raw.*", false);
  MakeStream("raw_state", "raw_state.*", true);
  MakeStream("raw_ended", "raw_ended.*", true);
  const std::string arrivals = std::string(kArrivals) + "*";
  const std::string answers = std::string(kAnswers) + "*";
  Must(natsConnection_Subscribe(&arrivals_, connection_, arrivals.c_str(), Arrive, this));
  Must(natsConnection_Subscribe(&answers_, connection_, answers.c_str(), Answer, this));
  natsSubscription_SetPendingLimits(arrivals_, -1, -1);
  natsSubscription_SetPendingLimits(answers_, -1, -1);
  for (std::size_t place = 0; place < kMoves; ++place) MakeConsumer(place);
  const std::lock_guard lock(mutex_);
  for (std::size_t place = 0; place < kMoves; ++place) Pull(place);
}

RawNats::~RawNats() {
  natsSubscription_Destroy(arrivals_);
  natsSubscription_Destroy(answers_);
  jsCtx_Destroy(context_);
  natsConnection_Destroy(connection_);
}

void RawNats::MakeStream(const char* name, const char* subjects, bool keeps_values) {
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  config.Name = name;
  config.Subjects = &subjects;
  config.SubjectsLen = 1;
  config.Storage = js_FileStorage;
  config.Retention = keeps_values ? js_LimitsPolicy : js_WorkQueuePolicy;
  config.MaxMsgsPerSubject = keeps_values ? 8 : -1;
  config.AllowDirect = true;
  Must(js_AddStream(nullptr, context_, &config, nullptr, nullptr));
}

void RawNats::MakeConsumer(std::size_t place) {
  const std::string name = Consumer(place);
  const std::string subject = Mailbox(place);
  jsConsumerConfig config;
  jsConsumerConfig_Init(&config);
  config.Durable = name.c_str();
  config.FilterSubject = subject.c_str();
  config.AckPolicy = js_AckExplicit;
  config.MaxAckPending = -1;
  Must(js_AddConsumer(nullptr, context_, "raw", &config, nullptr, nullptr));
}

void RawNats::Pull(std::size_t place) {
  if (asked_[place] > kAtATime / 2) return;
  asked_[place] += kAtATime;
  const std::string subject = "$JS.API.CONSUMER.MSG.NEXT.raw." + Consumer(place);
  const std::string reply = kArrivals + std::to_string(place);
  const std::string question = R"({"batch":)" + std::to_string(kAtATime) + "}";
  Must(natsConnection_PublishRequestString(connection_, subject.c_str(), reply.c_str(), question.c_str()));
}

void RawNats::Send(const std::string& subject, std::string_view body, const std::string& id, Then then) {
  const std::uint64_t number = ++next_;
  waiting_.emplace(number, std::move(then));
  const std::string reply = kAnswers + std::to_string(number);
  natsMsg* message = nullptr;
  Must(natsMsg_Create(&message, subject.c_str(), reply.c_str(), body.data(), static_cast<int>(body.size())));
  if (!id.empty()) Must(natsMsgHeader_Set(message, "Nats-Msg-Id", id.c_str()));
  Must(natsConnection_PublishMsg(connection_, message));
  natsMsg_Destroy(message);
}

void RawNats::Put(const std::string& subject, std::uint64_t expected, Then then) {
  const std::uint64_t number = ++next_;
  waiting_.emplace(number, std::move(then));
  const std::string reply = kAnswers + std::to_string(number);
  natsMsg* message = nullptr;
  Must(
      natsMsg_Create(&message, subject.c_str(), reply.c_str(), body_.data(), static_cast<int>(body_.size())));
  Must(natsMsgHeader_Set(message, "Nats-Expected-Last-Subject-Sequence", std::to_string(expected).c_str()));
  Must(natsConnection_PublishMsg(connection_, message));
  natsMsg_Destroy(message);
}

/// As a root begins: looked for in both buckets, and sent.
void RawNats::Enter(int number) {
  const std::string id = IdOf(number);
  Send("$JS.API.DIRECT.GET.raw_state.raw_state." + id, {}, {}, [this, id](std::string_view) {
    Send("$JS.API.DIRECT.GET.raw_ended.raw_ended." + id, {}, {},
         [this, id](std::string_view) { Send(Mailbox(0), body_, id + ".0", [](std::string_view) {}); });
  });
}

/// And as it ends: written down, unless it has ended before, and told.
void RawNats::End(const std::string& id, const std::string& loan) {
  Put("raw_ended." + id, 0, [this, id, loan](std::string_view) {
    Send(Mailbox(kMoves - 1), body_, id + ".told", [this, loan](std::string_view) { Acknowledge(loan); });
  });
}

void RawNats::Acknowledge(const std::string& loan) {
  Must(natsConnection_PublishString(connection_, loan.c_str(), "+ACK"));
}

void RawNats::Move(std::size_t place, const std::string& id, const std::string& loan) {
  if (place + 1 == kMoves) {
    Acknowledge(loan);
    ++ended_;
    return changed_.notify_all();
  }
  if (place == kActors.size()) return End(id, loan);
  Send(Mailbox(place + 1), body_, id + "." + std::to_string(place + 1),
       [this, loan](std::string_view) { Acknowledge(loan); });
}

void RawNats::Arrive(natsConnection*, natsSubscription*, natsMsg* message, void* self) {
  auto& raw = *static_cast<RawNats*>(self);
  const std::string_view token = LastToken(natsMsg_GetSubject(message));
  const auto place = static_cast<std::size_t>(NumberAfter(token, ""));
  const std::lock_guard lock(raw.mutex_);
  const char* reply = natsMsg_GetReply(message);
  const char* id = nullptr;
  if (reply != nullptr && natsMsgHeader_Get(message, "Nats-Msg-Id", &id) == NATS_OK) {
    --raw.asked_[place];
    const std::string_view known(id);
    raw.Move(place, std::string(known.substr(0, known.rfind('.'))), reply);
  } else {
    raw.asked_[place] = 0;
  }
  raw.Pull(place);
  natsMsg_Destroy(message);
}

void RawNats::Answer(natsConnection*, natsSubscription*, natsMsg* message, void* self) {
  auto& raw = *static_cast<RawNats*>(self);
  const std::uint64_t number = NumberAfter(LastToken(natsMsg_GetSubject(message)), "");
  const std::lock_guard lock(raw.mutex_);
  const auto at = raw.waiting_.find(number);
  if (at != raw.waiting_.end()) {
    const Then then = std::move(at->second);
    raw.waiting_.erase(at);
    then(BodyOf(message));
  }
  natsMsg_Destroy(message);
}

void RawNats::Run(int from, int count) {
  std::unique_lock lock(mutex_);
  const int before = ended_;
  for (int entered = 0; ended_ - before < count;) {
    for (; entered < count && entered - (ended_ - before) < static_cast<int>(kWindow); ++entered)
      Enter(from + entered);
    changed_.wait(lock);
  }
}

}  // namespace mesh::test
