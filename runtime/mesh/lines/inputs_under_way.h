// The inputs that were taken and have no result yet.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mesh/lines/credit.h"

namespace mesh::lines {

/// Both count from 1. Lines are those of the file, blank ones included.
struct InputPlace {
  std::uint64_t input = 0;
  std::uint64_t line = 0;
};

/// Thread rule: every function may be called from any thread.
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
  mutable std::mutex mutex_;
  std::map<std::uint64_t, Taken> taken_;
};

}  // namespace mesh::lines
