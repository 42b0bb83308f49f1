// What keeps a transport on RabbitMQ from its work, from both of its connections.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

namespace mesh::transport {

/// Thread rule: every function may be called from any thread.
class AmqpStatus {
 public:
  enum Part : std::size_t { kPublishing, kReceiving, kParts };
  /// `tell` gets the first obstacle that comes, and nothing when the last one has gone; it must not wait.
  explicit AmqpStatus(std::function<void(const std::string& problem)> tell) : tell_(std::move(tell)) {}

  /// Empty: it works.
  void Set(Part part, std::string problem) {
    // One after the other, so that what was told last holds.
    const std::lock_guard order(telling_);
    std::string before;
    std::string now;
    {
      const std::lock_guard lock(mutex_);
      before = First();
      problems_[part] = std::move(problem);
      now = First();
    }
    if (before.empty() != now.empty() && tell_) tell_(now);
  }
  std::string obstacle() const {
    const std::lock_guard lock(mutex_);
    return First();
  }
  bool works(Part part) const {
    const std::lock_guard lock(mutex_);
    return problems_[part].empty();
  }

 private:
  std::string First() const {
    for (const std::string& problem : problems_) {
      if (!problem.empty()) return problem;
    }
    return {};
  }

  const std::function<void(const std::string& problem)> tell_;
  std::mutex telling_;
  mutable std::mutex mutex_;
  std::array<std::string, kParts> problems_;
};

}  // namespace mesh::transport
