// What one `meshc lock` makes of a lock and of the tables beside it.
#pragma once

#include <string>

#include "compiler/driver/command_line/version_options.h"
#include "compiler/driver/releases/lock_store.h"
#include "compiler/driver/world/deliver.h"

namespace meshc::driver {

/// Each edit writes the lock and returns the exit code. Versions that no line seals are sealed by any.
class LockEdit {
 public:
  /// `store` has been read without findings. What is given outlives the edit.
  LockEdit(const LockOptions& options, std::string path, LockStore store, World& world);

  /// Makes `version` the newest one. One that is locked already keeps its names and its table; one that only
  /// shares the digest of another promises something else, and gets a table of its own.
  int Add(const LoadedVersion& version);
  /// Takes every version of the digest out: nobody can tell their envelopes apart.
  int Drop();
  int Accept();

 private:
  bool IsTaken(const versions::LockedVersion& own) const;
  void AddName(versions::LockedVersion& version) const;
  void TakeFacts(const LoadedVersion& version);
  int Write();

  const LockOptions& options_;
  std::string path_;
  LockStore store_;
  World& world_;
  Changes changes_;
};

}  // namespace meshc::driver
