// The text that code under test writes to standard output or standard error.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace mesh::test {

/// Keeps what is written to a descriptor of the process; the test's own messages among it.
class CapturedOutput {
 public:
  explicit CapturedOutput(int descriptor)
      : descriptor_(descriptor), kept_(memfd_create("captured", MFD_CLOEXEC)) {
    Flush();
    former_ = dup(descriptor_);
    if (kept_ < 0 || former_ < 0 || dup2(kept_, descriptor_) < 0) std::abort();
  }
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;
  ~CapturedOutput() {
    Restore();
    close(kept_);
  }

  /// Returns all of it, and captures no more.
  std::string Take() {
    Restore();
    std::string text;
    std::array<char, 4096> block = {};
    while (true) {
      const ssize_t size = pread(kept_, block.data(), block.size(), static_cast<off_t>(text.size()));
      if (size <= 0) return text;
      text.append(block.data(), static_cast<std::size_t>(size));
    }
  }

 private:
  static void Flush() {
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
  }

  void Restore() {
    if (former_ < 0) return;
    Flush();
    dup2(former_, descriptor_);
    close(former_);
    former_ = -1;
  }

  int descriptor_;
  int kept_;         ///< A file in memory.
  int former_ = -1;  ///< A duplicate of the descriptor as it was; below zero once it is restored.
};

}  // namespace mesh::test
