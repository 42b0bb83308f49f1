// What was read and not yet handled. One thread puts, one takes.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace meshc::language_server {

/// What the reader hands on.
struct Incoming {
  enum class Kind : std::uint8_t { kMessage, kNoJson, kEnd } kind = Kind::kMessage;
  nlohmann::json message;
  std::string problem;  ///< Of kNoJson.
  std::size_t bytes = 0;
};

class MessageQueue {
 public:
  /// Waits while too much is unhandled.
  void Put(Incoming incoming);
  /// Gives up a request that stands in the queue, or is being answered.
  void Cancel(const nlohmann::json& id);

  /// Waits until there is something; at most `timeout_ms` if that is above 0. None: nothing came. A request
  /// is being answered from then on, until another one is taken.
  std::optional<Incoming> Take(std::int64_t timeout_ms);
  bool IsCancelled(const nlohmann::json& id);
  /// The edits that wait, taken out of the queue in their order: the newest text wins.
  std::deque<Incoming> TakeEdits();
  /// As TakeEdits, of edits that stay where they are.
  std::vector<nlohmann::json> WaitingEdits();
  bool empty();

 private:
  static constexpr std::size_t kMostBytes = 256ULL * 1024 * 1024;

  std::mutex mutex_;
  std::condition_variable filled_, drained_;
  std::deque<Incoming> waiting_;
  std::size_t bytes_ = 0;
  std::set<std::string> cancelled_;  ///< Ids as JSON.
  nlohmann::json answered_;          ///< The id of the last request that was taken.
};

}  // namespace meshc::language_server
