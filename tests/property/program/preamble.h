// The declarations that every random program starts from, and the steps that can be written with them.
#pragma once

#include <string_view>
#include <vector>

#include "tests/property/program/place.h"

namespace meshc::property {

/// Types, envelopes `E` and `F`, errors and actors, one declaration each.
const std::vector<std::string_view>& Preamble();

/// A chain of calls, without its `;`. In `text` stand `$i` for an int, `$k` for an int whose bounds
/// are not known, `$f` for a float, `$s` for a string, `$l` for a list of ints, `$v` for an int
/// that an optional param takes, `$d` for one that a param with a default takes.
struct StepForm {
  std::string_view text;
  VarSet writes;
  bool single = true;  ///< One call, so that options may follow.
};

const std::vector<StepForm>& Steps();
/// Calls of processors that have an `undo`.
const std::vector<StepForm>& UndoableSteps();
/// Single calls whose results have nowhere to go.
const std::vector<StepForm>& TapSteps();
/// Processors that find every param and result by name: what a plan may list.
const std::vector<StepForm>& PlanSteps();

/// A result of a flow that is called on an envelope of its own.
struct OutField {
  std::string_view name;
  enum class Kind { kInt, kText, kInts } kind;
};

/// What the body writer has to know of an envelope. Both have the fields that bodies use.
struct EnvelopeForm {
  std::string_view name;
  VarSet vars;
  std::vector<OutField> outs;
  VarSet same_named;  ///< What is written elsewhere if `outs` go to fields of their names.
};

const EnvelopeForm& EnvelopeE();
/// Its `done` is plain and `out`, so a flow on it writes that first.
const EnvelopeForm& EnvelopeF();

}  // namespace meshc::property
