#include "mesh/program/standard_streams.h"

#include <cerrno>
#include <csignal>
#include <iostream>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace mesh::program {

void GuardStandardStreams() {
  // The lowest number that is free is the one that is missing. Reading from what is open for writing
  // only, and the other way round, fails.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int TakeStandardOutput() {
  std::cout.flush();
  const int results = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (results < 0) return STDOUT_FILENO;
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return results;
}

bool FlushStandardOutput() {
  errno = 0;
  std::cout.flush();
  if (std::cout) return true;
  const std::string why = errno == 0 ? "" : ": " + std::generic_category().message(errno);
  std::cerr << "cannot write to standard output" << why << '\n';
  return false;
}

}  // namespace mesh::program
