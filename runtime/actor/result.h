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

/// `Errors` are the generated types of the declared errors and their descendants; no other type converts.
template <typename Output, typename... Errors>
class Result {
 public:
  using Alternatives = std::variant<Output, Errors..., Timeout, Crash, ContractViolation>;

  template <typename T>
  requires(std::is_same_v<std::remove_cvref_t<T>, Output> ||
           (std::is_same_v<std::remove_cvref_t<T>, Errors> || ...) ||
           std::is_same_v<std::remove_cvref_t<T>, Timeout> || std::is_same_v<std::remove_cvref_t<T>, Crash> ||
           std::is_same_v<std::remove_cvref_t<T>, ContractViolation>) Result(T&& value)
      : value_(std::forward<T>(value)) {}  // NOLINT(google-explicit-constructor): `return error;`

  bool ok() const { return value_.index() == 0; }
  const Output& value() const { return std::get<0>(value_); }
  const Alternatives& alternatives() const { return value_; }

 private:
  Alternatives value_;
};

}  // namespace mesh::actor
