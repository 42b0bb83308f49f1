#include "mesh/transport/amqp/amqp_publisher.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "mesh/transport/mark.h"

namespace mesh::transport {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using Steady = std::chrono::steady_clock;

/// Messages without an answer.
constexpr std::size_t kWindow = 1'024;
constexpr std::size_t kAtATime = 64;
/// With so many unanswered nobody notices that a message waits for others: each burst costs more than one
/// more message in it.
constexpr std::size_t kMany = 16;
constexpr milliseconds kGathering{1};
/// Nothing longer is taken by a broker.
constexpr std::size_t kLongestBody = std::size_t{128} << 20U;

std::string NewNonce() { return NewMark() + NewMark(); }

}  // namespace

AmqpPublisher::AmqpPublisher(const Parts& parts, std::unique_ptr<AmqpConnection> connection)
    : parts_(parts), connection_(std::move(connection)) {
  thread_ = std::thread([this] { Run(); });
}

void AmqpPublisher::Publish(AmqpPost post, Told told) {
  Waiting waiting{.post = std::move(post), .told = std::move(told)};
  {
    const std::lock_guard lock(mutex_);
    if (!closing_) {
      outbox_.push_back(std::move(waiting));
      // What is behind another one is seen with that.
      if (outbox_.size() == 1) wake_.Notify();
      return;
    }
  }
  Answer(std::move(waiting), false);
}

void AmqpPublisher::Close() {
  {
    std::unique_lock lock(mutex_);
    if (std::exchange(closing_, true) && !thread_.joinable()) return;
    wake_.Notify();
    // It may be held up by a broker that reads nothing.
    if (!ended_.wait_for(lock, kAmqpEndPatience, [this] { return has_ended_; }) && connection_ != nullptr)
      connection_->Interrupt();
  }
  if (thread_.joinable()) thread_.join();
  for (auto& [number, waiting] : std::exchange(in_flight_, {})) Answer(std::move(waiting), false);
  for (auto& [time, waiting] : std::exchange(put_off_, {})) Answer(std::move(waiting), false);
  for (Waiting& waiting : std::exchange(outbox_, {})) Answer(std::move(waiting), false);
}

bool AmqpPublisher::closing() const {
  const std::lock_guard lock(mutex_);
  return closing_;
}

void AmqpPublisher::Run() {
  if (!SetUp(*connection_)) Lose();
  while (!closing()) {
    wake_.Clear();
    if (connection_ == nullptr) Reconnect();
    if (connection_ == nullptr) {
      Pause();
      continue;
    }
    Hear();
    RetryDue();
    if (!Gathers()) SendAll();
    if (connection_->broken()) {
      Lose();
      Pause();
      continue;
    }
    connection_->Recycle();
    if (Gathers())
      connection_->Wait(wake_.descriptor(), kGathering.count());
    else if (!MaySend(Front()))
      connection_->Wait(wake_.descriptor(), PauseUntilRetry());
  }
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

void AmqpPublisher::Reconnect() {
  auto opened = AmqpConnection::Open(parts_.options, "publishes");
  if (const auto* why = std::get_if<std::string>(&opened))
    return parts_.status.Set(AmqpStatus::kPublishing, *why);
  {
    const std::lock_guard lock(mutex_);
    connection_ = std::get<std::unique_ptr<AmqpConnection>>(std::move(opened));
  }
  if (!SetUp(*connection_)) return Lose();
  Show();
}

/// What keeps it from its work.
void AmqpPublisher::Show() {
  const bool refuses = problem_.empty() && !refusals_.empty();
  parts_.status.Set(AmqpStatus::kPublishing, refuses ? refusals_.begin()->second : problem_);
}

bool AmqpPublisher::SetUp(AmqpConnection& connection) {
  if (!connection.OpenChannel(kMessages) || !connection.OpenChannel(kQuestions)) return false;
  amqp_confirm_select(connection.raw(), kMessages);
  return connection.Check(kMessages) == AmqpConnection::Answer::kDone;
}

/// All that has no answer goes first when there is a connection again.
void AmqpPublisher::Lose() {
  parts_.status.Set(AmqpStatus::kPublishing,
                    fmt::format("the connection to the AMQP broker is lost: {}", connection_->problem()));
  next_number_ = 0;
  blocked_ = false;
  known_queues_.clear();
  known_delays_.clear();
  SendAgain(std::exchange(in_flight_, {}));
  std::unique_ptr<AmqpConnection> lost;
  const std::lock_guard lock(mutex_);
  lost = std::move(connection_);
}

void AmqpPublisher::SendAgain(std::map<std::uint64_t, Waiting> unanswered) {
  const std::lock_guard lock(mutex_);
  for (auto at = unanswered.rbegin(); at != unanswered.rend(); ++at) {
    at->second.returned = false;
    outbox_.push_front(std::move(at->second));
  }
  // While nobody had a connection nobody could come back: the patience with who waits begins anew.
  for (Waiting& waiting : outbox_) waiting.first_returned.reset();
  for (auto& [time, waiting] : put_off_) waiting.first_returned.reset();
}

void AmqpPublisher::Pause() {
  std::unique_lock lock(mutex_);
  ended_.wait_for(lock, milliseconds(backoff_.Next()), [this] { return closing_; });
}

void AmqpPublisher::RetryDue() {
  const Time now = Steady::now();
  while (!put_off_.empty() && put_off_.begin()->first <= now) {
    const std::lock_guard lock(mutex_);
    outbox_.push_back(std::move(put_off_.begin()->second));
    put_off_.erase(put_off_.begin());
  }
}

int AmqpPublisher::PauseUntilRetry() const {
  if (put_off_.empty()) return kAmqpLookMs;
  const auto left = std::chrono::duration_cast<milliseconds>(put_off_.begin()->first - Steady::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count() + 1, 0, kAmqpLookMs));
}

AmqpPublisher::Waiting* AmqpPublisher::Front() {
  const std::lock_guard lock(mutex_);
  return outbox_.empty() ? nullptr : &outbox_.front();
}

AmqpPublisher::Waiting AmqpPublisher::TakeFront() {
  const std::lock_guard lock(mutex_);
  Waiting first = std::move(outbox_.front());
  outbox_.pop_front();
  return first;
}

/// A broker that takes nothing reads no question that stands behind a message, and says so only afterwards:
/// so nothing is asked before all that was sent is answered.
bool AmqpPublisher::MaySend(Waiting* first) const {
  if (first == nullptr || blocked_ || in_flight_.size() >= kWindow) return false;
  first->delay = DelayOf(first->post);
  return in_flight_.empty() || IsPrepared(*first);
}

bool AmqpPublisher::Gathers() const {
  if (in_flight_.size() < kMany || Steady::now() >= send_at_) return false;
  const std::lock_guard lock(mutex_);
  return !outbox_.empty() && outbox_.size() < kAtATime;
}

/// What is sent stays at the front until it is: a connection may be lost at any moment.
void AmqpPublisher::SendAll() {
  std::optional<AmqpConnection::Burst> burst;
  for (std::size_t sent = 0; sent < kAtATime; ++sent) {
    Waiting* const first = Front();
    if (!MaySend(first)) return;
    if (first->post.sending.letter.body.size() > kLongestBody) {
      Answer(TakeFront(), false);
      continue;
    }
    switch (Prepare(*first)) {
      case Ready::kBroken: return;
      case Ready::kLater: PutOff(TakeFront(), kRefusedPause); continue;
      case Ready::kNow: break;
    }
    // Whatever else there is to ask is asked when all of it is answered.
    if (!burst) burst.emplace(*connection_);
    send_at_ = Steady::now() + kGathering;
    if (!Send(*first)) return;
    in_flight_.emplace(next_number_, TakeFront());
  }
}

std::int64_t AmqpPublisher::DelayOf(const AmqpPost& post) const {
  if (post.sending.not_before_ns <= 0) return 0;
  const std::int64_t left_ns = post.sending.not_before_ns - parts_.clock.now_ns();
  return left_ns <= 0 ? 0 : AmqpDelay(left_ns);
}

bool AmqpPublisher::KnowsQueue(const std::string& mailbox) const {
  return IsReplyMailbox(mailbox) || known_queues_.contains(mailbox);
}

/// Asked long before the broker thinks that nobody wants it any more.
bool AmqpPublisher::KnowsDelay(std::int64_t delay) const {
  const auto known = known_delays_.find(delay);
  return known != known_delays_.end() &&
         Steady::now() - known->second < nanoseconds(parts_.options.idle_ns / 4);
}

/// True if Prepare has nothing to ask.
bool AmqpPublisher::IsPrepared(const Waiting& waiting) const {
  return KnowsQueue(waiting.post.sending.mailbox) && (waiting.delay == 0 || KnowsDelay(waiting.delay));
}

AmqpPublisher::Ready AmqpPublisher::Prepare(const Waiting& waiting) {
  const std::string& mailbox = waiting.post.sending.mailbox;
  if (!KnowsQueue(mailbox)) {
    const Ready ready = Check(parts_.layout.PrepareQueue(*connection_, kQuestions, mailbox), mailbox);
    if (ready != Ready::kNow) return ready;
    known_queues_.insert(mailbox);
  }
  if (waiting.delay == 0 || KnowsDelay(waiting.delay)) return Ready::kNow;
  const Ready ready = Check(parts_.layout.PrepareDelay(*connection_, kQuestions, waiting.delay), mailbox);
  if (ready == Ready::kNow) known_delays_[waiting.delay] = Steady::now();
  return ready;
}

AmqpPublisher::Ready AmqpPublisher::Check(AmqpConnection::Answer answer, std::string_view mailbox) {
  if (answer == AmqpConnection::Answer::kDone) {
    if (!std::exchange(problem_, {}).empty()) Show();
    return Ready::kNow;
  }
  if (answer == AmqpConnection::Answer::kBroken) return Ready::kBroken;
  problem_ = parts_.layout.Explain(*connection_, mailbox);
  Show();
  return connection_->OpenChannel(kQuestions) ? Ready::kLater : Ready::kBroken;
}

/// Each try has a nonce of its own, unless the message keeps one: of two that arrive one goes on.
bool AmqpPublisher::Send(const Waiting& waiting) {
  const Sending& sending = waiting.post.sending;
  const std::string exchange = waiting.delay == 0 ? std::string() : parts_.names.Later();
  const std::string queue = parts_.names.Queue(sending.mailbox);
  const std::string nonce = sending.letter.nonce.empty() ? NewNonce() : sending.letter.nonce;
  const std::string delay_text = std::to_string(waiting.delay);
  const std::string number = std::to_string(++next_number_);
  AmqpTable headers;
  WriteAmqpLetter(waiting.post, nonce, headers);
  if (waiting.delay > 0) headers.Add("delay", std::string_view(delay_text));
  amqp_basic_properties_t properties{};
  properties._flags =
      AMQP_BASIC_DELIVERY_MODE_FLAG | AMQP_BASIC_HEADERS_FLAG | AMQP_BASIC_CORRELATION_ID_FLAG;
  properties.delivery_mode = AMQP_DELIVERY_PERSISTENT;
  properties.headers = headers.raw();
  properties.correlation_id = AmqpBytes(number);
  return connection_->Sent(amqp_basic_publish(connection_->raw(), kMessages, AmqpBytes(exchange),
                                              AmqpBytes(queue), 1, 0, &properties,
                                              AmqpBytes(sending.letter.body)));
}

}  // namespace mesh::transport
