// One set of changes on its way to the disk: all of it, or nothing.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/world/output_tree.h"

namespace meshc::driver {

/// Files to replace or remove, and what to write through. Until `Finish` has succeeded the disk can be put
/// back as it was, which the destructor does: folders that were made for the changes go too. What has been
/// written through is gone. Not thread-safe; used once.
class Staging {
 public:
  Staging() = default;
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  /// Puts the new bytes beside their place, in folders that are made if they are missing. Of a file that is
  /// staged twice the last bytes count. Each of these returns the reason if it fails.
  std::optional<std::string> Stage(const FileWrite& write);
  /// Writes what is no regular file.
  std::optional<std::string> WriteThroughAll() const;
  /// Puts all files in place and takes `removals` away.
  std::optional<std::string> Finish(const std::vector<std::string>& removals);

 private:
  struct Staged {
    std::string path;             ///< As it was asked for.
    std::filesystem::path place;  ///< Where links lead.
    std::filesystem::path beside;
  };
  /// A place that has changed; `before` holds what stood there, and is empty if nothing did.
  struct Changed {
    std::filesystem::path place;
    std::filesystem::path before;
  };

  std::optional<std::string> MakeFolder(const std::filesystem::path& folder);
  std::filesystem::path FreshName(const std::filesystem::path& folder);
  std::optional<std::string> PutInPlace(const Staged& staged);
  std::optional<std::string> Remove(const std::string& path);
  void UndoChanges();

  std::vector<Staged> staged_;
  std::vector<FileWrite> through_;
  std::vector<std::filesystem::path> folders_;  ///< Made for the changes, outer ones first.
  std::vector<Changed> changed_;
  std::size_t names_ = 0;
};

}  // namespace meshc::driver
