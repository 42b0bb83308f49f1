// Lines that are made in any order and written in the order of their numbers.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <mutex>
#include <string>

namespace mesh::host {

/// Thread rule: `Put` may come from any thread, the rest from one.
class OrderedLines {
 public:
  explicit OrderedLines(std::ostream& output) : output_(output) {}

  /// Announces the next line and returns its number, from 1. Waits while too many lines wait for
  /// an earlier one.
  std::uint64_t Announce();
  /// The text of an announced line, once; it is written, flushed, as soon as all before it are.
  void Put(std::uint64_t number, std::string text);
  /// Waits until every announced line is written.
  void WaitForAll();

 private:
  std::ostream& output_;
  std::mutex mutex_;
  std::condition_variable written_some_;
  std::map<std::uint64_t, std::string> waiting_;
  std::uint64_t announced_ = 0;
  std::uint64_t written_ = 0;
};

}  // namespace mesh::host
