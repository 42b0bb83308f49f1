// Letters as messages of RabbitMQ, and back.
#pragma once

#include <cstdint>
#include <string>

#include "mesh/transport/amqp/amqp_connection.h"
#include "mesh/transport/ledger.h"

namespace mesh::transport {

/// What is to be sent.
struct AmqpPost {
  Sending sending;
  std::uint32_t handed_back = 0;  ///< How often somebody has put it back.
};

/// A letter that has arrived, and what the broker says of it.
struct AmqpLetter {
  Letter letter;
  std::int64_t not_before_ns = 0;  ///< Early, if that has not come; 0: it was not delayed.
  std::uint32_t handed_back = 0;
  std::uint32_t again = 0;  ///< How often this very message was lent before.
};

/// Writes the headers of a post. It refers to what it is given.
void WriteAmqpLetter(const AmqpPost& post, const std::string& nonce, AmqpTable& headers);
/// A message that somebody else has put there has no id, and a nonce by what stands in it.
AmqpLetter ReadAmqpLetter(const amqp_message_t& message, bool redelivered);

}  // namespace mesh::transport
