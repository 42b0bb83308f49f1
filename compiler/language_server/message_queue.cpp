#include "compiler/language_server/message_queue.h"

#include <algorithm>
#include <chrono>

namespace meshc::language_server {
namespace {

bool IsEdit(const Incoming& incoming) {
  return incoming.kind == Incoming::Kind::kMessage && incoming.message.is_object() &&
         incoming.message.value("method", nlohmann::json()) == "textDocument/didChange";
}

bool IsRequest(const Incoming& incoming) {
  return incoming.message.is_object() && incoming.message.contains("method") &&
         incoming.message.contains("id");
}

/// Whoever cancels more has lost count.
constexpr std::size_t kMostCancelled = 10'000;

}  // namespace

void MessageQueue::Put(Incoming incoming) {
  std::unique_lock lock(mutex_);
  drained_.wait(lock, [&] { return bytes_ < kMostBytes; });
  bytes_ += incoming.bytes;
  waiting_.push_back(std::move(incoming));
  filled_.notify_one();
}

void MessageQueue::Cancel(const nlohmann::json& id) {
  const std::lock_guard lock(mutex_);
  const bool waits = std::any_of(waiting_.begin(), waiting_.end(), [&](const Incoming& incoming) {
    return IsRequest(incoming) && incoming.message["id"] == id;
  });
  const bool is_answered = !answered_.is_null() && answered_ == id;
  if ((waits || is_answered) && cancelled_.size() < kMostCancelled) cancelled_.insert(id.dump());
}

std::optional<Incoming> MessageQueue::Take(std::int64_t timeout_ms) {
  std::unique_lock lock(mutex_);
  const auto ready = [&] { return !waiting_.empty(); };
  if (timeout_ms > 0)
    filled_.wait_for(lock, std::chrono::milliseconds(timeout_ms), ready);
  else
    filled_.wait(lock, ready);
  if (waiting_.empty()) return std::nullopt;
  Incoming first = std::move(waiting_.front());
  waiting_.pop_front();
  bytes_ -= first.bytes;
  if (IsRequest(first)) {
    // What was cancelled after its answer means nothing.
    if (answered_ != first.message["id"]) cancelled_.erase(answered_.dump());
    answered_ = first.message["id"];
  }
  drained_.notify_one();
  return first;
}

bool MessageQueue::IsCancelled(const nlohmann::json& id) {
  const std::lock_guard lock(mutex_);
  return cancelled_.erase(id.dump()) > 0;
}

std::vector<nlohmann::json> MessageQueue::WaitingEdits() {
  const std::lock_guard lock(mutex_);
  std::vector<nlohmann::json> edits;
  for (const Incoming& each : waiting_) {
    if (IsEdit(each)) edits.push_back(each.message);
  }
  return edits;
}

std::deque<Incoming> MessageQueue::TakeEdits() {
  const std::lock_guard lock(mutex_);
  std::deque<Incoming> edits;
  // Edits are of texts that are open: what opens or closes one stays where it stands.
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    const bool request = it->message.is_object() && it->message.contains("id");
    if (!IsEdit(*it)) {
      if (!request) break;
      ++it;
      continue;
    }
    bytes_ -= it->bytes;
    edits.push_back(std::move(*it));
    it = waiting_.erase(it);
  }
  drained_.notify_one();
  return edits;
}

bool MessageQueue::empty() {
  const std::lock_guard lock(mutex_);
  return waiting_.empty();
}

}  // namespace meshc::language_server
