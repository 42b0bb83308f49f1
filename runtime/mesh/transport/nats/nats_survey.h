// What lies in the mailboxes of a mesh on a NATS server, for operators. Nothing is taken, and what changes
// meanwhile may be seen or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "mesh/transport/nats/nats_connection.h"
#include "mesh/transport/nats/nats_mailbox.h"
#include "mesh/transport/nats/nats_names.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

/// Thread rule: every function may be called from any thread, but not by listeners: all wait for the server,
/// though not for one that is away.
class NatsSurvey {
 public:
  /// Both outlive it.
  NatsSurvey(NatsConnection& connection, const NatsNames& names) : connection_(connection), names_(names) {}

  std::size_t Depth(const NatsMailbox& mailbox) const;
  Contents Read(const NatsMailbox& mailbox) const;
  /// As Transport::Find.
  std::optional<std::vector<FoundLetter>> Find(std::string_view part, std::size_t most) const;

 private:
  /// Of a consumer.
  struct Taken {
    std::uint64_t waiting = 0;
    std::uint64_t lent = 0;
    std::uint64_t last_seq = 0;  ///< Whatever is behind it was given to nobody.
  };
  /// Messages by subject.
  struct Stored {
    std::uint64_t here = 0;
    std::uint64_t later = 0;
  };
  nlohmann::json Ask(const std::string& question, const nlohmann::json& details) const;
  /// None: there is no such consumer, or no answer.
  std::optional<Taken> ReadConsumer(const std::string& stream, const std::string& consumer) const;
  std::optional<Stored> Count(const NatsMailbox& mailbox) const;
  /// The first message of a subject from `seq` on. Its status is 404: there is none. None: no answer.
  std::optional<NatsReply> ReadFrom(const std::string& stream, std::uint64_t seq,
                                    const std::string& subject) const;
  FoundLetter Describe(const NatsReply& message) const;

  NatsConnection& connection_;
  const NatsNames& names_;
};

}  // namespace mesh::transport
