// Names of queues and exchanges on RabbitMQ. Made here only, for hosts and for whoever watches their queues.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mesh/transport/server_names.h"

namespace mesh::transport {

/// The virtual host that the path of a URL names: `/%2F`, `/` and none are `/`. Empty: it is not written so.
inline std::string AmqpVhost(std::string_view path) {
  if (path.empty() || path == "/") return "/";
  std::string vhost;
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (path[i] != '%') {
      vhost += path[i];
      continue;
    }
    unsigned byte = 0;
    if (i + 2 >= path.size()) return {};
    const char* const digits = path.data() + i + 1;
    const auto read = std::from_chars(digits, digits + 2, byte, 16);
    if (read.ptr != digits + 2 || byte == 0) return {};
    vhost += static_cast<char>(byte);
    i += 2;
  }
  return vhost;
}

/// Of one mesh: `prefix.shop-support.actor`. A broker takes names of 255 bytes; of a long one a hash stands
/// for its end.
class AmqpNames {
 public:
  AmqpNames(std::string_view mesh, std::string_view prefix) : root_(prefix) {
    if (!root_.empty()) root_ += '.';
    // Neither a prefix nor a mesh has a dot left: so no two meshes have one name.
    root_ += MeshName(mesh);
    root_ += '.';
  }

  std::string Queue(std::string_view mailbox) const { return Shorten(root_ + MailboxToken(mailbox)); }
  /// Where messages go that wait for a moment; it gives them to the queue of their delay. No token looks so.
  std::string Later() const { return Shorten(root_ + "=later"); }
  std::string LaterQueue(std::int64_t milliseconds) const {
    return Later() + "." + std::to_string(milliseconds);
  }
  /// Is there while somebody makes queues.
  std::string Making() const { return Shorten(root_ + "=making"); }

 private:
  static std::string Shorten(std::string name) {
    constexpr std::size_t kLongest = 200;
    if (name.size() <= kLongest) return name;
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
    return name.substr(0, kLongest) + "==" + std::to_string(hash);
  }

  std::string root_;
};

/// The delay in milliseconds by which a message waits that is due in so many nanoseconds: the next one of a
/// few, at most a tenth longer, and no more than an hour, after which it waits once more.
inline std::int64_t AmqpDelay(std::int64_t nanoseconds) {
  constexpr std::int64_t kLongest = 3'600'000;
  const std::int64_t wanted = nanoseconds / 1'000'000 + (nanoseconds % 1'000'000 > 0 ? 1 : 0);
  std::int64_t delay = 1;
  while (delay < wanted && delay < kLongest) delay += delay < 10 ? 1 : delay / 10;
  return delay < kLongest ? delay : kLongest;
}

}  // namespace mesh::transport
