// Envelopes on the wire: one JSON object, UTF-8. Two envelopes with one meaning give the same bytes.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/value/json.h"
#include "mesh/value/schemas.h"

namespace mesh {

/// `pending`, `processing`...
std::string_view PhaseName(Phase phase);

/// What can be told of an envelope whose table is not known.
struct EnvelopeHead {
  std::string id;
  std::string table;  ///< Digest; empty: the envelope has not entered a flow.
  std::string curr;   ///< Actor; empty: none.
};
std::variant<EnvelopeHead, SchemaError> ReadHead(std::string_view text);

/// Writes and reads the envelopes of one table. Immutable; share it between threads. The table
/// outlives it.
class EnvelopeCodec {
 public:
  /// `former`: names under which flow and members of a document from outside are read, too.
  explicit EnvelopeCodec(const contract::RouteTable& table, contract::Array<contract::FormerName> former = {})
      : table_(table), former_(former), schemas_(table.pool, former) {}

  /// `next` is for people: the router's NextStops.
  std::string Encode(const Envelope& envelope, const std::vector<std::string>& next) const;

  /// Everything is checked against the table, constraints included: routers may rely on it. A
  /// member of route or status that is missing has its value of a new envelope.
  std::variant<Envelope, SchemaError> Decode(std::string_view text) const;

 private:
  const contract::RouteTable& table_;
  contract::Array<contract::FormerName> former_;
  Schemas schemas_;
};

}  // namespace mesh
