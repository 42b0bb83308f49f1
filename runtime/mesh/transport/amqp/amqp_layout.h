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
  /// Channels of a connection whose queues are prepared here are numbered from this one.
  static constexpr amqp_channel_t kFirstChannel = 2;

  AmqpLayout(const AmqpOptions& options, const AmqpNames& names) : options_(options), names_(names) {}

  /// The queue of a mailbox: it runs when this has ended, whoever made it. Where nothing may be made it is
  /// only asked whether there is one; that of a process that waits for ends, of a start, or of what is
  /// unreadable is made all the same, because nobody else could have.
  AmqpConnection::Answer PrepareQueue(AmqpConnection& connection, amqp_channel_t channel,
                                      std::string_view mailbox) const;
  /// The queue of a delay. It stays for a while after it was prepared last, and longer than what is put
  /// there.
  AmqpConnection::Answer PrepareDelay(AmqpConnection& connection, amqp_channel_t channel,
                                      std::int64_t milliseconds) const;
  /// What an answer that is not kDone means for `mailbox`.
  std::string Explain(const AmqpConnection& connection, std::string_view mailbox) const;

 private:
  /// True: nobody else makes a queue until Unlock. False: somebody has for so long that nobody waits, or it
  /// may not be had.
  bool Lock(AmqpConnection& connection) const;
  void Unlock(AmqpConnection& connection) const;

  const AmqpOptions& options_;
  const AmqpNames& names_;
};

}  // namespace mesh::transport
