#include "mesh/host/ordered_lines.h"

#include <ostream>
#include <utility>

namespace mesh::host {

namespace {

/// Lines between the first that is missing and the last announced: what one slow envelope may hold up.
constexpr std::uint64_t kWindow = 4096;

}  // namespace

std::uint64_t OrderedLines::Announce() {
  std::unique_lock lock(mutex_);
  written_some_.wait(lock, [this] { return announced_ - written_ < kWindow; });
  return ++announced_;
}

void OrderedLines::Put(std::uint64_t number, std::string text) {
  const std::lock_guard lock(mutex_);
  waiting_.emplace(number, std::move(text));
  if (number != written_ + 1) return;
  while (!waiting_.empty() && waiting_.begin()->first == written_ + 1) {
    output_ << waiting_.begin()->second << '\n';
    waiting_.erase(waiting_.begin());
    ++written_;
  }
  output_.flush();
  // Under the lock: whoever waits for the last line may destroy this object next.
  written_some_.notify_one();
}

void OrderedLines::WaitForAll() {
  std::unique_lock lock(mutex_);
  written_some_.wait(lock, [this] { return written_ == announced_; });
}

}  // namespace mesh::host
