#include "mesh/program/reject_file.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "mesh/program/cannot_write.h"
#include "mesh/program/same_file.h"

namespace mesh::program {

std::variant<RejectFile, std::string> RejectFile::Open(const std::string& path, int input) {
  if (SameFile(input, path))
    return fmt::format("`{}` is the input, it cannot take the rejects as well", path);
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return CannotWrite(path);
  return RejectFile(descriptor, path);
}

RejectFile::RejectFile(int descriptor, std::string path)
    : descriptor_(descriptor), abandoned_(eventfd(0, EFD_CLOEXEC)), path_(std::move(path)) {}

RejectFile::RejectFile(RejectFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      abandoned_(std::exchange(other.abandoned_, -1)),
      path_(std::move(other.path_)),
      problem_(std::move(other.problem_)) {}

RejectFile::~RejectFile() {
  for (const int descriptor : {descriptor_, abandoned_}) {
    if (descriptor >= 0) close(descriptor);
  }
}

void RejectFile::Abandon() const {
  const std::uint64_t one = 1;
  // The count never overflows, so the write cannot fail.
  [[maybe_unused]] const auto written = write(abandoned_, &one, sizeof one);
}

bool RejectFile::WaitWritable() const {
  pollfd waits[] = {{.fd = descriptor_, .events = POLLOUT, .revents = 0},
                    {.fd = abandoned_, .events = POLLIN, .revents = 0}};
  while (poll(waits, 2, -1) < 0 && errno == EINTR) {
  }
  return waits[0].revents != 0;
}

bool RejectFile::Write(std::string_view bytes) {
  while (problem_.empty() && !bytes.empty()) {
    if (!WaitWritable()) {
      problem_ = fmt::format("cannot write `{}`: nobody reads it", path_);
      break;
    }
    // Where there is room for anything there is room for so much.
    const ssize_t count = write(descriptor_, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      problem_ = CannotWrite(path_);
    else
      bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return problem_.empty();
}

}  // namespace mesh::program
