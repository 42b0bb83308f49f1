#include "mesh/archive/segment.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

namespace mesh::archive {

namespace {

/// A gzip member; empty: there is no memory.
std::string Compress(std::string_view text) {
  constexpr int kGzip = 15 + 16;
  constexpr int kMemory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string packed(deflateBound(&stream, text.size()), '\0');
  // The library does not write there.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(whole ? stream.total_out : 0);
  deflateEnd(&stream);
  return packed;
}

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
