// The part of the file system that meshc writes to.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace meshc::driver {

struct FileWrite {
  std::string path;
  std::string content;
};

/// What one command changes, all at once.
struct Changes {
  std::vector<FileWrite> writes;
  std::vector<std::string> removals;

  bool empty() const { return writes.empty() && removals.empty(); }
};

class OutputTree {
 public:
  virtual ~OutputTree() = default;

  /// True if anything of this name exists.
  virtual bool Exists(const std::string& path) const = 0;

  /// True if a new project cannot go there: something exists, and it is no empty folder.
  virtual bool IsTaken(const std::string& folder) const = 0;

  /// The bytes of a file; none if it cannot be read.
  virtual std::optional<std::string> Read(const std::string& path) const = 0;

  /// Creates missing folders, then replaces and removes files. All new bytes are on the disk
  /// before the first file changes its name. A file that is replaced keeps its permissions, a
  /// symbolic link stays and its target is replaced. What is no regular file (a device, a pipe) is never
  /// replaced but written through, before the first file changes. Returns the reason if it could not be
  /// done; the files are then as they were, and no folder was made.
  virtual std::optional<std::string> Commit(const Changes& changes) = 0;
};

/// The real one. Stateless.
OutputTree& DiskOutputTree();

}  // namespace meshc::driver
