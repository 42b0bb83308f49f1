#include "mesh/transport/nats/nats_publisher.h"

#include <charconv>
#include <chrono>
#include <future>
#include <vector>

#include <nlohmann/json.hpp>

#include "mesh/transport/steady_ns.h"

namespace mesh::transport {

namespace {

struct Answer {
  NatsConfirmation confirmation;
  std::string problem;  ///< Empty: it was answered for good.
};

Answer ReadAnswer(const NatsArrival& arrival) {
  // No JetStream listens there just now.
  if (!arrival.Header("Status").empty()) return {{}, "JetStream does not answer"};
  const auto parsed = nlohmann::json::parse(arrival.body(), nullptr, false);
  if (!parsed.is_object()) return {{}, "an answer that is none"};
  const auto error = parsed.find("error");
  if (error == parsed.end()) return {{.seq = parsed.value("seq", std::uint64_t{0})}, {}};
  switch (error->value("err_code", 0)) {
    case JSStreamWrongLastSequenceErr: return {{.kind = NatsConfirmation::Kind::kConflict}, {}};
    case JSStreamMessageExceedsMaximumErr: return {{.kind = NatsConfirmation::Kind::kRefused}, {}};
    default: return {{}, error->value("description", std::string("the server refuses"))};
  }
}

}  // namespace

NatsPublisher::NatsPublisher(NatsConnection& connection, std::function<void(const std::string& problem)> tell)
    : connection_(connection), tell_(std::move(tell)), inbox_(connection.NewInbox()) {
  connection.Listen(inbox_ + ".*", [this](const NatsArrival& arrival) { Take(arrival); });
}

void NatsPublisher::Publish(NatsMessage message, Told told) {
  auto pending = std::make_shared<Pending>(Pending{std::move(message), std::move(told)});
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      number = ++next_;
      pending->sent_ms = SteadyMs();
      pending_.emplace(number, pending);
    }
  }
  if (number == 0) return pending->told({.kind = NatsConfirmation::Kind::kClosed});
  Send(number, pending);
}

void NatsPublisher::Send(std::uint64_t number, const std::shared_ptr<Pending>& pending) {
  const NatsMessage& message = pending->message;
  const std::string reply = inbox_ + "." + std::to_string(number);
  if (connection_.Publish(message.subject, reply, message.headers, message.body)) return;
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
  const Answer answer = ReadAnswer(arrival);
  std::shared_ptr<Pending> done;
  bool tell = false;
  {
    const std::lock_guard lock(mutex_);
    tell = answer.problem.empty() == problem_told_;
    problem_told_ = !answer.problem.empty();
    const auto at = pending_.find(number);
    if (at != pending_.end() && answer.problem.empty()) {
      done = std::move(at->second);
      pending_.erase(at);
    }
  }
  if (tell) tell_(answer.problem);
  if (done != nullptr) done->told(answer.confirmation);
}

NatsConfirmation NatsPublisher::PublishAndWait(NatsMessage message) {
  auto promise = std::make_shared<std::promise<NatsConfirmation>>();
  auto answer = promise->get_future();
  Publish(std::move(message),
          [promise](const NatsConfirmation& confirmation) { promise->set_value(confirmation); });
  return answer.get();
}

void NatsPublisher::Repeat(std::int64_t age_ms) {
  std::vector<std::pair<std::uint64_t, std::shared_ptr<Pending>>> late;
  std::vector<std::shared_ptr<Pending>> refused;
  {
    const std::int64_t now_ms = SteadyMs();
    const std::lock_guard lock(mutex_);
    for (auto at = pending_.begin(); at != pending_.end();) {
      const bool is_refused = at->second->message.subject.empty();
      if (is_refused) {
        refused.push_back(at->second);
      } else if (now_ms - at->second->sent_ms >= age_ms) {
        at->second->sent_ms = now_ms;
        late.emplace_back(*at);
      }
      at = is_refused ? pending_.erase(at) : std::next(at);
    }
  }
  for (const auto& pending : refused) pending->told({.kind = NatsConfirmation::Kind::kRefused});
  for (const auto& [number, pending] : late) Send(number, pending);
}

void NatsPublisher::Close() {
  std::map<std::uint64_t, std::shared_ptr<Pending>> left;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    left = std::exchange(pending_, {});
  }
  for (const auto& [number, pending] : left) pending->told({.kind = NatsConfirmation::Kind::kClosed});
}

}  // namespace mesh::transport
