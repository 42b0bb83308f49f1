// Letters as messages of a NATS server, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mesh/transport/ledger.h"
#include "mesh/transport/nats/nats_connection.h"
#include "mesh/transport/nats/nats_names.h"
#include "mesh/transport/nats/nats_publisher.h"

namespace mesh::transport {

/// A letter that has arrived, and what the server says of it.
struct NatsLetter {
  Letter letter;
  std::string message_id = {};     ///< Of NatsMessageId.
  std::string mailbox = {};        ///< Where it goes when its time has come; empty: it is there.
  std::int64_t not_before_ns = 0;  ///< The same time.
  std::uint32_t handed_back = 0;   ///< How often somebody has put it back.
  std::uint32_t again = 0;         ///< How often this very message was delivered before.
  std::uint64_t seq = 0;           ///< Tells it from all others of its stream.
  std::string reply = {};          ///< Where it is acknowledged.
};

/// By which a server knows the same sending again; `origin` tells sendings of one id apart.
std::string NatsMessageId(std::string_view letter_id, std::string_view origin);

/// Where a sending goes: to its mailbox, or to where what is delayed waits.
/// A nonce goes with it only if it has one: a message that moves keeps it.
NatsMessage WriteNatsLetter(const NatsNames& names, Sending sending, const std::string& message_id,
                            std::uint32_t handed_back = 0);
/// None: it is no letter.
std::optional<NatsLetter> ReadNatsLetter(const NatsArrival& arrival);
/// Of a message that was only looked at; what the server says of a delivery is missing.
NatsLetter ReadNatsLetter(const NatsReply& message);

}  // namespace mesh::transport
