// What both sides of the comparison observe of a run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/types/declarations.h"
#include "mesh/value/value.h"

namespace meshc::property {

struct Observation {
  std::vector<std::string> visits;   ///< As of PrintVisit, in the order run, retries included.
  std::string outcome;               ///< `succeeded`, or `failed` and the error's name.
  std::vector<std::string> payload;  ///< `field = value`, in schema order.
  friend bool operator==(const Observation&, const Observation&) = default;
};

std::string Print(const Observation& observation);

/// `actor(arguments)@ms`: what was asked, and when on the virtual clock.
std::string PrintVisit(std::string_view actor, const mesh::ValueList& arguments, std::int64_t now_ns);

/// The payload of a flow's envelope as observed.
std::vector<std::string> PrintPayload(const types::Envelope& envelope, const mesh::ValueList& fields);

}  // namespace meshc::property
