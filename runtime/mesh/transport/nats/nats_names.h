// Names on a NATS server: streams, subjects, consumers, buckets. Made here only, for hosts and for the charts
// that watch their consumers.
#pragma once

#include <string>
#include <string_view>

#include "mesh/transport/server_names.h"

namespace mesh::transport {

/// The mailbox that a subject ends with; of a very long one the token as it is.
inline std::string NatsMailboxOf(std::string_view subject) {
  const std::string_view token = subject.substr(subject.rfind('.') + 1);
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'A' + 10; };
  std::string mailbox;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '-') {
      mailbox += '@';
    } else if (token[i] != '=') {
      mailbox += token[i];
    } else {
      if (i + 2 >= token.size() || token[i + 1] == '=') return std::string(token);
      mailbox += static_cast<char>(digit(token[i + 1]) * 16 + digit(token[i + 2]));
      i += 2;
    }
  }
  return mailbox;
}

/// The consumer of a mailbox: that of an actor has its name.
inline std::string NatsConsumer(std::string_view mailbox) { return MailboxToken(mailbox); }

/// Of one mesh.
class NatsNames {
 public:
  NatsNames(std::string_view mesh, std::string_view prefix)
      : stream_(MeshName(mesh, prefix)), root_("mesh." + stream_ + ".") {}

  /// Where messages wait until somebody has worked them off.
  const std::string& stream() const { return stream_; }
  std::string Subject(std::string_view mailbox) const { return root_ + "to." + MailboxToken(mailbox); }
  std::string AllSubjects() const { return root_ + "to.*"; }
  /// Messages that wait for a moment, until somebody moves them to their mailbox.
  std::string Later(std::string_view mailbox) const { return root_ + "later." + MailboxToken(mailbox); }
  std::string AllLater() const { return root_ + "later.*"; }
  /// Both.
  std::string AnySubject(std::string_view mailbox) const { return root_ + "*." + MailboxToken(mailbox); }
  static std::string LaterConsumer() { return "-later"; }

  /// What is told to processes, and lost with them.
  std::string replies() const { return "REPLIES_" + stream_; }
  std::string Reply(std::string_view mailbox) const { return root_ + "reply." + MailboxToken(mailbox); }
  std::string AllReplies() const { return root_ + "reply.*"; }

  /// Buckets, as streams: `KV_<bucket>` with the subjects `$KV.<bucket>.<key>`.
  std::string state() const { return "KV_" + stream_ + "-state"; }
  std::string ended() const { return "KV_" + stream_ + "-ended"; }
  std::string hosts() const { return "KV_" + stream_ + "-hosts"; }
  static std::string Entry(std::string_view bucket, std::string_view key) {
    return "$KV." + std::string(bucket.substr(3)) + "." + std::string(key);
  }

 private:
  std::string stream_;
  std::string root_;
};

}  // namespace mesh::transport
