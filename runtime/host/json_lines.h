// Envelopes in as JSON lines, results out as JSON lines in the order of the inputs. The loop of
// `meshc run --stub` and of every generated host; who runs an envelope is a parameter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/route/router.h"

namespace mesh::host {

/// Runs one filled envelope to its end and hands it to `ended` exactly once, from any thread,
/// before it returns or later. It may wait for room. `input` counts from 1.
using Ended = std::function<void(Envelope envelope)>;
using Runner = std::function<void(std::uint64_t input, Envelope envelope, Ended ended)>;

struct JsonLinesOptions {
  contract::Index flow = contract::kNone;     ///< Whose `in` fields a line holds.
  bool whole_envelopes = false;               ///< Lines in and out are whole envelopes.
  std::function<std::string()> next_id = {};  ///< Ids of new envelopes.
  /// Asked before each line; true: the input ends there, and with it a line that has no end yet.
  std::function<bool()> stopped = {};
  std::size_t max_payload_bytes = std::size_t{1} << 20U;  ///< A longer line is refused.
};

/// How the envelopes ended; refused lines count as failed.
struct Tally {
  std::uint64_t succeeded = 0;
  std::uint64_t failed = 0;
  std::uint64_t inputs = 0;  ///< Lines that were not blank.
};

/// Reads `input` to its end or until `stopped`, then waits for what is still running. Inputs count from 1,
/// blank lines are skipped. A line that does not fit the flow's `in` fields becomes a failed result with
/// `contract_violation` (a result line also where whole envelopes are printed); `in` fields that are left out
/// take their defaults.
Tally RunJsonLines(const route::Router& router, const JsonLinesOptions& options, std::istream& input,
                   std::ostream& output, const Runner& runner);

}  // namespace mesh::host
