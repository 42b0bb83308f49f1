// `mesh.lock` and the tables beside it, as one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/releases/version_loader.h"

namespace meshc::driver {

struct LockStore {
  versions::LockFile lock;
  std::vector<std::unique_ptr<LoadedVersion>> versions;  ///< As the lock lists them.
  source::FileId file;                                   ///< The lock, among the sources of the findings.
};

/// Reads the lock at `path` and every table that it lists. What is wrong in them is a finding in `current`,
/// and what is left is given back. None: the lock cannot be read, which has been said.
std::optional<LockStore> ReadLockStore(const std::string& path, Compilation& current, World& world);

/// `mesh.lock.d/DIGEST.json` beside the lock, unless another version of this digest stands there: then
/// `DIGEST-SEAL.json`.
std::string TablePath(const std::string& lock, const versions::LockedVersion& version,
                      const source::FileSystem& files);
/// The path of a table that shares its digest with one that is there already.
std::string OwnTablePath(const std::string& lock, const versions::LockedVersion& version);

/// The bytes of one line of the lock, for findings; nowhere for line 0.
source::SourceRange LineOf(const source::SourceManager& sources, source::FileId file, std::uint32_t line);

}  // namespace meshc::driver
