// Results of calls that must not happen twice: `effect idempotent`.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "mesh/value/value.h"

namespace mesh::state {

/// By actor and key. Thread rule: any function from any thread.
class IdempotencyStore {
 public:
  virtual ~IdempotencyStore() = default;
  /// The results that were put first, if any were.
  virtual std::optional<ValueList> Find(std::string_view actor, std::string_view key) const = 0;
  /// Without effect if there are results already: the first success counts.
  virtual void Put(std::string_view actor, std::string_view key, ValueList results) = 0;
  /// The call may happen again: it was undone, or its undo is out of date.
  virtual void Erase(std::string_view actor, std::string_view key) = 0;
};

/// Keeps everything in memory for as long as it lives.
class MemoryIdempotencyStore : public IdempotencyStore {
 public:
  std::optional<ValueList> Find(std::string_view actor, std::string_view key) const override;
  void Put(std::string_view actor, std::string_view key, ValueList results) override;
  void Erase(std::string_view actor, std::string_view key) override;

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, ValueList, std::less<>> results_;
};

}  // namespace mesh::state
