// Ports of this machine for servers of tests, which keep them over a kill and a start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/un.h>
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

/// False: a process of these tests has it, or somebody listens there. Else it is this process's until it
/// ends.
inline bool ClaimPort(const std::string& port) {
  // A name without a file is free again when its holder has ended, however it did.
  sockaddr_un claim{};
  claim.sun_family = AF_UNIX;
  const std::string name = "meshc-port-" + port;
  name.copy(claim.sun_path + 1, name.size());
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  const int holder = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = LoopbackAt(port);
  const bool is_free = bind(holder, reinterpret_cast<const sockaddr*>(&claim), size) == 0 &&
                       bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(listener);
  if (!is_free) close(holder);
  return is_free;
}

/// No other process of these tests gets it as long as this one lives, and the system gives it to nobody,
/// unless somebody has widened its range (32768 and above): it is none of those that a caller goes out from,
/// or that a listener gets who leaves the choice to the system.
/// A broker takes seconds until it listens, and is away between a kill and its next start: in the meantime
/// another test's server would answer in its place, and who calls it again and again would reach itself.
inline std::string FreePort() {
  constexpr int kFirst = 10'000;
  constexpr int kEnd = 32'000;
  constexpr int kTries = 1'000;
  static std::mt19937 random(std::random_device{}());
  for (int i = 0; i < kTries; ++i) {
    std::string port = std::to_string(std::uniform_int_distribution(kFirst, kEnd - 1)(random));
    if (ClaimPort(port)) return port;
  }
  ADD_FAILURE() << "no port is free";
  return {};
}

inline bool IsListening(const std::string& port) {
  const int caller = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = LoopbackAt(port);
  const bool listens = connect(caller, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  close(caller);
  return listens;
}

}  // namespace mesh::test
