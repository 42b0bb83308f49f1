// A server that a test needs and that does not start: the test fails with this sentence, and nothing uses the
// server.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include <sys/wait.h>

namespace mesh::test {

/// The exit code of a child process that could not become the program.
inline constexpr int kNotFound = 127;

/// `status` is that of `waitpid`. Throws, so that GoogleTest reports the test as failed and runs the next
/// one.
[[noreturn]] inline void CannotStart(const std::string& program, int status, const std::string& log) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound)
    throw std::runtime_error(program + " is not installed, or not found in PATH");
  std::ifstream file(log);
  throw std::runtime_error(
      program + " does not run: " +
      std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
}

/// A constructor that throws runs no destructor: removes the folder of the server.
template <typename Start>
void StartOrRemove(const std::string& folder, const Start& start) {
  try {
    start();
  } catch (...) {
    std::filesystem::remove_all(folder);
    throw;
  }
}

}  // namespace mesh::test
