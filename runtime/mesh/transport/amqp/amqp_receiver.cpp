#include "mesh/transport/amqp/amqp_receiver.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

#include <fmt/format.h>

#include "mesh/transport/amqp/amqp_mailbox.h"

namespace mesh::transport {

namespace {

using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

constexpr amqp_channel_t kQuestions = AmqpLayout::kFirstChannel;
/// What is returned waits so long for more, because a quorum queue writes down each acknowledgement, of one
/// message or of a hundred.
constexpr milliseconds kTellPause{4};

}  // namespace

void AmqpReceiver::Jobs::Put(Job job, When when) {
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    jobs_.push_back(std::move(job));
    // Whoever was woken takes all.
    if (woken_ || (when == When::kSoon && will_look_)) return;
    woken_ = true;
  }
  wake_.Notify();
}

std::deque<AmqpReceiver::Job> AmqpReceiver::Jobs::Take() {
  const std::lock_guard lock(mutex_);
  wake_.Clear();
  woken_ = false;
  will_look_ = false;
  return std::exchange(jobs_, {});
}

void AmqpReceiver::Jobs::WillLook() {
  const std::lock_guard lock(mutex_);
  will_look_ = true;
}

void AmqpReceiver::Jobs::End() {
  // Destroyed outside the lock: somebody may wait for an answer of theirs.
  std::deque<Job> left;
  const std::lock_guard lock(mutex_);
  ended_ = true;
  left = std::exchange(jobs_, {});
}

AmqpReceiver::AmqpReceiver(Parts parts, std::unique_ptr<AmqpConnection> connection)
    : parts_(std::move(parts)), connection_(std::move(connection)) {
  thread_ = std::thread([this] { Run(); });
}

void AmqpReceiver::Consume(AmqpMailbox& mailbox, std::uint16_t prefetch) {
  jobs_->Put([this, &mailbox, prefetch] {
    auto at = std::ranges::find(channels_, &mailbox, [](const auto& each) { return each.second.mailbox; });
    if (at == channels_.end()) {
      const auto number = static_cast<amqp_channel_t>(kQuestions + 1 + channels_.size());
      at = channels_.emplace(number, Channel{.mailbox = &mailbox}).first;
    }
    at->second.prefetch = prefetch;
    if (usable()) Begin(at->first, at->second);
  });
}

void AmqpReceiver::Cancel(AmqpMailbox& mailbox) {
  jobs_->Put([this, &mailbox] {
    for (auto& [number, channel] : channels_) {
      if (channel.mailbox != &mailbox) continue;
      channel.prefetch = 0;
      const std::string consumer = std::exchange(channel.consumer, {});
      if (consumer.empty() || !usable()) return;
      amqp_basic_cancel(connection_->raw(), number, AmqpBytes(consumer));
      if (connection_->Check(number) == AmqpConnection::Answer::kRefused) CloseChannel(number);
      return;
    }
  });
}

void AmqpReceiver::Acknowledge(AmqpMailbox& mailbox, AmqpPlace place) {
  const auto when = mailbox.Return() ? Jobs::When::kNow : Jobs::When::kSoon;
  jobs_->Put(
      [this, &mailbox, place] {
        const auto at = channels_.find(place.channel);
        // What has come by a channel that is lost comes again: it is nothing to this one.
        const bool is_of_it = at != channels_.end() && at->second.opening == place.opening;
        if (!is_of_it || !at->second.loans.Return(place.tag)) mailbox.Told(1);
      },
      when);
}

template <typename Answer>
std::optional<Answer> AmqpReceiver::Ask(std::function<std::optional<Answer>()> question) {
  // A question that nobody takes up is answered when it goes.
  struct Asked {
    ~Asked() { answer.set_value(std::move(found)); }
    std::promise<std::optional<Answer>> answer;
    std::optional<Answer> found;
  };
  auto asked = std::make_shared<Asked>();
  auto answer = asked->answer.get_future();
  jobs_->Put([this, asked = std::move(asked), question = std::move(question)] {
    // The answer may take long.
    if (usable()) TellReturned(Tell::kAll);
    asked->found = question();
  });
  return answer.get();
}

std::optional<std::uint64_t> AmqpReceiver::Count(const std::string& mailbox) {
  if (!parts_.status.works(AmqpStatus::kReceiving)) return std::nullopt;
  return Ask<std::uint64_t>([this, queue = parts_.names.Queue(mailbox)]() -> std::optional<std::uint64_t> {
    if (!usable() || !questions_open_) return std::nullopt;
    std::uint64_t count = 0;
    const auto answer = connection_->DeclareQueue(kQuestions, queue, nullptr, &count);
    if (answer == AmqpConnection::Answer::kRefused) questions_open_ = connection_->OpenChannel(kQuestions);
    return answer == AmqpConnection::Answer::kDone ? std::optional(count) : std::nullopt;
  });
}

std::optional<bool> AmqpReceiver::Knows(const std::string& mailbox) {
  return Ask<bool>([this, queue = parts_.names.Queue(mailbox)]() -> std::optional<bool> {
    if (usable() && !questions_open_) questions_open_ = connection_->OpenChannel(kQuestions);
    if (!usable() || !questions_open_) return std::nullopt;
    const auto answer = connection_->DeclareQueue(kQuestions, queue, nullptr);
    if (answer == AmqpConnection::Answer::kRefused) questions_open_ = connection_->OpenChannel(kQuestions);
    if (answer == AmqpConnection::Answer::kBroken) return std::nullopt;
    return answer == AmqpConnection::Answer::kDone;
  });
}

std::string AmqpReceiver::Provide(const std::string& mailbox) {
  const auto problem = Ask<std::string>([this, mailbox]() -> std::optional<std::string> {
    if (!usable() || !questions_open_) return std::nullopt;
    const auto answer = parts_.layout.PrepareQueue(*connection_, kQuestions, mailbox);
    if (answer == AmqpConnection::Answer::kDone) return std::string();
    std::string text = parts_.layout.Explain(*connection_, mailbox);
    questions_open_ = connection_->OpenChannel(kQuestions);
    return text;
  });
  return problem.value_or("the connection to the AMQP broker is lost");
}

void AmqpReceiver::Remove(const std::string& mailbox) {
  jobs_->Put([this, queue = parts_.names.Queue(mailbox)] {
    spent_.push_back(queue);
    if (usable()) RemoveSpent();
  });
}

void AmqpReceiver::RemoveSpent() {
  while (questions_open_ && !spent_.empty()) {
    constexpr amqp_boolean_t kOnly = 1;
    amqp_queue_delete(connection_->raw(), kQuestions, AmqpBytes(spent_.back()), kOnly, kOnly);
    const auto answer = connection_->Check(kQuestions);
    if (answer == AmqpConnection::Answer::kBroken) return;
    // Whatever the broker has against it: it goes by itself when nobody has asked for it for a day.
    spent_.pop_back();
    if (answer == AmqpConnection::Answer::kRefused) questions_open_ = connection_->OpenChannel(kQuestions);
  }
}

void AmqpReceiver::Close() {
  {
    std::unique_lock lock(mutex_);
    if (std::exchange(closing_, true) && !thread_.joinable()) return;
    jobs_->Put([] {});
    if (!ended_.wait_for(lock, kAmqpEndPatience, [this] { return has_ended_; }) && connection_ != nullptr)
      connection_->Interrupt();
  }
  if (thread_.joinable()) thread_.join();
}

bool AmqpReceiver::closing() const {
  const std::lock_guard lock(mutex_);
  return closing_;
}

void AmqpReceiver::Run() {
  questions_open_ = connection_->OpenChannel(kQuestions);
  auto looked = Steady::now();
  while (!closing()) {
    DoJobs();
    if (connection_ == nullptr) Reconnect();
    if (connection_ == nullptr) {
      Pause();
      continue;
    }
    Hear();
    if (Steady::now() - looked >= milliseconds(kAmqpLookMs)) {
      looked = Steady::now();
      Look();
    }
    if (connection_->broken()) {
      Lose();
      Pause();
      continue;
    }
    connection_->Recycle();
    const int patience = Patience();
    if (patience < kAmqpLookMs) jobs_->WillLook();
    // Who closes it may have woken it before.
    if (!closing()) connection_->Wait(jobs_->descriptor(), patience);
  }
  // Acknowledgements of what was done last.
  DoJobs();
  jobs_->End();
  std::unique_ptr<AmqpConnection> last;
  {
    const std::lock_guard lock(mutex_);
    last = std::move(connection_);
  }
  last.reset();
  const std::lock_guard lock(mutex_);
  has_ended_ = true;
  ended_.notify_all();
}

void AmqpReceiver::DoJobs() {
  for (Job& job : jobs_->Take()) job();
  if (usable()) TellReturned(closing() ? Tell::kAll : Tell::kDue);
}

void AmqpReceiver::TellReturned(Tell what) {
  const Time now = Steady::now();
  const bool is_time = what == Tell::kAll || now >= tell_at_;
  if (is_time) tell_at_ = now + kTellPause;
  for (auto& [number, channel] : channels_) {
    const std::size_t returned = channel.loans.returned();
    if (!is_time && !IsMuch(returned, channel.prefetch)) continue;
    channel.mailbox->Told(returned);
    for (const auto& told : channel.loans.Take())
      connection_->Sent(amqp_basic_ack(connection_->raw(), number, told.tag, told.multiple ? 1 : 0));
  }
}

int AmqpReceiver::Patience() const {
  const auto waits = [](const auto& each) { return each.second.loans.returned() > 0; };
  if (std::ranges::none_of(channels_, waits)) return kAmqpLookMs;
  const auto left = std::chrono::ceil<milliseconds>(tell_at_ - Steady::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, kAmqpLookMs));
}

void AmqpReceiver::Reconnect() {
  auto opened = AmqpConnection::Open(parts_.options, "consumes");
  if (const auto* why = std::get_if<std::string>(&opened))
    return parts_.status.Set(AmqpStatus::kReceiving, *why);
  {
    const std::lock_guard lock(mutex_);
    connection_ = std::get<std::unique_ptr<AmqpConnection>>(std::move(opened));
  }
  questions_open_ = connection_->OpenChannel(kQuestions);
  // Before what was on loan comes again.
  RemoveSpent();
  problem_.clear();
  bool all = questions_open_;
  for (auto& [number, channel] : channels_) {
    if (all && channel.prefetch > 0) all = Begin(number, channel) || usable();
  }
  if (!all) return Lose();
  parts_.status.Set(AmqpStatus::kReceiving, problem_);
}

void AmqpReceiver::Lose() {
  parts_.status.Set(AmqpStatus::kReceiving,
                    fmt::format("the connection to the AMQP broker is lost: {}", connection_->problem()));
  questions_open_ = false;
  std::unique_ptr<AmqpConnection> lost;
  {
    const std::lock_guard lock(mutex_);
    lost = std::move(connection_);
  }
  for (const auto& [number, channel] : channels_) CloseChannel(number);
}

void AmqpReceiver::Pause() {
  const auto until = Steady::now() + milliseconds(backoff_.Next());
  std::unique_lock lock(mutex_);
  ended_.wait_until(lock, until, [this] { return closing_; });
}

/// What it lent is lent no more.
void AmqpReceiver::CloseChannel(amqp_channel_t number) {
  Channel& channel = channels_.at(number);
  channel.consumer.clear();
  channel.mailbox->Told(channel.loans.returned());
  channel.loans.Clear();
  if (const std::uint64_t opening = std::exchange(channel.opening, 0); opening != 0)
    parts_.listener.lost(opening);
}

bool AmqpReceiver::Prepare(std::string_view mailbox) {
  TellReturned(Tell::kAll);
  if (!questions_open_) questions_open_ = connection_->OpenChannel(kQuestions);
  if (!questions_open_) return false;
  const auto answer = parts_.layout.PrepareQueue(*connection_, kQuestions, mailbox);
  if (answer == AmqpConnection::Answer::kDone) return true;
  problem_ = parts_.layout.Explain(*connection_, mailbox);
  questions_open_ = answer == AmqpConnection::Answer::kRefused && connection_->OpenChannel(kQuestions);
  if (usable()) parts_.status.Set(AmqpStatus::kReceiving, problem_);
  return false;
}

bool AmqpReceiver::Begin(amqp_channel_t number, Channel& channel) {
  if (!channel.consumer.empty()) return true;
  if (!Prepare(channel.mailbox->name())) return false;
  if (channel.opening == 0) {
    if (!connection_->OpenChannel(number)) return false;
    channel.opening = ++openings_;
  }
  const std::string queue = parts_.names.Queue(channel.mailbox->name());
  const std::string consumer = fmt::format("mesh-{}", ++consumers_);
  amqp_basic_qos(connection_->raw(), number, 0, channel.prefetch, 0);
  if (connection_->Check(number) == AmqpConnection::Answer::kDone) {
    amqp_basic_consume(connection_->raw(), number, AmqpBytes(queue), AmqpBytes(consumer), 0, 0, 0,
                       amqp_empty_table);
    if (connection_->Check(number) == AmqpConnection::Answer::kDone) {
      channel.consumer = consumer;
      backoff_.Reset();
      if (!std::exchange(problem_, {}).empty()) parts_.status.Set(AmqpStatus::kReceiving, {});
      return true;
    }
  }
  problem_ = parts_.layout.Explain(*connection_, channel.mailbox->name());
  if (usable()) parts_.status.Set(AmqpStatus::kReceiving, problem_);
  CloseChannel(number);
  return false;
}

void AmqpReceiver::Look() {
  for (auto& [number, channel] : channels_) {
    if (usable() && channel.prefetch > 0 && channel.consumer.empty()) Begin(number, channel);
  }
  parts_.listener.look();
}

void AmqpReceiver::Hear() {
  while (auto frame = connection_->Next()) Take(*frame);
}

void AmqpReceiver::Take(const amqp_frame_t& frame) {
  if (frame.frame_type != AMQP_FRAME_METHOD) return;
  switch (frame.payload.method.id) {
    case AMQP_BASIC_DELIVER_METHOD: return TakeDelivery(frame);
    case AMQP_BASIC_CANCEL_METHOD: {
      // Its queue is gone, or has moved: it is looked for again.
      const auto at = channels_.find(frame.channel);
      if (at != channels_.end()) at->second.consumer.clear();
      return;
    }
    case AMQP_CHANNEL_CLOSE_METHOD:
      connection_->TakeClose(frame);
      if (frame.channel == kQuestions)
        questions_open_ = false;
      else if (channels_.contains(frame.channel))
        CloseChannel(frame.channel);
      return;
    default: return;
  }
}

void AmqpReceiver::TakeDelivery(const amqp_frame_t& frame) {
  const auto& deliver = *static_cast<amqp_basic_deliver_t*>(frame.payload.method.decoded);
  const std::uint64_t tag = deliver.delivery_tag;
  const bool redelivered = deliver.redelivered != 0;
  amqp_message_t message{};
  if (!connection_->ReadMessage(frame.channel, message)) return;
  const auto at = channels_.find(frame.channel);
  if (at != channels_.end() && at->second.opening != 0) {
    at->second.loans.Lend(tag);
    parts_.listener.arrived(*at->second.mailbox,
                            {.opening = at->second.opening, .channel = frame.channel, .tag = tag},
                            ReadAmqpLetter(message, redelivered));
  }
  amqp_destroy_message(&message);
}

}  // namespace mesh::transport
