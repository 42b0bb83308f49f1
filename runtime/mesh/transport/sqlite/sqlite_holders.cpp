#include "mesh/transport/sqlite/sqlite_holders.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace mesh::transport {

namespace {

/// Of the turn to write: the first holder is 1.
constexpr std::int64_t kTurn = 0;

struct flock ByteOf(std::int64_t holder) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = holder;
  lock.l_len = 1;
  return lock;
}

}  // namespace

HolderLocks::HolderLocks(const std::string& path)
    : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0)
    problem_ = fmt::format("cannot open `{}`: {}", path, std::generic_category().message(errno));
}

HolderLocks::~HolderLocks() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool HolderLocks::Take(std::int64_t holder) {
  // Of the open file, not of the process: two transports of one process are two holders.
  struct flock lock = ByteOf(holder);
  return fcntl(descriptor_, F_OFD_SETLK, &lock) == 0;
}

bool HolderLocks::IsHeld(std::int64_t holder) const {
  struct flock lock = ByteOf(holder);
  // Who cannot tell leaves it alone.
  return fcntl(descriptor_, F_OFD_GETLK, &lock) != 0 || lock.l_type != F_UNLCK;
}

void HolderLocks::BeginTurn() const {
  struct flock lock = ByteOf(kTurn);
  while (fcntl(descriptor_, F_OFD_SETLKW, &lock) != 0 && errno == EINTR) {
  }
}

void HolderLocks::EndTurn() const {
  struct flock lock = ByteOf(kTurn);
  lock.l_type = F_UNLCK;
  fcntl(descriptor_, F_OFD_SETLK, &lock);
}

}  // namespace mesh::transport
