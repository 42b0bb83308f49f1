// The file system as a parameter, so that tests, fuzzers and the language server run in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace meshc::source {

/// Why a file could not be read. An environment error, thus a value.
enum class ReadError : std::uint8_t { kNotFound, kIsDirectory, kNoPermission, kTooLarge, kOther };

/// The end of a sentence: "there is no such file".
std::string_view Describe(ReadError error);

class FileSystem {
 public:
  virtual ~FileSystem() = default;

  /// The whole file. Files above `kMaxFileBytes` are `kTooLarge` and not read.
  virtual std::variant<std::string, ReadError> Read(const std::string& path) const = 0;

  /// True if a regular file of this name exists.
  virtual bool Exists(const std::string& path) const = 0;

  /// Paths of the files in `folder` and below whose names end in `ending`, sorted; hidden files and what is
  /// in hidden folders are left out, and links to folders are not followed. None: it is no folder.
  virtual std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                             std::string_view ending) const = 0;
};

/// Largest source file that compiles.
inline constexpr std::uint64_t kMaxFileBytes = 16ULL * 1024 * 1024;

/// The real one. Stateless; share freely between threads.
const FileSystem& DiskFileSystem();

}  // namespace meshc::source
