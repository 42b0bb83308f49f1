// One line of input as an envelope that may enter its flow.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/envelope/envelope_json.h"
#include "mesh/value/schemas.h"

namespace mesh::host {

/// Reads what may enter `flow`. The table outlives it.
class InputReader {
 public:
  InputReader(const contract::RouteTable& table, contract::Index flow, std::function<std::string()> next_id);

  /// A JSON object of `in` fields; members that the envelope does not know are kept. What is
  /// missing is found at entry. The error is a `contract_violation`.
  std::variant<Envelope, Error> ReadFields(std::string_view line) const;
  /// A whole envelope: id, headers, deadline and the payload's `in` fields are taken from it; its
  /// route begins anew.
  std::variant<Envelope, Error> ReadEnvelope(std::string_view line) const;

 private:
  const contract::RouteTable& table_;
  const contract::Index flow_;
  const contract::Array<contract::Field> fields_;
  const std::function<std::string()> next_id_;
  const Schemas schemas_;
  const EnvelopeCodec codec_;
};

}  // namespace mesh::host
