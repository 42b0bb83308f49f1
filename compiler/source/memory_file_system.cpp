#include "compiler/source/memory_file_system.h"

namespace meshc::source {

std::variant<std::string, ReadError> MemoryFileSystem::Read(const std::string& path) const {
  const auto found = files_.find(path);
  if (found == files_.end()) return ReadError::kNotFound;
  if (found->second.size() > kMaxFileBytes) return ReadError::kTooLarge;
  return found->second;
}

}  // namespace meshc::source
