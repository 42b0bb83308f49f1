// Tells a person at a terminal how far a run is, a few times a second.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "mesh/program/error_lines.h"

namespace mesh::program {

class Progress {
 public:
  /// `text` is asked from a thread of its own, until the progress goes. Both outlive it.
  Progress(ErrorLines& lines, std::function<std::string()> text);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void Run();

  ErrorLines& lines_;
  const std::function<std::string()> text_;
  std::mutex mutex_;
  std::condition_variable leave_;
  bool leaving_ = false;
  std::thread thread_;
};

/// True if a person looks at standard error, and results do not go to the same terminal.
bool WantsProgress(int output);

}  // namespace mesh::program
