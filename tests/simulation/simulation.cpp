// Runs simulations, one seed after the other, until a promise is broken.
//
//   simulation_test [--seed FIRST] [--count N] [--mesh NAME] [--print] [--conflicts]
//
// --conflicts: a store that accepts conflicting writes, which must be found.
//
// Of a seed that breaks one it prints the smallest plan that does, what is broken, and what happened.
#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "tests/simulation/judge.h"

namespace mesh::simulation {
namespace {

struct Options {
  std::uint64_t seed = 1;
  std::uint64_t count = 1'000;
  std::string mesh;  ///< Empty: all, one after the other.
  bool print = false;
  bool conflicts = false;  ///< Both of two writes that expect the same are accepted.
};

/// Among so many simulations everything happens.
constexpr std::uint64_t kMany = 100;

/// What many simulations have come to, so that nobody takes for a proof what nothing has happened in.
struct Sum {
  std::uint64_t calls = 0;
  std::uint64_t doubled = 0;  ///< Questions that were asked more than once.
  std::uint64_t faults = 0;
};

class Simulations {
 public:
  explicit Simulations(Options options) : options_(std::move(options)) {
    for (const MeshText& text : MeshTexts()) {
      if (options_.mesh.empty() || options_.mesh == text.name) chosen_.push_back(meshes_.size());
      meshes_.push_back(std::make_unique<Mesh>(text));
    }
  }

  int RunAll() {
    if (chosen_.empty()) return fmt::print("there is no mesh `{}`\n", options_.mesh), 2;
    for (std::uint64_t seed = options_.seed; seed < options_.seed + options_.count; ++seed) {
      Plan plan = PlanOf(seed, meshes_.size());
      plan.mesh = chosen_[seed % chosen_.size()];
      if (options_.conflicts) {
        if (LosesBranch(plan)) return 0;
        continue;
      }
      if (!Run(plan, options_.print).empty()) return Report(plan), 1;
    }
    if (options_.conflicts) return fmt::print("no simulation finds the branches that are lost\n"), 1;
    fmt::print("{} simulations held: {} calls, {} of them asked again, {} faults\n", options_.count,
               sum_.calls, sum_.doubled, sum_.faults);
    const bool many = options_.count >= kMany;
    if (!many || (sum_.calls > 0 && sum_.doubled > 0 && sum_.faults > 0)) return 0;
    return fmt::print("nothing has befallen them\n"), 1;
  }

 private:
  /// Nothing but the store is at fault, and an envelope never ends.
  bool LosesBranch(Plan plan) {
    plan.repeats = true;
    plan.doubled = 0;
    plan.faults.clear();
    plan.replication = test::Broker::Replication{.accepts_conflicts = true};
    const std::vector<std::string> broken = Run(plan, options_.print);
    const auto is_lost = [](const std::string& each) { return each.starts_with("nobody was told the end"); };
    if (std::ranges::none_of(broken, is_lost)) return false;
    fmt::print("{}\n{}\n", Print(plan), fmt::join(broken, "\n"));
    return true;
  }

  std::vector<std::string> Run(const Plan& plan, bool print) {
    const Mesh& mesh = *meshes_[plan.mesh];
    std::vector<std::string> broken;
    World world(mesh, plan, print);
    world.Run();
    broken = Judge(mesh, plan, world.history());
    Count(plan, world.history());
    if (print)
      fmt::print("{}\n{}\n{}\n", Print(plan), fmt::join(world.history().events, "\n"),
                 fmt::join(broken, "\n"));
    return broken;
  }

  void Count(const Plan& plan, const History& history) {
    sum_.faults += plan.faults.size();
    for (const Call& call : history.calls.calls()) {
      ++sum_.calls;
      const auto asked = history.calls.Asked({call.envelope, call.point, call.arguments, call.attempt});
      if (asked.front() != &call) ++sum_.doubled;
    }
  }

  void Report(const Plan& plan) {
    fmt::print("seed {} breaks a promise; once more with --seed {} --count 1 --print{}\nmade smaller:\n",
               plan.seed, plan.seed, options_.mesh.empty() ? "" : " --mesh " + options_.mesh);
    Run(Shrink(plan, [this](const Plan& smaller) { return !Run(smaller, false).empty(); }), true);
  }

  const Options options_;
  std::vector<std::unique_ptr<Mesh>> meshes_;
  std::vector<std::size_t> chosen_;
  Sum sum_;
};

}  // namespace
}  // namespace mesh::simulation

int main(int argc, char** argv) {
  CLI::App app("Simulates hosts that die on a broker that repeats, delays and forgets");
  mesh::simulation::Options options;
  app.add_option("--seed", options.seed, "First seed");
  app.add_option("--count", options.count, "Simulations to run")->check(CLI::PositiveNumber);
  app.add_option("--mesh", options.mesh, "This mesh alone");
  app.add_flag("--print", options.print, "Print what happens in each");
  app.add_flag("--conflicts", options.conflicts,
               "Expect that a store which accepts conflicting writes is found");
  CLI11_PARSE(app, argc, argv);
  try {
    return mesh::simulation::Simulations(options).RunAll();
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
