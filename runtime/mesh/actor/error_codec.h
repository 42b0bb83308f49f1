// What an error's C++ type is called on the wire, and its fields as a record.
#pragma once

#include <string_view>

#include "mesh/actor/result.h"
#include "mesh/value/value.h"

namespace mesh::actor {

/// Generated code specialises it for the errors of its mesh.
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

}  // namespace mesh::actor
