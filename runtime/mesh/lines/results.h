// Which result goes out when: in the order of the inputs, or as they end.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

#include "mesh/lines/line_output.h"
#include "mesh/state/brief_mutex.h"

namespace mesh::lines {

enum class Order : std::uint8_t {
  kOfInputs,
  kOfEnds,
};

/// Inputs count from 1 and have one result each. Thread rule: every function may be called from any thread.
class Results {
 public:
  /// The output outlives it.
  Results(LineOutput& output, Order order) : output_(output), order_(order) {}

  /// `ended`: the envelope has, and was not given up.
  void Put(std::uint64_t input, Line line, bool ended);
  /// There is a stop: what has ended goes out now, in the order of the inputs, and what ends from now on
  /// as it ends. What is given up waits for the last.
  void BeginStop();
  /// Nothing ends any more: what was given up goes out, in the order of the inputs.
  void Finish();

 private:
  struct Held {
    Line line;
    bool ended = true;
  };

  LineOutput& output_;
  const Order order_;
  state::BriefMutex mutex_;
  bool stopping_ = false;
  std::uint64_t next_ = 1;
  std::map<std::uint64_t, Held> held_;
};

}  // namespace mesh::lines
