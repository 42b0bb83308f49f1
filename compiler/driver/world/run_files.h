// Files that a run reads and writes while it goes on, of any size, unlike sources and artifacts.
#pragma once

#include <functional>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace meshc::driver {

struct OpenRunFiles {
  /// Null: standard input is read. What cannot be read is thrown by the stream's buffer.
  std::unique_ptr<std::istream> input;
  /// Yields why the bytes could not be written; empty: they were. Empty itself: nobody keeps rejects.
  std::function<std::string(std::string_view bytes)> reject;
};

class RunFiles {
 public:
  virtual ~RunFiles() = default;

  /// Opens the lines of `input` (`-`: standard input), and empties `rejects`, which takes what cannot enter
  /// (empty: nothing is kept). They must not be one file. The text says why that cannot be; no file and
  /// no folder was made then.
  virtual std::variant<OpenRunFiles, std::string> Open(const std::string& input,
                                                       const std::string& rejects) = 0;
};

/// The real one. Stateless.
RunFiles& DiskRunFiles();

}  // namespace meshc::driver
