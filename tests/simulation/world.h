// One simulation: several hosts of one mesh in one thread, on one virtual clock, over a broker that does what
// brokers do at their worst.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simulation/call_book.h"
#include "tests/simulation/meshes.h"
#include "tests/simulation/plan.h"
#include "tests/simulation/process.h"

namespace mesh::simulation {

/// What is known afterwards.
struct History {
  CallBook calls;
  std::map<std::string, std::vector<Envelope>> told;  ///< By root: what whoever waits was told, each time.
  std::map<std::string, int> recorded;                ///< How often an end was put into the record.
  std::map<std::string, std::set<std::int64_t>> signalled;
  std::vector<std::string> events;  ///< In words, if they are wanted.
  /// What was left when nothing moved any more, in words.
  std::vector<std::string> left;
};

class World {
 public:
  /// Both outlive it. `tells`: what happens is written down.
  World(const Mesh& mesh, const Plan& plan, bool tells);

  /// Runs until nothing moves.
  void Run();
  const History& history() const { return history_; }

 private:
  actor::Outcome Answer(Process& process, const contract::Actor& actor, std::span<const Value> arguments,
                        const actor::Context& context);
  void StartHost();
  void StartEntrance();
  void Submit(const std::string& root);
  void Signal(const std::string& root);

  bool Step();
  void DoFault(Fault::Kind kind);
  void DoClient();
  void Reap();
  Process* AnyHost();
  std::size_t NumberOf(const Process& process) const;
  /// False: nothing waits for any moment.
  bool MoveTime(std::int64_t at_most_ns);
  void LookForLeft();
  template <typename... Parts>
  void Tell(const char* text, const Parts&... parts);

  const Mesh& mesh_;
  const Plan& plan_;
  const bool tells_;
  History history_;
  test::Chance chance_;
  test::ManualClock clock_;
  test::Fibers fibers_;
  test::Broker broker_;
  std::list<Process> hosts_;
  std::unique_ptr<Process> entrance_;
  std::vector<std::string> to_submit_;
  std::vector<std::string> to_signal_;
  std::uint32_t to_start_ = 0;
  std::uint32_t entrances_ = 0;
  std::int64_t signals_ = 0;
  std::uint32_t steps_ = 0;
  std::size_t next_fault_ = 0;
  bool kill_in_call_ = false;
};

}  // namespace mesh::simulation
