// Errors that every call may raise and nobody declares.
#pragma once

#include <array>

#include "compiler/types/declarations.h"

namespace meshc::analysis {

inline constexpr std::array<types::ErrorId, 6> kCommonErrors = {
    types::IdOf(types::BuiltinError::kTimeout),           types::IdOf(types::BuiltinError::kCrash),
    types::IdOf(types::BuiltinError::kContractViolation), types::IdOf(types::BuiltinError::kExpressionError),
    types::IdOf(types::BuiltinError::kDeadlineExceeded),  types::IdOf(types::BuiltinError::kCancelled)};

/// True if a clause for `error` catches some of them.
bool CatchesCommonErrors(types::ErrorId error);

/// True if a call may raise it before its actor gets anything.
bool ArisesBeforeVisit(types::ErrorId error);

}  // namespace meshc::analysis
