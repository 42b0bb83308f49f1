#include "mesh/transport/sqlite/wake_socket.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace mesh::transport {

namespace {

struct Address {
  sockaddr_un name = {};
  socklen_t size = 0;
};

/// In the abstract space of names, which leaves no files behind.
Address AddressOf(const std::string& place, std::int64_t number) {
  const std::string text = fmt::format("meshc/{}/{}", place, number);
  Address address;
  address.name.sun_family = AF_UNIX;
  const std::size_t length = std::min(text.size(), sizeof address.name.sun_path - 1);
  text.copy(address.name.sun_path + 1, length);
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  return address;
}

}  // namespace

WakeSocket::WakeSocket(std::string place, std::int64_t number)
    : place_(std::move(place)), descriptor_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
  const Address own = AddressOf(place_, number);
  if (descriptor_ < 0) return;
  if (bind(descriptor_, reinterpret_cast<const sockaddr*>(&own.name), own.size) == 0) return;
  close(descriptor_);
  descriptor_ = -1;
}

WakeSocket::~WakeSocket() {
  if (descriptor_ >= 0) close(descriptor_);
}

void WakeSocket::Wake(std::int64_t number) const {
  if (descriptor_ < 0) return;
  const Address to = AddressOf(place_, number);
  const char byte = 0;
  sendto(descriptor_, &byte, 1, MSG_DONTWAIT, reinterpret_cast<const sockaddr*>(&to.name), to.size);
}

void WakeSocket::Clear() const {
  std::array<char, 16> bytes;
  while (descriptor_ >= 0 && recv(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) {
  }
}

}  // namespace mesh::transport
