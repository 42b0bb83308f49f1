#include "compiler/source/memory_file_system.h"

namespace meshc::source {

std::variant<std::string, ReadError> MemoryFileSystem::Read(const std::string& path) const {
  const auto found = files_.find(path);
  if (found == files_.end()) return ReadError::kNotFound;
  if (found->second.size() > kMaxFileBytes) return ReadError::kTooLarge;
  return found->second;
}

std::optional<std::vector<std::string>> MemoryFileSystem::FilesBelow(const std::string& folder,
                                                                     std::string_view ending) const {
  const std::string prefix = folder.ends_with('/') ? folder : folder + "/";
  std::optional<std::vector<std::string>> files;
  for (auto at = files_.lower_bound(prefix); at != files_.end() && at->first.starts_with(prefix); ++at) {
    if (!files) files.emplace();
    const bool hidden = at->first.find("/.", prefix.size() - 1) != std::string::npos;
    if (!hidden && at->first.ends_with(ending)) files->push_back(at->first);
  }
  return files;
}

}  // namespace meshc::source
