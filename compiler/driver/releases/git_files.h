// The files of one commit, read through the program `git`: no checkout, no filters, nothing written.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "compiler/driver/world/dialogue.h"
#include "compiler/source/file_system.h"

namespace meshc::driver {

/// Why a commit cannot be read: there is no git, no repository, no such commit.
struct GitProblem {
  std::string message;
};

/// Paths are those of the working tree: `sub/../main.flow` is looked for where it would lie. Not
/// thread-safe, though `Read` is const: one process answers for all files.
class GitFiles final : public source::FileSystem {
 public:
  /// `folder`: in the working tree; relative paths of files start where it does.
  static std::variant<std::unique_ptr<GitFiles>, GitProblem> Open(const std::string& revision,
                                                                  const std::string& folder);

  std::variant<std::string, source::ReadError> Read(const std::string& path) const override;
  bool Exists(const std::string& path) const override;
  std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                     std::string_view ending) const override;

  /// Why a path could not be read, the first one where that is none of the usual reasons: a link, a
  /// submodule, a place outside of the repository. Empty: there was none.
  const std::string& obstacle() const { return obstacle_; }
  /// True if `path` is a path of the repository's root rather than of `folder`.
  void TakePathsFromRoot() { from_root_ = true; }

 private:
  struct Entry {
    std::string mode;
    std::string object;
  };
  using Tree = std::map<std::string, Entry, std::less<>>;

  GitFiles(std::unique_ptr<Dialogue> batch, std::string tree, std::string folder, std::string prefix)
      : batch_(std::move(batch)),
        root_(std::move(tree)),
        folder_(std::move(folder)),
        prefix_(std::move(prefix)) {}

  std::filesystem::path PlaceOf(const std::string& path) const;
  std::optional<Entry> Find(const std::string& path) const;
  std::optional<Entry> Fail(std::string why) const;
  const Tree* TreeOf(const std::string& object) const;
  std::variant<std::string, source::ReadError> ReadObject(const std::string& object) const;

  std::unique_ptr<Dialogue> batch_;
  std::string root_;
  std::string folder_;
  std::string prefix_;  ///< Of `folder_` in the repository; ends in `/` unless it is empty.
  bool from_root_ = false;
  mutable std::map<std::string, Tree> trees_;
  mutable std::string obstacle_;
};

}  // namespace meshc::driver
