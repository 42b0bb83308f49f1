// Lines that were read and wait to be taken: by workers of a host, each of which goes on with what a line
// becomes, or where those have other things to do by the thread that reads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <span>
#include <string_view>

#include "mesh/host/feed.h"
#include "mesh/host/host.h"
#include "mesh/lines/credit.h"
#include "mesh/lines/inputs_under_way.h"

namespace mesh::lines {

struct RawLine {
  InputPlace place;
  std::string_view text;
  bool too_long = false;  ///< There is no text: it was handed on while it was read.
  Credit credit = {};
  bool refused = false;  ///< Set when it was taken.
};

class LineFeed final : public host::Feed {
 public:
  struct Actions {
    /// The line is the next one that is taken; a lock is held.
    std::function<void(const RawLine& line)> begin;
    /// Does with the line what there is to do. Any thread, several at a time.
    std::function<void(RawLine& line)> take;
    /// No further line is taken. Any thread, at any moment.
    std::function<bool()> stopped;
  };
  /// The host outlives it.
  LineFeed(host::Host& host, Actions actions) : host_(host), actions_(std::move(actions)) {}
  ~LineFeed() override { host_.Withdraw(); }
  LineFeed(const LineFeed&) = delete;
  LineFeed& operator=(const LineFeed&) = delete;

  /// Waits until the lines are taken, or there is a stop. Yields how many were: the first ones.
  std::size_t Work(std::span<RawLine> lines);
  bool Step() override;

 private:
  bool done() const { return busy_ == 0 && (next_ == lines_.size() || actions_.stopped()); }

  host::Host& host_;
  const Actions actions_;
  std::mutex mutex_;
  std::condition_variable done_;
  std::span<RawLine> lines_;
  std::size_t next_ = 0;
  std::size_t busy_ = 0;        ///< Lines that were begun and not done.
  std::size_t impatience_ = 1;  ///< So many lines the thread that reads takes when nobody else takes any.
};

}  // namespace mesh::lines
