// Five actors in a line, and what it costs to move an envelope from one mailbox to the next: what benches of
// durable transports have in common.
#pragma once

#include <sys/resource.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/contract/promises.h"
#include "mesh/contract/route_table.h"
#include "mesh/envelope/envelope.h"
#include "mesh/host/host.h"
#include "mesh/state/idempotency_store.h"
#include "mesh/transport/steady_clock.h"
#include "mesh/transport/transport.h"
#include "tests/support/table_builder.h"

namespace mesh::test {

/// Envelopes under way at a time.
constexpr std::uint32_t kWindow = 256;
constexpr std::array<std::string_view, 5> kActors = {"a", "b", "c", "d", "e"};
/// Threads of a host that call handlers. Raw loops have one.
constexpr std::uint32_t kWorkers = 2;
/// Of each envelope: the calls, its end, and that whoever waits is told.
constexpr std::size_t kMoves = kActors.size() + 2;

/// `flow main on Work { a; b; c; d; e; }` over `in note: string;`, where each actor takes the note.
class LineMesh {
 public:
  LineMesh();
  const contract::RouteTable& table() const { return table_; }

 private:
  TableBuilder b_;
  contract::RouteTable table_;
};

std::string IdOf(int number);
/// With a note of 1 KiB.
Envelope NewWork(int number);
/// What of it lies in a mailbox.
std::string BodyOf(const contract::RouteTable& table);

/// A host with all five actors, which is also the entrance.
class RunningHost {
 public:
  /// Ends the program with what it says, where there is none.
  using OpenTransport =
      std::function<std::unique_ptr<transport::Transport>(std::string mesh, transport::Clock& clock)>;
  RunningHost(const contract::RouteTable& table, const OpenTransport& open, std::string waiter = "bench",
              std::uint32_t workers = kWorkers);

  /// Until as many have ended.
  void Run(int from, int count);

 private:
  transport::SteadyClock clock_;
  state::MemoryIdempotencyStore effects_;
  std::vector<contract::Version> tables_;
  std::vector<actor::Entry> actors_;
  std::unique_ptr<transport::Transport> transport_;
  std::atomic<std::uint64_t> ended_ = 0;
  std::unique_ptr<host::Host> host_;
};

struct Cost {
  double wall_us = 0;  ///< Of a move.
  double processor_us = 0;
};

double ProcessorSeconds();

template <typename Work>
Cost Measure(int envelopes, const Work& work) {
  const auto begun = std::chrono::steady_clock::now();
  const double processor = ProcessorSeconds();
  work();
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begun;
  const double moves = static_cast<double>(envelopes) * static_cast<double>(kMoves);
  return {took.count() / moves, (ProcessorSeconds() - processor) * 1e6 / moves};
}

/// Which no more than `part` of them are above.
double Quantile(std::vector<double> values, double part);

/// Hosts and raw loops in turns, as many rounds: `both` does one of them and says what a move cost the host,
/// and what the raw loop.
void CompareThroughput(int rounds, const std::function<std::pair<Cost, Cost>()>& both);
/// One envelope at a time, each number once.
void CompareAlone(int envelopes, const std::function<void(int number)>& host,
                  const std::function<void(int number)>& raw);

}  // namespace mesh::test
