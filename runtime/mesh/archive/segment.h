// One file of an archive.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace mesh::archive {

/// Belongs to one thread.
class Segment {
 public:
  /// Makes a file that is not there yet. The text says why it cannot be.
  static std::variant<std::unique_ptr<Segment>, std::string> Make(const std::string& folder,
                                                                  const std::string& name);
  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  /// Compresses and writes a batch of lines, and syncs. Returns why it could not; then nothing of it is
  /// there. Empty: it is safe.
  [[nodiscard]] std::string Append(std::string_view lines);
  std::uint64_t size() const { return size_; }
  /// A sync has failed: whether anything more can be trusted here nobody knows.
  bool broken() const { return broken_; }

 private:
  explicit Segment(int descriptor) : descriptor_(descriptor) {}

  const int descriptor_;
  std::uint64_t size_ = 0;
  bool broken_ = false;
};

}  // namespace mesh::archive
