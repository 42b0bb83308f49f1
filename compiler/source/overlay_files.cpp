#include "compiler/source/overlay_files.h"

#include <filesystem>

namespace meshc::source {
namespace {

std::string Normal(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().generic_string();
}

}  // namespace

void OverlayFiles::Put(const std::string& path, std::string text) { above_[Normal(path)] = std::move(text); }

void OverlayFiles::Remove(const std::string& path) { above_.erase(Normal(path)); }

std::variant<std::string, ReadError> OverlayFiles::Read(const std::string& path) const {
  const auto found = above_.find(Normal(path));
  if (found == above_.end()) return below_.Read(path);
  if (found->second.size() > kMaxFileBytes) return ReadError::kTooLarge;
  return found->second;
}

bool OverlayFiles::Exists(const std::string& path) const {
  return above_.contains(Normal(path)) || below_.Exists(path);
}

}  // namespace meshc::source
