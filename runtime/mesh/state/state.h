// What outlives a process: bytes under keys, read one by one and changed all or none.
//
// Keys are made in keys.h and nowhere else. A change is decided by what was read: its conditions name
// the bytes that it relies on, so that equal bytes are an equal state whatever has happened between.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mesh::state {

inline constexpr std::int64_t kNeverExpires = std::numeric_limits<std::int64_t>::max();

struct Entry {
  std::string key;
  std::string value;
};

/// Reading. Thread rule: an implementation says which threads may call it.
class State {
 public:
  virtual ~State() = default;
  /// None: nothing is kept under the key, or it has expired.
  virtual std::optional<std::string> Get(std::string_view key) const = 0;
  /// All whose keys begin so, in the order of keys.
  virtual std::vector<Entry> Scan(std::string_view prefix) const = 0;
  /// How many begin so.
  virtual std::size_t Count(std::string_view prefix) const { return Scan(prefix).size(); }
  /// The same for one plan, by one thread: what goes with a key that it asks for may be read with that, and
  /// is then a moment old when it asks. Null: key by key is as good. This state outlives it.
  virtual std::unique_ptr<State> ReadAhead() const { return nullptr; }
  /// Why nothing can be read or changed just now; empty: it can.
  virtual std::string obstacle() const { return {}; }
  /// False: nothing is kept but the starts of suspects (StartKey). What an envelope needs travels with it,
  /// copies of a message are not told apart, and only meshes that get along so can run.
  virtual bool keeps_roots() const { return true; }
};

/// What must be under a key for a change to be right. No value: nothing may be there.
struct Condition {
  std::string key;
  std::optional<std::string> value;
};

struct Change {
  enum class Kind : std::uint8_t {
    kPut,
    kErase,
    kErasePrefix,
    kExpirePrefix,  ///< What begins so and is there stays until `expires_ns`.
  };
  Kind kind = Kind::kPut;
  std::string key;
  std::string value = {};
  /// Nanoseconds of the store's clock; it is found no more afterwards.
  std::int64_t expires_ns = kNeverExpires;
  /// It goes with the process that has put it.
  bool leased = false;
};

/// Reading and writing. Thread rule: every function may be called from any thread.
class Store : public State {
 public:
  /// Makes all changes, in their order, if all conditions hold; false: none was made.
  [[nodiscard]] virtual bool Apply(const std::vector<Condition>& conditions,
                                   const std::vector<Change>& changes) = 0;
};

/// False: there is something already, and it stays.
[[nodiscard]] inline bool PutIfAbsent(Store& store, std::string key, std::string value) {
  return store.Apply({{key, std::nullopt}}, {{.key = key, .value = std::move(value)}});
}
/// False: what is there is not `before`, and stays.
[[nodiscard]] inline bool CompareAndSet(Store& store, std::string key, std::string before,
                                        std::string after) {
  return store.Apply({{key, std::move(before)}}, {{.key = key, .value = std::move(after)}});
}

}  // namespace mesh::state
