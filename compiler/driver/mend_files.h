// `check --fix`: what the machine-applicable mends make of a program's files.
#pragma once

#include <map>
#include <string>

#include "compiler/driver/options.h"
#include "compiler/source/file_system.h"

namespace meshc::driver {

/// Files that lie over others. Paths are taken without `./` and `a/..`.
class OverlayFiles final : public source::FileSystem {
 public:
  explicit OverlayFiles(const source::FileSystem& below) : below_(below) {}

  void Put(const std::string& path, std::string text);
  std::variant<std::string, source::ReadError> Read(const std::string& path) const override;
  bool Exists(const std::string& path) const override;
  std::optional<std::vector<std::string>> FilesBelow(const std::string& folder,
                                                     std::string_view ending) const override {
    return below_.FilesBelow(folder, ending);
  }
  const std::map<std::string, std::string>& above() const { return above_; }

 private:
  const source::FileSystem& below_;
  std::map<std::string, std::string> above_;
};

/// Mends round after round until no finding has a mend any more; a round that makes more syntax errors than
/// there were is dropped. The new texts lie over the old ones in `files`. Returns how many mends were
/// applied, by path.
std::map<std::string, std::size_t> MendFiles(const CommonOptions& options, OverlayFiles& files);

}  // namespace meshc::driver
