#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "compiler/source/file_system.h"

namespace meshc::source {
namespace {

ReadError FromErrno(int error) {
  if (error == ENOENT || error == ENOTDIR) return ReadError::kNotFound;
  if (error == EISDIR) return ReadError::kIsDirectory;
  if (error == EACCES || error == EPERM) return ReadError::kNoPermission;
  return ReadError::kOther;
}

/// Closes on the way out.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path) : value_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int value() const { return value_; }

 private:
  int value_;
};

/// Reads to the end; pipes and devices have no size to trust.
std::variant<std::string, ReadError> ReadAll(int descriptor, std::size_t expected) {
  std::string text;
  text.resize(expected + 1);
  std::size_t filled = 0;
  while (true) {
    const ssize_t count = ::read(descriptor, text.data() + filled, text.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FromErrno(errno);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
    if (filled > kMaxFileBytes) return ReadError::kTooLarge;
    if (filled == text.size()) text.resize(text.size() * 2);
  }
  text.resize(filled);
  return text;
}

class Disk final : public FileSystem {
 public:
  std::variant<std::string, ReadError> Read(const std::string& path) const override {
    const Descriptor file(path);
    if (file.value() < 0) return FromErrno(errno);
    struct stat status {};
    if (::fstat(file.value(), &status) != 0) return FromErrno(errno);
    if (S_ISDIR(status.st_mode)) return ReadError::kIsDirectory;
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (S_ISREG(status.st_mode) && size > kMaxFileBytes) return ReadError::kTooLarge;
    return ReadAll(file.value(), S_ISREG(status.st_mode) ? size : 4096);
  }

  bool Exists(const std::string& path) const override {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  }

  std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                     std::string_view ending) const override {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::is_directory(folder, error)) return std::nullopt;
    std::vector<std::string> files;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      std::error_code ignored;
      if (name.starts_with('.')) {
        entry.disable_recursion_pending();
      } else if (name.ends_with(ending) && entry->is_regular_file(ignored)) {
        files.push_back(entry->path().lexically_normal().generic_string());
      }
    }
    std::sort(files.begin(), files.end());
    return files;
  }
};

}  // namespace

const FileSystem& DiskFileSystem() {
  static const Disk disk;
  return disk;
}

}  // namespace meshc::source
