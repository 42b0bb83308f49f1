#include "compiler/driver/compilation/recorded_reads.h"

#include "compiler/support/digest.h"

namespace meshc::driver {

std::variant<std::string, source::ReadError> RecordedReads::Read(const std::string& path) const {
  auto read = files_.Read(path);
  if (const auto* text = std::get_if<std::string>(&read)) digests_[path] = Digest(*text, 64);
  return read;
}

}  // namespace meshc::driver
