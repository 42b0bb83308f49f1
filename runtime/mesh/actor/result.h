// The typed result of a handler: an output, or one of the errors that its actor declares.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

namespace mesh::actor {

/// Errors that every processor may raise.
struct Timeout {
  std::string message;
};
struct Crash {
  std::string message;
};
struct ContractViolation {
  std::string message;
};

template <typename T, typename... Ts>
inline constexpr bool kIsOneOf = (std::is_same_v<std::remove_cvref_t<T>, Ts> || ...);

/// `Errors` are the generated types of the declared errors and their descendants; any other type is a
/// compile error that says so.
template <typename Output, typename... Errors>
class Result {
 public:
  /// The output does not come first: only the first alternative is ever made from nothing.
  using Alternatives = std::variant<Timeout, Output, Errors..., Crash, ContractViolation>;

  template <typename T>
  requires(kIsOneOf<T, Timeout, Output, Errors..., Crash, ContractViolation>)
      Result(T&& value)  // NOLINT(google-explicit-constructor): `return error;`
      : value_(std::forward<T>(value)) {}

  template <typename T>
  requires(!kIsOneOf<T, Result, Timeout, Output, Errors..., Crash, ContractViolation>)
      Result(T&&) {  // NOLINT(google-explicit-constructor)
    static_assert(kIsOneOf<T>,
                  "a handler returns its Output, or an error that the flow lets its actor raise: add the "
                  "error to the actor's `raises`");
  }

  bool ok() const { return std::holds_alternative<Output>(value_); }
  const Output& value() const { return std::get<Output>(value_); }
  /// The error, if it is of that type; null: it is not.
  template <typename E>
  const E* error() const {
    return std::get_if<E>(&value_);
  }
  const Alternatives& alternatives() const { return value_; }

 private:
  Alternatives value_;
};

}  // namespace mesh::actor
