// From the typed result of a handler to the outcome that hosts understand.
#pragma once

#include <type_traits>
#include <variant>

#include "mesh/actor/error_codec.h"
#include "mesh/actor/handler.h"
#include "mesh/actor/result.h"

namespace mesh::actor {

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
