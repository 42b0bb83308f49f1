#include "mesh/program/descriptor_stream.h"

#include <cerrno>
#include <system_error>

#include <unistd.h>

namespace mesh::program {

DescriptorBuffer::DescriptorBuffer(int descriptor) : descriptor_(descriptor), buffer_{} {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

std::string DescriptorBuffer::problem() const {
  return error_ == 0 ? "" : std::generic_category().message(error_);
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type next) {
  if (!WriteOut()) return traits_type::eof();
  if (traits_type::eq_int_type(next, traits_type::eof())) return traits_type::not_eof(next);
  return sputc(traits_type::to_char_type(next));
}

int DescriptorBuffer::sync() { return WriteOut() ? 0 : -1; }

bool DescriptorBuffer::WriteOut() {
  const char* begin = pbase();
  while (error_ == 0 && begin < pptr()) {
    const ssize_t count = write(descriptor_, begin, static_cast<std::size_t>(pptr() - begin));
    if (count >= 0)
      begin += count;
    else if (errno != EINTR)
      error_ = errno;
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0;
}

}  // namespace mesh::program
