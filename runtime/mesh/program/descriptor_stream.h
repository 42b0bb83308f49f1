// A stream into a descriptor that remembers why it could not write.
#pragma once

#include <array>
#include <streambuf>
#include <string>

namespace mesh::program {

/// The descriptor stays the caller's. What is not flushed is not written.
class DescriptorBuffer final : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor);

  /// Why bytes could not be written; empty: all could.
  std::string problem() const;

 protected:
  int_type overflow(int_type next) override;
  int sync() override;

 private:
  bool WriteOut();

  const int descriptor_;
  int error_ = 0;
  std::array<char, 1U << 16U> buffer_;
};

}  // namespace mesh::program
