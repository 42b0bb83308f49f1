#include "compiler/driver/world/write_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> WriteTo(const std::string& path, int flags, std::string_view content) {
  constexpr mode_t kAsUmaskSays = 0666;
  const int file = ::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC | O_NOCTTY, kAsUmaskSays);
  if (file < 0) return std::strerror(errno);
  int error = 0;
  while (!content.empty() && error == 0) {
    const ssize_t count = ::write(file, content.data(), content.size());
    if (count >= 0) {
      content.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  // Some file systems tell only now that there was no room.
  if (::close(file) != 0 && error == 0 && errno != EINTR) error = errno;
  if (error != 0) return std::strerror(error);
  return std::nullopt;
}

/// True if the path, link by link, comes by `/proc`, where open descriptors stand.
bool LeadsThroughProc(fs::path path) {
  constexpr int kMostLinks = 40;
  for (int link = 0; link < kMostLinks; ++link) {
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(fs::absolute(path).parent_path(), error);
    if (error) return false;
    if (folder.string().starts_with("/proc/")) return true;
    if (!fs::is_symlink(path, error)) return false;
    path = folder / fs::read_symlink(path, error);
  }
  return false;
}

}  // namespace

std::optional<std::string> WriteNewFile(const std::string& path, std::string_view content) {
  return WriteTo(path, O_CREAT | O_EXCL, content);
}

// Appending, as another program may have written to an open descriptor before.
std::optional<std::string> WriteThrough(const std::string& path, std::string_view content) {
  return WriteTo(path, O_APPEND, content);
}

bool IsWrittenThrough(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status) || fs::is_directory(status)) return false;
  return !fs::is_regular_file(status) || LeadsThroughProc(path);
}

}  // namespace meshc::driver
