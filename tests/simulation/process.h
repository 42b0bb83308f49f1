// One process of a simulation: a host with its connection, and the fibers in which it works.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "mesh/host/host.h"
#include "mesh/state/idempotency_store.h"
#include "tests/simulation/meshes.h"
#include "tests/support/broker/connection.h"
#include "tests/support/manual_clock.h"

namespace mesh::simulation {

class Process {
 public:
  /// Answers a call of a handler, in a fiber.
  using Answer = std::function<actor::Outcome(Process&, const contract::Actor&, std::span<const Value>,
                                              const actor::Context&)>;
  /// All outlive it. No `answer`: it submits, and serves nothing.
  Process(const Mesh& mesh, test::Broker& broker, test::ManualClock& clock, test::Fibers& fibers,
          host::HostOptions options, Answer answer);
  /// Ends what it does, if it has not died.
  ~Process();

  host::Host& host() { return *host_; }
  test::Connection& connection() { return *connection_; }

  /// Runs something in a fiber, which ends when the process dies, whatever it waits for.
  void Run(const std::function<void()>& work);
  /// In a fiber of the process: waits until it is ready again, after so long.
  void Sleep(std::int64_t by_ns);
  /// Fibers that may go on.
  std::size_t ready() const { return ready_.size(); }
  void Resume(std::size_t nth);

  /// Nothing of it reaches anybody any more. From a fiber, too; what it does ends with End.
  void Die();
  bool dead() const { return dead_; }
  /// It hands back what it holds, and ends what runs.
  void Leave();
  /// Nothing runs in it any more that keeps it from its end.
  bool over() const;

 private:
  void End();

  test::ManualClock& clock_;
  test::Fibers& fibers_;
  state::MemoryIdempotencyStore idempotency_;
  std::vector<contract::Version> tables_;
  std::vector<actor::Entry> actors_;
  std::unique_ptr<test::Connection> connection_;
  std::unique_ptr<host::Host> host_;
  std::set<test::Fibers::Fiber*> busy_;
  std::map<test::Fibers::Fiber*, transport::TimerId> asleep_;
  std::vector<test::Fibers::Fiber*> ready_;
  bool dead_ = false;
  bool leaving_ = false;
};

}  // namespace mesh::simulation
