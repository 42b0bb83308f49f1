// The file that the counts of a run go to: opened before the run, so that no long run ends without it.
#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <variant>

namespace mesh::program {

/// Thread rule: one thread.
class CountsFile {
 public:
  /// Opens `path` and empties it; `input` is the descriptor that lines are read from. The text says why that
  /// cannot be.
  static std::variant<CountsFile, std::string> Open(const std::string& path, int input);

  /// False: it could not be written; `problem` says why.
  bool Keep(std::string_view text);
  const std::string& problem() const { return problem_; }

 private:
  CountsFile(std::string path, std::ofstream file);

  std::string path_;
  std::ofstream file_;
  std::string problem_;
};

}  // namespace mesh::program
