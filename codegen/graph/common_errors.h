// Errors that every call may raise and nobody declares.
#pragma once

#include <array>

#include "compiler/types/declarations.h"
#include "mesh/contract/route_table.h"

namespace meshc::codegen::graph {

constexpr types::ErrorId BuiltinError(mesh::contract::BuiltinError error) {
  return {static_cast<std::uint32_t>(error)};
}

inline constexpr std::array<types::ErrorId, 6> kCommonErrors = {
    BuiltinError(mesh::contract::BuiltinError::kTimeout),
    BuiltinError(mesh::contract::BuiltinError::kCrash),
    BuiltinError(mesh::contract::BuiltinError::kContractViolation),
    BuiltinError(mesh::contract::BuiltinError::kExpressionError),
    BuiltinError(mesh::contract::BuiltinError::kDeadlineExceeded),
    BuiltinError(mesh::contract::BuiltinError::kCancelled)};

/// True if a clause for `error` catches some of them.
bool CatchesCommonErrors(types::ErrorId error);

/// True if a call may raise it before its actor gets anything.
bool ArisesBeforeVisit(types::ErrorId error);

}  // namespace meshc::codegen::graph
