// What a call gives and gets by name.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <string>
#include <vector>

#include "compiler/types/declarations.h"

namespace meshc::sema {

/// The params and results of an actor; the `in` and `out` fields of a flow on its own envelope.
struct Signature {
  const std::string& name;
  const std::vector<types::Member>& params;
  const std::vector<types::Member>& results;
  source::SourceRange listed;  ///< Where a plan router lists it; nowhere: it is called by name.
  const types::Envelope* envelope = nullptr;  ///< Of the flow; null: an actor.

  /// Whose declaration holds them.
  const std::string& Whole() const { return envelope == nullptr ? name : envelope->name; }
};

/// The fields by which a flow on its own envelope is entered and left, as members.
struct EnvelopeEnds {
  std::vector<types::Member> inputs;
  std::vector<types::Member> outputs;
  std::vector<std::uint32_t> input_slots;
  std::vector<std::uint32_t> output_slots;
};

EnvelopeEnds EndsOf(const types::Envelope& envelope);

}  // namespace meshc::sema
