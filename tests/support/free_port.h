// Ports of this machine for servers that cannot choose one themselves.
#pragma once

#include <cstdint>
#include <string>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace mesh::test {

inline sockaddr_in LoopbackAt(const std::string& port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(port)));
  return address;
}

inline std::string FreePort() {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = LoopbackAt("0");
  socklen_t size = sizeof address;
  EXPECT_EQ(bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  close(listener);
  return std::to_string(ntohs(address.sin_port));
}

inline bool IsListening(const std::string& port) {
  const int caller = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = LoopbackAt(port);
  const bool listens = connect(caller, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(caller);
  return listens;
}

}  // namespace mesh::test
