// A result that a handler has to give: it has no value of its own.
#pragma once

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace mesh::actor {

/// False for every T: for what no template may be made of.
template <typename T>
inline constexpr bool kNever = false;

/// A T that is given where it is made; leaving it out is a compile error at that line, in the words of
/// `Declared::Refuse`, which generated code brings along. It converts to its T, and leads to it like a
/// pointer. Braces alone are no value: write `.lines = std::vector<Line>{}`.
template <typename T, typename Declared>
class Required {
 public:
  /// A template, so that only its use is an error.
  template <typename Missing = T>
  Required() {
    Declared::template Refuse<Missing>();
  }
  Required(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor): reads like T.
  template <typename U>
  requires(!std::is_same_v<std::remove_cvref_t<U>, Required> && !std::is_same_v<std::remove_cvref_t<U>, T> &&
           std::is_convertible_v<U, T>) Required(U&& value)  // NOLINT(google-explicit-constructor)
      : value_(std::forward<U>(value)) {}
  template <typename List = T>
  Required(std::initializer_list<typename List::value_type> elements)  // NOLINT(google-explicit-constructor)
      : value_(elements) {}

  operator const T&() const { return value_; }  // NOLINT(google-explicit-constructor): reads like T.
  const T& operator*() const { return value_; }
  T& operator*() { return value_; }
  const T* operator->() const { return &value_; }
  T* operator->() { return &value_; }

  friend bool operator==(const Required& a, const Required& b) { return a.value_ == b.value_; }
  template <typename U>
  requires(!std::is_same_v<U, Required>) friend bool operator==(const Required& a, const U& b) {
    return a.value_ == b;
  }
  /// As its T is shown, where that can be: for tests.
  template <typename Stream>
  friend auto operator<<(Stream& stream, const Required& required) -> decltype(stream << *required) {
    return stream << *required;
  }

 private:
  T value_;
};

}  // namespace mesh::actor
