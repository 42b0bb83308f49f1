// From the typed result of a handler to the outcome that hosts understand.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "mesh/actor/handler.h"
#include "mesh/actor/result.h"

namespace mesh::actor {

/// The name of an error's C++ type on the wire, and its fields as a record. Generated code
/// specialises it for the errors of its mesh.
template <typename E>
struct ErrorCodec;

template <>
struct ErrorCodec<Timeout> {
  static constexpr std::string_view kName = "timeout";
  static Value Detail(const Timeout&) { return {}; }
};

template <>
struct ErrorCodec<Crash> {
  static constexpr std::string_view kName = "crash";
  static Value Detail(const Crash&) { return {}; }
};

template <>
struct ErrorCodec<ContractViolation> {
  static constexpr std::string_view kName = "contract_violation";
  static Value Detail(const ContractViolation&) { return {}; }
};

template <typename E>
Error ToError(const E& error) {
  Error made;
  made.name = ErrorCodec<E>::kName;
  made.message = error.message;
  made.detail = ErrorCodec<E>::Detail(error);
  return made;
}

/// `encode` makes an Outcome of the output; errors make theirs themselves.
template <typename Encode, typename Output, typename... Errors>
Outcome ToOutcome(const Result<Output, Errors...>& result, Encode encode) {
  return std::visit(
      [&](const auto& value) -> Outcome {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Output>) {
          return encode(value);
        } else {
          return ToError(value);
        }
      },
      result.alternatives());
}

}  // namespace mesh::actor
