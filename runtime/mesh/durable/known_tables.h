// Envelopes as letters, and back, by the tables that a host knows.
#pragma once

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "mesh/durable/growing_list.h"
#include "mesh/envelope/envelope.h"
#include "mesh/envelope/envelope_json.h"
#include "mesh/route/router.h"
#include "mesh/transport/ledger.h"

namespace mesh::durable {

struct KnownTable {
  explicit KnownTable(const route::Router& of);

  std::string Write(const Envelope& envelope) const {
    return codec.Encode(envelope, router.NextStops(envelope));
  }

  const route::Router& router;
  EnvelopeCodec codec;
  /// Flows: of what enters there nothing has to be kept but how it ends.
  std::set<std::string_view> only_end_kept;
};

/// Names one sending of an envelope: whichever attempt has made it, the next hop has the same. Only a message
/// to oneself says its attempt, and what follows from a claim that claim. A branch has an id of its own.
std::string MessageId(const Envelope& envelope);

struct ReadEnvelope {
  std::unique_ptr<Envelope> envelope;
  const KnownTable* table = nullptr;
};
/// No table of that digest is known here.
struct UnknownTable {
  std::string digest;
};
/// It is no envelope of its table.
struct Unreadable {
  std::string why;
};
using Reading = std::variant<ReadEnvelope, UnknownTable, Unreadable>;

/// Routers outlive it. Thread rule: one thread adds at a time; everything else may be called from any thread.
class KnownTables {
 public:
  void Add(const route::Router& router) { tables_.Add(router); }
  /// Null: there is none.
  const KnownTable* Find(std::string_view digest) const;
  Reading Read(std::string_view body) const;

 private:
  GrowingList<KnownTable> tables_;
  mutable std::atomic<const KnownTable*> guess_ = nullptr;  ///< The next one is of this, most likely.
};

}  // namespace mesh::durable
