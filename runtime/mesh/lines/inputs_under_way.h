// The inputs that were taken and have no result yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mesh/lines/credit.h"
#include "mesh/state/brief_mutex.h"

namespace mesh::lines {

/// Both count from 1. Lines are those of the file, blank ones included.
struct InputPlace {
  std::uint64_t input = 0;
  std::uint64_t line = 0;
};

/// Inputs are taken about in their order, each once. Thread rule: every function may be called from any
/// thread.
class InputsUnderWay {
 public:
  struct Taken {
    InputPlace place;
    std::string envelope_id;
    Credit credit = {};
  };

  void Add(Taken taken);
  /// It has a result. None: it had one before.
  std::optional<Taken> Remove(std::uint64_t input);

  std::size_t size() const;
  /// In their order.
  std::vector<std::uint64_t> Numbers() const;
  /// The root envelope of an input; empty: it is not under way.
  std::string EnvelopeOf(std::uint64_t input) const;

 private:
  struct Input {
    enum class Is : std::uint8_t { kComing, kUnderWay, kGone } is = Is::kComing;
    Taken taken = {};
  };
  /// Called with `mutex_` held.
  bool IsUnderWay(std::uint64_t input) const;

  mutable state::BriefMutex mutex_;
  std::uint64_t first_ = 1;   ///< Those before have gone.
  std::deque<Input> inputs_;  ///< From that one on.
  std::size_t size_ = 0;      ///< That are under way.
};

}  // namespace mesh::lines
