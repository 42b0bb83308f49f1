// Runs a flow by walking its AST, straight from sections 4 and 5 of the language.
#pragma once

#include <string>
#include <vector>

#include "compiler/sema/typed_program.h"
#include "mesh/value/value.h"
#include "tests/property/behaviour.h"

namespace meshc::property {

/// What both sides of the comparison observe of a run.
struct Observation {
  std::vector<std::string> visits;   ///< `actor(arguments)`, retries included.
  std::string outcome;               ///< `succeeded`, or `failed` and the error's name.
  std::vector<std::string> payload;  ///< `field = value`, in schema order.
  friend bool operator==(const Observation&, const Observation&) = default;
};

std::string Print(const Observation& observation);

/// `fields` are the payload at entry, defaults filled in.
Observation RunReference(const sema::TypedProgram& program, types::FlowId flow, mesh::ValueList fields,
                         Behaviour& behaviour);

/// The payload of a flow's envelope as observed.
std::vector<std::string> PrintPayload(const types::Envelope& envelope, const mesh::ValueList& fields);

}  // namespace meshc::property
