// One run: hosts on a server, and what befalls them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "built_project.h"
#include "child_process.h"
#include "durable_place.h"
#include "mesh_view.h"
#include "scratch.h"

namespace meshc::test {

struct FaultOptions {
  PlaceKind place = PlaceKind::kSqlite;
  int count = 1'000;  ///< Envelopes.
  std::uint32_t seed = 1;
  bool loses_disk = false;  ///< A server of a cluster starts anew with an empty disk, once.
};

class FaultRun {
 public:
  explicit FaultRun(const FaultOptions& options);

  /// Until all has ended. Fails the test where something is not as it must be.
  void Run();
  /// What it has done, in one line.
  std::string Told() const;

 private:
  void WriteInputs() const;
  std::unique_ptr<ChildProcess> Start(const std::vector<std::string>& options,
                                      const std::string& output) const;
  std::unique_ptr<ChildProcess> StartHost() const;
  std::vector<std::string> Command(const std::vector<std::string>& options) const;

  /// Does its worst until `entrance` has ended.
  void Disturb(ChildProcess& entrance);
  void Hurt();
  void KillHost();
  void KillServer();
  /// One server at a time: the others elect, and go on.
  void HurtCluster();
  /// Lets a stopped server go on when its time has come, or `at_once`.
  void Resume(bool at_once);
  void DoubleSome();
  std::uintmax_t LedgerSize() const;

  void WaitForRest();
  void CheckResults() const;
  nlohmann::json Counts() const;

  const FaultOptions options_;
  const BuiltProject project_{"durable"};
  ScratchFolder run_{"faults_run"};
  DurablePlace place_;
  std::mt19937 random_;
  std::vector<std::unique_ptr<ChildProcess>> hosts_;
  std::unique_ptr<MeshView> view_;

  int hosts_killed_ = 0;
  /// The server that is stopped by SIGSTOP, and until when.
  struct Halted {
    std::size_t which = 0;
    std::chrono::steady_clock::time_point until;
  };
  std::optional<Halted> halted_;

  int servers_stopped_ = 0;
  int servers_halted_ = 0;
  int disks_lost_ = 0;
  int servers_killed_ = 0;
  int stores_killed_ = 0;
  std::size_t doubled_ = 0;
  nlohmann::json counted_;
};

}  // namespace meshc::test
