// What a hop costs on a server, beside the raw loop of the same client in the same run: the same bytes move
// through the same mailboxes of servers of one kind, as many at a time, as safely, and nobody reads them.
//
//   broker_bench nats|amqp [ENVELOPES] [ROUNDS] [WORKERS] [apart]
//
// RabbitMQ has a Redis server beside it. Apart: the servers of messages have the first processor for
// themselves, as on a machine of their own; the loops and Redis share the rest.
#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/nats/nats.h"
#include "mesh/transport/redis/redis.h"
#include "tests/bench/line_mesh.h"
#include "tests/bench/raw_amqp.h"
#include "tests/bench/raw_nats.h"
#include "tests/support/nats_server.h"
#include "tests/support/rabbit_server.h"
#include "tests/support/redis_server.h"

namespace mesh::test {
namespace {

template <typename Wanted>
Wanted Must(std::variant<Wanted, std::string> opened) {
  if (const auto* why = std::get_if<std::string>(&opened)) {
    std::fprintf(stderr, "%s\n", why->c_str());
    std::exit(1);
  }
  return std::get<Wanted>(std::move(opened));
}

struct Setting {
  std::uint32_t workers = kWorkers;
  bool apart = false;
};

/// From here on the calling thread, and what it starts, runs on those, if they are apart: servers on the
/// first one that this process may use.
struct Processors {
  enum class Of : std::uint8_t { kServers, kLoops };
  Processors(const Setting& setting, Of of) {
    if (!setting.apart) return;
    static const cpu_set_t kAll = [] {
      cpu_set_t all;
      sched_getaffinity(0, sizeof all, &all);
      return all;
    }();
    int first = 0;
    while (!CPU_ISSET(first, &kAll)) ++first;
    cpu_set_t set = kAll;
    CPU_CLR(first, &set);
    if (of == Of::kServers) CPU_XOR(&set, &set, &kAll);
    if (sched_setaffinity(0, sizeof set, &set) == 0) return;
    std::perror("apart: it takes two processors");
    std::exit(1);
  }
};

/// Hosts have a server of their own, and the raw loop has.
struct OnNats {
  Processors servers;
  NatsServer of_host, of_raw;
  Processors loops;
  RunningHost host;
  RawNats raw;

  OnNats(const LineMesh& mesh, const Setting& setting)
      : servers(setting, Processors::Of::kServers),
        loops(setting, Processors::Of::kLoops),
        host(
            mesh.table(),
            [this](std::string name, transport::Clock& clock) {
              auto options = Must(transport::ParseNatsUrl(of_host.url()));
              options.mesh = std::move(name);
              return Must(transport::OpenNats(std::move(options), clock));
            },
            "bench", setting.workers),
        raw(of_raw.url(), BodyOf(mesh.table())) {}
};

struct OnAmqp {
  Processors servers;
  RabbitServer of_host, of_raw;
  Processors loops;
  RedisServer state_of_host, state_of_raw;
  RunningHost host;
  RawAmqp raw;

  OnAmqp(const LineMesh& mesh, const Setting& setting)
      : servers(setting, Processors::Of::kServers),
        loops(setting, Processors::Of::kLoops),
        host(
            mesh.table(),
            [this](std::string name, transport::Clock& clock) {
              auto state = Must(transport::ParseRedisUrl(state_of_host.url()));
              state.mesh = name;
              auto options = Must(transport::ParseAmqpUrl(of_host.url()));
              options.mesh = std::move(name);
              options.store = Must(transport::OpenRedis(std::move(state), clock));
              return Must(transport::OpenAmqp(std::move(options), clock));
            },
            "bench", setting.workers),
        raw(of_raw.url(), state_of_raw.url(), BodyOf(mesh.table())) {}
};

template <typename Place>
void Compare(const char* name, int envelopes, int rounds, const Setting& setting) {
  const LineMesh mesh;
  Place place(mesh, setting);
  std::printf("%s, %zu actors, %zu bytes a message, window %u, %d envelopes a round, %u workers%s\n", name,
              kActors.size(), BodyOf(mesh.table()).size(), kWindow, envelopes, setting.workers,
              setting.apart ? ", servers apart" : "");
  int next = 0;
  CompareThroughput(rounds, [&] {
    const Cost hosts = Measure(envelopes, [&] { place.host.Run(next, envelopes); });
    const Cost raws = Measure(envelopes, [&] { place.raw.Run(next, envelopes); });
    next += envelopes;
    return std::pair(hosts, raws);
  });
  CompareAlone(
      std::max(envelopes / 20, 20), [&](int number) { place.host.Run(next + number, 1); },
      [&](int number) { place.raw.Run(next + number, 1); });
}

}  // namespace
}  // namespace mesh::test

int main(int argc, char** argv) {
  const std::string_view on = argc > 1 ? argv[1] : "";
  const int envelopes = argc > 2 ? std::atoi(argv[2]) : 10'000;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
  const int workers = argc > 4 ? std::atoi(argv[4]) : static_cast<int>(mesh::test::kWorkers);
  const std::string_view where = argc > 5 ? argv[5] : "";
  if ((on != "nats" && on != "amqp") || envelopes < 1 || rounds < 1 || workers < 1 ||
      (!where.empty() && where != "apart")) {
    std::fputs("broker_bench nats|amqp [ENVELOPES] [ROUNDS] [WORKERS] [apart]\n", stderr);
    return 2;
  }
  using namespace mesh::test;  // NOLINT: one program about it.
  const auto compare = on == "nats" ? Compare<OnNats> : Compare<OnAmqp>;
  compare(argv[1], envelopes, rounds, {static_cast<std::uint32_t>(workers), !where.empty()});
  return 0;
}
