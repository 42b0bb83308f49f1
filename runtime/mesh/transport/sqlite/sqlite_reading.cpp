// How an SQLite transport reads what is committed, beside the committers.
#include "mesh/state/keys.h"
#include "mesh/transport/sqlite/sqlite_transport.h"

namespace mesh::transport {

std::optional<std::string> SqliteTransport::ReadState::Get(std::string_view key) const {
  if (transport_.IsNoCancellation(key, *this)) return std::nullopt;
  const std::lock_guard lock(transport_.read_mutex_);
  return transport_.ReadTable().Get(key);
}

std::vector<state::Entry> SqliteTransport::ReadState::Scan(std::string_view prefix) const {
  const std::lock_guard lock(transport_.read_mutex_);
  return transport_.ReadTable().Scan(prefix);
}

std::size_t SqliteTransport::ReadState::Count(std::string_view prefix) const {
  const std::lock_guard lock(transport_.read_mutex_);
  return transport_.ReadTable().Count(prefix);
}

SqliteTransport::ReadMoment::~ReadMoment() {
  if (!reading_.owns_lock()) return;
  transport_.end_reading_.Do();
  // Else what it has seen would hold up the log.
  transport_.MendReader();
}

std::optional<std::string> SqliteTransport::ReadMoment::Get(std::string_view key) const {
  // A moment that has begun is no news.
  if (!reading_.owns_lock() && transport_.IsNoCancellation(key, *this)) return std::nullopt;
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

const state::State& SqliteTransport::ReadTable() const {
  MendReader();
  return read_table_;
}

void SqliteTransport::MendReader() const {
  if (!reader_.ok()) reader_.Rollback();
}

bool SqliteTransport::IsNoCancellation(std::string_view key, const state::State& state) const {
  return state::IsCancelKey(key) &&
         !cancelled_.Has(key, [&state] { return state.Scan(state::AllCancels()); });
}

}  // namespace mesh::transport
