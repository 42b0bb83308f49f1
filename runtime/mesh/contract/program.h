// Compiled expressions.
#pragma once

#include "mesh/contract/entry.h"

namespace mesh::contract {

/// A program is a run of instructions for a stack machine. "Absent" is a value of its own,
/// made by the soft loads and consumed by kIsPresent and kJumpIfPresent only.
enum class Op : std::uint8_t {
#define MESH_OP(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};

enum class Function : std::uint8_t {
  kLen,
  kLower,
  kUpper,
  kTrim,
  kContains,
  kStartsWith,
  kEndsWith,
  kMatches,
  kMin,
  kMax,
  kAbs,
  kToInt,
  kToFloat,
  kToString,
};

struct Instruction {
  Op op = Op::kConstant;
  Index a = 0;
  Index b = 0;
};

/// `result` tells the evaluator's caller what type stands on the stack at the end.
struct Program {
  Span code = {};        ///< In `code`; jump targets count from `code.first`.
  Index result = kNone;  ///< Type.
};

}  // namespace mesh::contract
