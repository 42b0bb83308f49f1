// A file that keeps the lines which could not enter.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace mesh::host {

/// Thread rule: one thread.
class RejectFile {
 public:
  /// Opens `path` and empties it, if it is a regular file; `input` is the descriptor that lines are read
  /// from. The text says why that cannot be.
  static std::variant<RejectFile, std::string> Open(const std::string& path, int input);
  RejectFile(RejectFile&& other) noexcept;
  ~RejectFile();

  /// False: it could not be written; `problem` says why.
  bool Write(std::string_view bytes);
  const std::string& problem() const { return problem_; }

 private:
  RejectFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}

  int descriptor_;
  std::string path_;
  std::string problem_;
};

}  // namespace mesh::host
