// Several hosts that share one SQLite file, each as in a process of its own, on one manual clock.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/transport/sqlite.h"
#include "tests/support/host_fixture.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {

/// A host with its own connection to the file.
class DurableHost {
 public:
  DurableHost(const std::string& path, transport::Clock& clock, const contract::RouteTable& table,
              std::vector<actor::Entry> handlers, host::HostOptions options = {})
      : tables_{&table}, actors_(std::move(handlers)), transport_(Open(path, clock)) {
    host_ = std::make_unique<host::Host>(host::HostParts{tables_, actors_, *transport_, clock, idempotency_},
                                         std::move(options));
  }

  host::Host& host() { return *host_; }
  transport::Transport& transport() { return *transport_; }
  const state::State& state() { return transport_->ledger()->state(); }

 private:
  static std::unique_ptr<transport::Transport> Open(const std::string& path, transport::Clock& clock) {
    auto opened = transport::OpenSqlite({.path = path, .sync_full = false, .mesh = "shop"}, clock);
    if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
    return std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
  }

  state::MemoryIdempotencyStore idempotency_;
  std::vector<const contract::RouteTable*> tables_;
  std::vector<actor::Entry> actors_;
  std::unique_ptr<transport::Transport> transport_;
  std::unique_ptr<host::Host> host_;
};

/// One that submits and serves nothing, and two that serve everything.
struct DurableFixture {
  DurableFixture(const contract::RouteTable& table, const std::vector<actor::Entry>& handlers)
      : entrance(file.path(), clock, table, {},
                 {.max_envelopes = 100, .waiter = "entrance", .serves_sink = false, .serves_control = false}),
        one(file.path(), clock, table, handlers),
        other(file.path(), clock, table, handlers) {}

  bool Submit(Envelope envelope) { return entrance.host().Submit(0, std::move(envelope), arrivals.Waiter()); }
  Envelope Run(Envelope envelope) {
    const std::size_t before = arrivals.size();
    if (!Submit(std::move(envelope))) return {};
    return arrivals.WaitFor(before + 1).back();
  }
  /// Keys that are kept, but for ends and decided joins.
  std::vector<std::string> Left() {
    std::vector<std::string> left;
    for (const char* kind :
         {"root", "cancel", "waits", "park", "parent", "slot", "effect", "intent", "start"}) {
      for (const state::Entry& entry : entrance.state().Scan(kind)) left.push_back(entry.key);
    }
    return left;
  }

  ScratchFile file{"mesh.db"};
  ManualClock clock;
  Arrivals arrivals;
  DurableHost entrance;
  DurableHost one;
  DurableHost other;
};

}  // namespace mesh::test
