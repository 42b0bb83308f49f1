// An envelope goes on its way again from where it stood, or from a point of one's choice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::route {

/// Puts an envelope that stands somewhere, has ended or has not entered yet before the point of that name.
/// Something: why it cannot be there; then it is left anywhere. Points that need frames which it has lost are
/// such, and are told with them.
std::optional<std::string> MoveTo(const Router& router, Envelope& envelope, std::string_view point,
                                  std::int64_t now_ns);

/// Goes on from the point where the envelope stands before a call, a park or a fork, as if it had just come
/// there; where it stands nowhere, from the entry of its flow.
Step Resume(const Router& router, Envelope& envelope, std::int64_t now_ns);

/// True: an error is on its way, and what runs belongs to its `finally` or undoes a saga.
bool Unwinds(const Envelope& envelope);

}  // namespace mesh::route
