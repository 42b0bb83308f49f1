#include "mesh/archive/segment.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "mesh/archive/gzip.h"

namespace mesh::archive {

namespace {

bool WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A name is safe with its folder.
bool SyncFolder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = fsync(descriptor) == 0;
  close(descriptor);
  return synced;
}

}  // namespace

std::variant<std::unique_ptr<Segment>, std::string> Segment::Make(const std::string& folder,
                                                                  const std::string& name) {
  const std::string path = folder + "/" + name;
  constexpr mode_t kMode = 0640;
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, kMode);
  if (descriptor < 0 || !SyncFolder(folder)) {
    const std::string why = fmt::format("cannot make `{}`: {}", path, std::strerror(errno));
    if (descriptor >= 0) close(descriptor);
    return why;
  }
  return std::unique_ptr<Segment>(new Segment(descriptor));
}

Segment::~Segment() { close(descriptor_); }

std::string Segment::Append(std::string_view lines) {
  const std::string packed = Compress(lines);
  if (packed.empty()) return "no memory to compress";
  if (!WriteAll(descriptor_, packed)) {
    const std::string why = std::strerror(errno);
    broken_ = ftruncate(descriptor_, static_cast<off_t>(size_)) != 0;
    return why;
  }
  if (fdatasync(descriptor_) != 0) {
    broken_ = true;
    return fmt::format("cannot sync: {}", std::strerror(errno));
  }
  size_ += packed.size();
  return {};
}

}  // namespace mesh::archive
