#include "mesh/transport/nats/nats_publisher.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <future>
#include <string_view>
#include <vector>

#include "mesh/transport/steady_ns.h"
#include "mesh/value/json.h"
#include "mesh/value/json_tree.h"

namespace mesh::transport {

namespace {

/// With so many unanswered nobody notices a millisecond: each sending of its own costs more than what is
/// sent.
constexpr std::size_t kMany = 16;
/// Whoever asks for a value may ask twice: sooner than a message is sent again.
constexpr std::int64_t kAnswerLateMs = 1'000;

struct Answer {
  NatsConfirmation confirmation;
  std::string problem;  ///< Empty: it was answered for good.
};

/// Null: 0.
std::uint64_t NumberOf(const JsonNode* node) {
  std::uint64_t number = 0;
  if (node != nullptr) std::from_chars(node->text.data(), node->text.data() + node->text.size(), number);
  return number;
}

Answer ReadAnswer(const NatsArrival& arrival) {
  // No JetStream listens there just now.
  if (!arrival.Header("Status").empty()) return {{}, "JetStream does not answer"};
  const auto read = JsonTree::Read(arrival.body());
  const auto* const tree = std::get_if<JsonTree>(&read);
  if (tree == nullptr || !tree->root().is(JsonNode::Kind::kObject)) return {{}, "an answer that is none"};
  const JsonNode* const error = tree->root().Find("error");
  if (error == nullptr) return {{.seq = NumberOf(tree->root().Find("seq"))}, {}};
  switch (NumberOf(error->Find("err_code"))) {
    case JSStreamWrongLastSequenceErr: return {{.kind = NatsConfirmation::Kind::kConflict}, {}};
    case JSStreamMessageExceedsMaximumErr: return {{.kind = NatsConfirmation::Kind::kRefused}, {}};
    default: break;
  }
  const JsonNode* const why = error->Find("description");
  return {{}, std::string(why == nullptr ? "the server refuses" : why->text)};
}

}  // namespace

NatsPublisher::NatsPublisher(NatsConnection& connection, std::function<void(const std::string& problem)> tell)
    : connection_(connection), tell_(std::move(tell)), inbox_(connection.NewInbox()) {
  connection.Listen(inbox_ + ".*", [this](const NatsArrival& arrival) { Take(arrival); });
}

void NatsPublisher::Publish(NatsMessage message, Told told) {
  Begin({.message = std::move(message), .told = std::move(told)});
}

void NatsPublisher::Ask(std::string subject, Heard heard) {
  Begin({.message = {.subject = std::move(subject)}, .told = std::move(heard)});
}

void NatsPublisher::Begin(Pending message) {
  const auto pending = std::make_shared<Pending>(std::move(message));
  std::uint64_t number = 0;
  auto haste = NatsConnection::Haste::kNow;
  {
    const std::lock_guard lock(mutex_);
    // That nobody listens is told only where the answer is awaited: a question that was gathered learns it
    // when it is asked again.
    if (pending_.size() >= kMany) haste = NatsConnection::Haste::kSoon;
    if (!closed_) {
      number = ++next_;
      pending->sent_ms = SteadyMs();
      pending_.emplace(number, pending);
    }
  }
  if (number == 0) return pending->GiveUp(NatsConfirmation::Kind::kClosed);
  Send(number, pending, haste);
}

void NatsPublisher::Send(std::uint64_t number, const PendingPtr& pending, NatsConnection::Haste haste) {
  const NatsMessage& message = pending->message;
  const std::string reply = inbox_ + "." + std::to_string(number);
  if (connection_.Publish(message.subject, reply, message.headers, message.body, haste)) return;
  if (pending->is_question() || connection_.is_held()) return;
  const std::int64_t most = natsConnection_GetMaxPayload(connection_.raw());
  if (most <= 0 || static_cast<std::int64_t>(message.body.size()) < most - 4'096) return;
  const std::lock_guard lock(mutex_);
  // Told by Repeat, because who publishes may hold a lock.
  pending->message.subject.clear();
  pending->sent_ms = 0;
}

void NatsPublisher::Take(const NatsArrival& arrival) {
  const std::string_view token = arrival.subject().substr(arrival.subject().rfind('.') + 1);
  std::uint64_t number = 0;
  std::from_chars(token.data(), token.data() + token.size(), number);
  const PendingPtr pending = Find(number);
  // It was sent twice, and answered before.
  if (pending == nullptr) return;
  pending->is_question() ? TakeAnswer(number, *pending, arrival)
                         : TakeConfirmation(number, *pending, arrival);
}

NatsPublisher::PendingPtr NatsPublisher::Find(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  const auto at = pending_.find(number);
  return at == pending_.end() ? nullptr : at->second;
}

void NatsPublisher::TakeAnswer(std::uint64_t number, const Pending& question, const NatsArrival& arrival) {
  {
    const std::lock_guard lock(mutex_);
    const auto at = pending_.find(number);
    if (at == pending_.end()) return;
    // Nobody listens there just now: it is asked again soon.
    if (arrival.Header("Status") == kNobodyListens) return void(at->second->sent_ms = 0);
    pending_.erase(at);
  }
  std::get<Heard>(question.told)(&arrival);
}

void NatsPublisher::TakeConfirmation(std::uint64_t number, const Pending& message,
                                     const NatsArrival& arrival) {
  const Answer answer = ReadAnswer(arrival);
  const bool answered = answer.problem.empty();
  bool tell = false;
  bool done = false;
  {
    const std::lock_guard lock(mutex_);
    tell = answered == problem_told_;
    problem_told_ = !answered;
    done = answered && pending_.erase(number) > 0;
  }
  if (tell) tell_(answer.problem);
  if (done) std::get<Told>(message.told)(answer.confirmation);
}

NatsConfirmation NatsPublisher::PublishAndWait(NatsMessage message) {
  auto promise = std::make_shared<std::promise<NatsConfirmation>>();
  auto answer = promise->get_future();
  Publish(std::move(message),
          [promise](const NatsConfirmation& confirmation) { promise->set_value(confirmation); });
  return answer.get();
}

void NatsPublisher::Repeat(std::int64_t age_ms) {
  std::vector<std::pair<std::uint64_t, PendingPtr>> late;
  std::vector<PendingPtr> refused;
  {
    const std::int64_t now_ms = SteadyMs();
    const std::lock_guard lock(mutex_);
    for (auto at = pending_.begin(); at != pending_.end();) {
      const bool is_refused = at->second->message.subject.empty();
      const std::int64_t late_ms = at->second->is_question() ? std::min(age_ms, kAnswerLateMs) : age_ms;
      if (is_refused) {
        refused.push_back(at->second);
      } else if (now_ms - at->second->sent_ms >= late_ms) {
        at->second->sent_ms = now_ms;
        late.emplace_back(*at);
      }
      at = is_refused ? pending_.erase(at) : std::next(at);
    }
  }
  for (const auto& pending : refused) pending->GiveUp(NatsConfirmation::Kind::kRefused);
  for (const auto& [number, pending] : late) Send(number, pending, NatsConnection::Haste::kNow);
}

void NatsPublisher::Close() {
  std::unordered_map<std::uint64_t, PendingPtr> left;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    left = std::exchange(pending_, {});
  }
  for (const auto& [number, pending] : left) pending->GiveUp(NatsConfirmation::Kind::kClosed);
}

}  // namespace mesh::transport
