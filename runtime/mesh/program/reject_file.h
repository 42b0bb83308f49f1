// A file that keeps the lines which could not enter.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace mesh::program {

/// A pipe that nobody reads holds the writer up until Abandon. Thread rule: one thread, but for Abandon.
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
  /// Nobody waits for a reader any more. Any thread.
  void Abandon() const;

 private:
  RejectFile(int descriptor, std::string path);
  /// False: there is no room, and nobody waits for it.
  bool WaitWritable() const;

  int descriptor_;
  int abandoned_;  ///< An event.
  std::string path_;
  std::string problem_;
};

}  // namespace mesh::program
