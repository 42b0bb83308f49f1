#include "mesh/lines/line_feed.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace mesh::lines {

std::size_t LineFeed::Work(std::span<RawLine> lines) {
  constexpr std::chrono::milliseconds kPatience{1};
  impatience_ = std::min(impatience_, lines.size());
  {
    const std::lock_guard lock(mutex_);
    lines_ = lines;
    next_ = 0;
  }
  host_.Offer(*this, lines.size());
  std::unique_lock lock(mutex_);
  while (!done()) {
    const std::size_t seen = next_;
    if (done_.wait_for(lock, kPatience, [this] { return done(); })) break;
    impatience_ = next_ == seen ? 2 * impatience_ : 1;
    lock.unlock();
    // Whoever waits in handlers must not keep out what could be refused, answered or late by now.
    for (std::size_t i = 1; i < impatience_ && Step(); ++i) {
    }
    lock.lock();
  }
  lines_ = {};
  return std::exchange(next_, 0);
}

bool LineFeed::Step() {
  RawLine* line = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (next_ == lines_.size() || actions_.stopped()) return false;
    line = &lines_[next_++];
    ++busy_;
    actions_.begin(*line);
  }
  actions_.take(*line);
  const std::lock_guard lock(mutex_);
  --busy_;
  if (done()) done_.notify_one();
  return true;
}

}  // namespace mesh::lines
