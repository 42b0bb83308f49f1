// Lines into a stream, each at once.
#pragma once

#include <mutex>
#include <ostream>
#include <string>

#include "mesh/lines/line_output.h"

namespace mesh::lines {

/// The stream outlives it.
class StreamOutput final : public LineOutput {
 public:
  explicit StreamOutput(std::ostream& output) : output_(output) {}

  void Put(Line line) override {
    const std::lock_guard lock(mutex_);
    output_ << line.text << '\n' << std::flush;
  }
  bool idle() const override { return true; }
  std::string problem() const override {
    const std::lock_guard lock(mutex_);
    return output_ ? "" : "the output cannot be written";
  }

 private:
  mutable std::mutex mutex_;
  std::ostream& output_;
};

}  // namespace mesh::lines
