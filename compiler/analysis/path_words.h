// A path that is told in words, short enough to be read.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace meshc::analysis {

/// Keeps the first and the last words of a path; what stands between them becomes one `…`.
class PathWords {
 public:
  /// Empty words are left out.
  void Add(std::string word) {
    if (word.empty()) return;
    if (head_.size() < kHead) return head_.push_back(std::move(word));
    tail_.push_back(std::move(word));
    if (tail_.size() <= kTail) return;
    tail_.pop_front();
    ++dropped_;
  }

  std::string_view last() const {
    if (!tail_.empty()) return tail_.back();
    return head_.empty() ? std::string_view() : std::string_view(head_.back());
  }

  std::vector<std::string> Take() && {
    if (dropped_ > 0) head_.emplace_back("…");
    for (std::string& word : tail_) head_.push_back(std::move(word));
    return std::move(head_);
  }

 private:
  static constexpr std::size_t kHead = 8;
  static constexpr std::size_t kTail = 24;
  std::vector<std::string> head_;
  std::deque<std::string> tail_;
  std::size_t dropped_ = 0;
};

}  // namespace meshc::analysis
