// What a mesh has on RabbitMQ: a quorum queue for each mailbox, and one for each delay. Made where it is
// missing; never removed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mesh/transport/amqp/amqp_connection.h"
#include "mesh/transport/amqp/amqp_names.h"

namespace mesh::transport {

/// Belongs to whoever the connection does, which may be another one each time.
class AmqpLayout {
 public:
  AmqpLayout(const AmqpOptions& options, const AmqpNames& names) : options_(options), names_(names) {}

  /// The queue of a mailbox. Where nothing may be made it is only asked whether there is one; that of a
  /// process that waits for ends is made all the same, because nobody else could have.
  AmqpConnection::Answer PrepareQueue(AmqpConnection& connection, amqp_channel_t channel,
                                      std::string_view mailbox) const;
  /// The queue of a delay. It stays for a while after it was prepared last, and longer than what is put
  /// there.
  AmqpConnection::Answer PrepareDelay(AmqpConnection& connection, amqp_channel_t channel,
                                      std::int64_t milliseconds) const;
  /// What an answer that is not kDone means for `mailbox`.
  std::string Explain(const AmqpConnection& connection, std::string_view mailbox) const;

 private:
  const AmqpOptions& options_;
  const AmqpNames& names_;
};

}  // namespace mesh::transport
