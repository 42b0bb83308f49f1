// Typed indices and the stores that they index.
//
// Compiler data lives in append-only stores addressed by small ids instead of pointers:
// ids are trivially copied, compared and printed, and stay valid while a store grows.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace meshc {

/// An index into one kind of store. `Tag` keeps ids of different stores apart.
template <typename Tag>
struct Id {
  static constexpr std::uint32_t kNone = 0xffffffffU;
  std::uint32_t index = kNone;

  constexpr bool has_value() const { return index != kNone; }
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

/// An append-only sequence of `T` addressed by `IdT`.
template <typename IdT, typename T>
class Store {
 public:
  IdT Add(T value) {
    values_.push_back(std::move(value));
    return IdT{static_cast<std::uint32_t>(values_.size() - 1)};
  }
  T& operator[](IdT id) { return values_[id.index]; }
  const T& operator[](IdT id) const { return values_[id.index]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(values_.size()); }
  bool empty() const { return values_.empty(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }

  /// All ids in order: `for (auto id : store.ids())`.
  struct IdRange {
    std::uint32_t count;
    struct Iterator {
      std::uint32_t at;
      IdT operator*() const { return IdT{at}; }
      Iterator& operator++() {
        ++at;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return at != other.at; }
    };
    Iterator begin() const { return {0}; }
    Iterator end() const { return {count}; }
  };
  IdRange ids() const { return {size()}; }

 private:
  std::vector<T> values_;
};

}  // namespace meshc
