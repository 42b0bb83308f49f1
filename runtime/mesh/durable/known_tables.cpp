#include "mesh/durable/known_tables.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/route/kept.h"

namespace mesh::durable {

KnownTable::KnownTable(const route::Router& of) : router(of), codec(of.table()) {
  const contract::RouteTable& table = of.table();
  const std::vector<bool> kept = route::FlowsKept(table);
  for (contract::Index flow = 0; flow < table.flows.size; ++flow) {
    if (!kept[flow]) only_end_kept.insert(table.flows[flow].name);
  }
}

std::string MessageId(const Envelope& envelope) {
  std::string id = envelope.id + '/' + std::to_string(envelope.route.hop);
  if (envelope.status.attempt > 1) id += '/' + std::to_string(envelope.status.attempt);
  if (!envelope.route.claim.empty()) id += '/' + envelope.route.claim;
  return id;
}

const KnownTable* KnownTables::Find(std::string_view digest) const {
  for (const KnownTable& table : tables_) {
    if (table.router.table().digest == digest) return &table;
  }
  return nullptr;
}

Reading KnownTables::Read(std::string_view body) const {
  // Most are of the table that was read last: a look at the head would parse them twice.
  const KnownTable* const guess = guess_.load(std::memory_order_relaxed);
  const KnownTable& first = guess == nullptr ? tables_.front() : *guess;
  auto read = first.codec.Decode(body);
  if (auto* envelope = std::get_if<Envelope>(&read)) {
    if (!envelope->route.table.empty())
      return ReadEnvelope{std::make_unique<Envelope>(std::move(*envelope)), &first};
  }
  const auto head = ReadHead(body);
  if (const auto* problem = std::get_if<SchemaError>(&head))
    return Unreadable{fmt::format("{}: {}", problem->path, problem->message)};
  const std::string& digest = std::get<EnvelopeHead>(head).table;
  const KnownTable* const table = Find(digest);
  if (table == nullptr) return UnknownTable{digest};
  if (table != &first) read = table->codec.Decode(body);
  guess_.store(table, std::memory_order_relaxed);
  if (auto* envelope = std::get_if<Envelope>(&read))
    return ReadEnvelope{std::make_unique<Envelope>(std::move(*envelope)), table};
  const auto& problem = std::get<SchemaError>(read);
  return Unreadable{fmt::format("{}: {}", problem.path, problem.message)};
}

}  // namespace mesh::durable
