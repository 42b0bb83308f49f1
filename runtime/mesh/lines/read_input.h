// One line of input as an envelope that may enter its flow.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/envelope/envelope_json.h"
#include "mesh/route/router.h"

namespace mesh::lines {

/// Reads what may enter `flow`. The router outlives it. An error is a `contract_violation`; it names a
/// place in the document by its JSON Pointer, one in the text by line and column. `number` is that of the
/// line in its file.
class InputReader {
 public:
  InputReader(const route::Router& router, contract::Index flow, std::function<std::string()> next_id);

  /// A JSON object of `in` fields; members that the envelope does not know are kept.
  std::variant<Envelope, Error> ReadFields(std::string_view line, std::size_t number) const;
  /// A whole envelope: id, headers, deadline and the payload's `in` fields are taken from it; its
  /// route begins anew.
  std::variant<Envelope, Error> ReadEnvelope(std::string_view line, std::size_t number) const;

 private:
  std::variant<Envelope, Error> Admit(Envelope&& envelope) const;

  const route::Router& router_;
  const contract::RouteTable& table_;
  const contract::Index flow_;
  const contract::Array<contract::Field> fields_;
  const std::function<std::string()> next_id_;
  const EnvelopeCodec codec_;
};

}  // namespace mesh::lines
