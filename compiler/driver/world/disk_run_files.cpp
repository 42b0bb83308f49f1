#include <utility>

#include "compiler/driver/world/run_files.h"
#include "mesh/program/open_streams.h"
#include "mesh/program/stoppable_input.h"

namespace meshc::driver {
namespace {

using mesh::program::OpenStreams;

/// The lines of a file that is open as long as the stream lives.
class FileLines final : public std::istream {
 public:
  explicit FileLines(std::shared_ptr<OpenStreams> file)
      : std::istream(nullptr), file_(std::move(file)), buffer_(file_->streams.input) {
    rdbuf(&buffer_);
  }

 private:
  std::shared_ptr<OpenStreams> file_;
  mesh::program::StoppableInput buffer_;
};

class DiskFiles final : public RunFiles {
 public:
  std::variant<OpenRunFiles, std::string> Open(const std::string& input,
                                               const std::string& rejects) override {
    auto open = std::make_shared<OpenStreams>();
    // The files of a host, opened by the same rules. Signals are read elsewhere, so no table is asked.
    if (auto problem = open->Open({.input = input, .rejects = rejects}, {})) return std::move(problem->text);
    OpenRunFiles files;
    if (open->streams.rejects != nullptr) {
      files.reject = [open](std::string_view bytes) {
        return open->streams.rejects->Write(bytes) ? std::string() : open->streams.rejects->problem();
      };
    }
    if (input != "-") files.input = std::make_unique<FileLines>(std::move(open));
    return files;
  }
};

}  // namespace

RunFiles& DiskRunFiles() {
  static DiskFiles disk;
  return disk;
}

}  // namespace meshc::driver
