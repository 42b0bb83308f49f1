// Several hosts that share one mesh, each as in a process of its own, on one manual clock: in an SQLite file,
// on a NATS server, alone or with another one or a Redis server beside it, on a RabbitMQ broker, alone or
// with an SQLite file, a NATS or a Redis server beside it, or on a broker in memory that reorders everything.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/nats/nats.h"
#include "mesh/transport/redis/redis.h"
#include "mesh/transport/sqlite/sqlite.h"
#include "tests/support/broker/connection.h"
#include "tests/support/host_fixture.h"
#include "tests/support/nats_server.h"
#include "tests/support/rabbit_server.h"
#include "tests/support/redis_server.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {

enum class DurableKind {
  kSqlite,
  kNats,
  kNatsBesideNats,
  kNatsBesideRedis,
  kAmqpAlone,  ///< Keeps no roots.
  kAmqp,
  kAmqpBesideNats,
  kAmqpBesideRedis,
  kMemory,         ///< State and messages change as one.
  kMemoryRepeats,  ///< Messages may come twice.
};

/// All kinds that keep roots.
inline auto KindsWithRoots() {
  return testing::Values(DurableKind::kSqlite, DurableKind::kNats, DurableKind::kNatsBesideNats,
                         DurableKind::kNatsBesideRedis, DurableKind::kAmqp, DurableKind::kAmqpBesideNats,
                         DurableKind::kAmqpBesideRedis, DurableKind::kMemory, DurableKind::kMemoryRepeats);
}

inline std::string KindName(const testing::TestParamInfo<DurableKind>& info) {
  switch (info.param) {
    case DurableKind::kSqlite: return "Sqlite";
    case DurableKind::kNats: return "Nats";
    case DurableKind::kNatsBesideNats: return "NatsBesideNats";
    case DurableKind::kNatsBesideRedis: return "NatsBesideRedis";
    case DurableKind::kAmqpAlone: return "AmqpAlone";
    case DurableKind::kAmqp: return "Amqp";
    case DurableKind::kAmqpBesideNats: return "AmqpBesideNats";
    case DurableKind::kAmqpBesideRedis: return "AmqpBesideRedis";
    case DurableKind::kMemory: return "Memory";
    case DurableKind::kMemoryRepeats: return "MemoryRepeats";
  }
  return {};
}

/// Where one mesh is kept.
class DurableHome {
 public:
  explicit DurableHome(DurableKind kind, std::string mesh = "shop") : kind_(kind), mesh_(std::move(mesh)) {}
  /// A broker in memory.
  explicit DurableHome(Broker::Options options)
      : kind_(options.repeats ? DurableKind::kMemoryRepeats : DurableKind::kMemory),
        of_broker_(std::move(options)) {}
  DurableHome(std::string path) : kind_(DurableKind::kSqlite), path_(std::move(path)) {}

  std::unique_ptr<transport::Transport> Open(transport::Clock& clock) const {
    auto opened = Choose(clock);
    if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
    return std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
  }
  DurableKind kind() const { return kind_; }
  /// Of the SQLite file.
  const std::string& path() const { return path_; }

 private:
  using Opened = std::variant<std::unique_ptr<transport::Transport>, std::string>;

  Opened Choose(transport::Clock& clock) const {
    switch (kind_) {
      case DurableKind::kSqlite: return OpenFile(clock);
      case DurableKind::kNats: return OpenNats(clock);
      case DurableKind::kNatsBesideNats: return OpenNats(clock, StoreOf(OpenNatsStore(clock)));
      case DurableKind::kNatsBesideRedis: return OpenNats(clock, OpenRedis(clock));
      case DurableKind::kAmqpAlone: return OpenAmqp(clock, std::shared_ptr<transport::Ledger>());
      case DurableKind::kAmqp: return OpenAmqp(clock, StoreOf(OpenFile(clock)));
      case DurableKind::kAmqpBesideNats: return OpenAmqp(clock, StoreOf(OpenNats(clock)));
      case DurableKind::kAmqpBesideRedis: return OpenAmqp(clock, OpenRedis(clock));
      case DurableKind::kMemory:
      case DurableKind::kMemoryRepeats: return Connect(clock);
    }
    return "no such kind";
  }
  Opened OpenFile(transport::Clock& clock) const {
    return transport::OpenSqlite({.path = path_, .sync_full = false, .mesh = mesh_}, clock);
  }
  using Store = std::variant<std::shared_ptr<transport::Ledger>, std::string>;
  static Store StoreOf(Opened opened) {
    if (auto* why = std::get_if<std::string>(&opened)) return std::move(*why);
    return transport::StoreOf(std::get<std::unique_ptr<transport::Transport>>(std::move(opened)));
  }
  Store OpenRedis(transport::Clock& clock) const {
    static RedisServer server;
    auto options = std::get<transport::RedisOptions>(transport::ParseRedisUrl(server.url()));
    options.prefix = prefix_;
    options.mesh = mesh_;
    auto opened = transport::OpenRedis(std::move(options), clock);
    if (auto* why = std::get_if<std::string>(&opened)) return std::move(*why);
    return std::get<std::unique_ptr<transport::Ledger>>(std::move(opened));
  }
  Opened OpenAmqp(transport::Clock& clock, Store store) const {
    static RabbitServer server;
    auto options = std::get<transport::AmqpOptions>(transport::ParseAmqpUrl(server.url()));
    options.prefix = prefix_;
    options.mesh = mesh_;
    if (auto* why = std::get_if<std::string>(&store)) return std::move(*why);
    options.store = std::get<std::shared_ptr<transport::Ledger>>(std::move(store));
    return transport::OpenAmqp(std::move(options), clock);
  }
  Opened OpenNats(transport::Clock& clock, Store store = std::shared_ptr<transport::Ledger>()) const {
    if (auto* why = std::get_if<std::string>(&store)) return std::move(*why);
    static NatsServer server;
    auto options = std::get<transport::NatsOptions>(transport::ParseNatsUrl(server.url()));
    options.prefix = prefix_;
    options.mesh = mesh_;
    options.store = std::get<std::shared_ptr<transport::Ledger>>(std::move(store));
    return transport::OpenNats(std::move(options), clock);
  }
  /// On a server of its own.
  Opened OpenNatsStore(transport::Clock& clock) const {
    static NatsServer server;
    auto options = std::get<transport::NatsOptions>(transport::ParseNatsUrl(server.url()));
    options.prefix = prefix_;
    options.mesh = mesh_;
    return transport::OpenNats(std::move(options), clock);
  }
  Opened Connect(transport::Clock& clock) const {
    Broker::Options options = of_broker_;
    options.repeats = kind_ == DurableKind::kMemoryRepeats;
    if (broker_ == nullptr) broker_ = std::make_unique<Broker>(std::move(options), clock);
    return broker_->Connect();
  }
  static std::string NewPrefix() {
    static int number = 0;
    return "t" + std::to_string(++number);
  }

  const DurableKind kind_;
  const std::string mesh_ = "shop";
  const Broker::Options of_broker_ = {};
  const ScratchFile file_{"mesh.db"};
  const std::string path_ = file_.path();
  const std::string prefix_ = NewPrefix();
  mutable std::unique_ptr<Broker> broker_;
};

/// A host with its own connection to it.
class DurableHost {
 public:
  DurableHost(const DurableHome& home, transport::Clock& clock, const contract::RouteTable& table,
              std::vector<actor::Entry> handlers, host::HostOptions options = {})
      : tables_{contract::Version(&table)}, actors_(std::move(handlers)), transport_(home.Open(clock)) {
    host_ = std::make_unique<host::Host>(host::HostParts{tables_, actors_, *transport_, clock, idempotency_},
                                         std::move(options));
  }

  host::Host& host() { return *host_; }
  transport::Transport& transport() { return *transport_; }
  const state::State& state() { return transport_->ledger()->state(); }

 private:
  state::MemoryIdempotencyStore idempotency_;
  std::vector<contract::Version> tables_;
  std::vector<actor::Entry> actors_;
  std::unique_ptr<transport::Transport> transport_;
  std::unique_ptr<host::Host> host_;
};

/// One that submits and serves nothing, and two that serve everything.
struct DurableFixture {
  /// `place`: what its home is made of.
  template <typename Place = DurableKind>
  DurableFixture(const contract::RouteTable& table, const std::vector<actor::Entry>& handlers,
                 Place place = DurableKind::kSqlite)
      : home(std::move(place)),
        entrance(home, clock, table, {},
                 {.max_envelopes = 100, .waiter = "entrance", .serves_sink = false, .serves_control = false}),
        one(home, clock, table, handlers),
        other(home, clock, table, handlers) {}

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

  DurableHome home;
  ManualClock clock;
  Arrivals arrivals;
  DurableHost entrance;
  DurableHost one;
  DurableHost other;
};

}  // namespace mesh::test
