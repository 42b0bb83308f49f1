// How an SQLite transport reads what is committed, beside the committers.
#include "mesh/state/keys.h"
#include "mesh/transport/sqlite/sqlite_transport.h"

namespace mesh::transport {

std::optional<std::string> SqliteTransport::ReadState::Get(std::string_view key) const {
  return ReadMoment(transport_).Get(key);
}

std::vector<state::Entry> SqliteTransport::ReadState::Scan(std::string_view prefix) const {
  return ReadMoment(transport_).Scan(prefix);
}

std::size_t SqliteTransport::ReadState::Count(std::string_view prefix) const {
  return ReadMoment(transport_).Count(prefix);
}

SqliteTransport::ReadMoment::~ReadMoment() {
  if (!reading_.owns_lock()) return;
  transport_.end_reading_.Do();
  // Else what it has seen would hold up the log.
  transport_.MendReader();
}

std::optional<std::string> SqliteTransport::ReadMoment::Get(std::string_view key) const {
  // A moment that has begun is no news.
  if (state::IsCancelKey(key) && !reading_.owns_lock() &&
      !transport_.cancelled_.Has(key, [this] { return Scan(state::AllCancels()); }))
    return std::nullopt;
  return Table().Get(key);
}

std::vector<state::Entry> SqliteTransport::ReadMoment::Scan(std::string_view prefix) const {
  return Table().Scan(prefix);
}

std::size_t SqliteTransport::ReadMoment::Count(std::string_view prefix) const {
  return Table().Count(prefix);
}

const state::State& SqliteTransport::ReadMoment::Table() const {
  if (!reading_.owns_lock()) {
    reading_.lock();
    transport_.MendReader();
    transport_.begin_reading_.Do();
  }
  return transport_.read_table_;
}

void SqliteTransport::MendReader() const {
  if (!reader_.ok()) reader_.Rollback();
}

}  // namespace mesh::transport
