#include "mesh/transport/amqp/amqp_layout.h"

#include <chrono>
#include <thread>

#include <fmt/format.h>

namespace mesh::transport {

namespace {

using Answer = AmqpConnection::Answer;

/// What is told to a process that has died is of no use to anybody.
constexpr std::int64_t kReplyMilliseconds = 3'600'000;
/// A message whose call has begun comes again long before.
constexpr std::int64_t kStartMilliseconds = 24 * 3'600'000;
/// As long as a store keeps them.
constexpr std::int64_t kUnreadableMilliseconds = 7 * 24 * 3'600'000;
constexpr std::string_view kDelay = "delay";
/// Closed by the broker whenever somebody else is faster: so nothing else is asked on it.
constexpr amqp_channel_t kLock = 1;
constexpr auto kLockPatience = std::chrono::seconds(10);
constexpr auto kLockPause = std::chrono::milliseconds(5);

}  // namespace

Answer AmqpLayout::PrepareQueue(AmqpConnection& connection, amqp_channel_t channel,
                                std::string_view mailbox) const {
  const bool start = IsStartMailbox(mailbox);
  const bool passes = start || IsReplyMailbox(mailbox);
  const bool keeps = mailbox == kUnreadableMailbox;
  if (!options_.create && !passes && !keeps)
    return connection.DeclareQueue(channel, names_.Queue(mailbox), nullptr);
  AmqpTable arguments;
  arguments.Add("x-queue-type", std::string_view(passes ? "classic" : "quorum"));
  if (passes) {
    arguments.Add("x-expires", start ? kStartMilliseconds : kReplyMilliseconds);
    return connection.DeclareQueue(channel, names_.Queue(mailbox), &arguments);
  }
  if (keeps) arguments.Add("x-message-ttl", kUnreadableMilliseconds);
  // A quorum queue can be found before it runs. Whoever consumes from it then loses the connection, and with
  // it what is on loan.
  const bool locked = Lock(connection);
  const Answer answer = connection.DeclareQueue(channel, names_.Queue(mailbox), &arguments);
  if (locked) Unlock(connection);
  return answer;
}

/// An exclusive queue belongs to one connection, and goes with it.
bool AmqpLayout::Lock(AmqpConnection& connection) const {
  const auto until = std::chrono::steady_clock::now() + kLockPatience;
  while (connection.OpenChannel(kLock)) {
    amqp_queue_declare(connection.raw(), kLock, AmqpBytes(names_.Making()), 0, 0, 1, 0, amqp_empty_table);
    if (connection.Check(kLock) == Answer::kDone) return true;
    const bool others = connection.problem().starts_with("RESOURCE_LOCKED");
    if (connection.broken() || !others || std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(kLockPause);
  }
  return false;
}

void AmqpLayout::Unlock(AmqpConnection& connection) const {
  if (connection.broken()) return;
  amqp_queue_delete(connection.raw(), kLock, AmqpBytes(names_.Making()), 0, 0);
  if (connection.Check(kLock) == Answer::kDone) connection.CloseChannel(kLock);
}

Answer AmqpLayout::PrepareDelay(AmqpConnection& connection, amqp_channel_t channel,
                                std::int64_t milliseconds) const {
  const std::string exchange = names_.Later();
  const std::string queue = names_.LaterQueue(milliseconds);
  const std::string delay = std::to_string(milliseconds);
  amqp_exchange_declare(connection.raw(), channel, AmqpBytes(exchange), AmqpBytes("headers"), 0, 1, 0, 0,
                        amqp_empty_table);
  if (const Answer answer = connection.Check(channel); answer != Answer::kDone) return answer;
  // A message keeps its routing key, which is the queue where it goes when its time has come: given there,
  // and confirmed, before it is gone here.
  AmqpTable arguments;
  arguments.Add("x-queue-type", std::string_view("quorum"));
  arguments.Add("x-message-ttl", milliseconds);
  arguments.Add("x-dead-letter-exchange", std::string_view());
  arguments.Add("x-dead-letter-strategy", std::string_view("at-least-once"));
  arguments.Add("x-overflow", std::string_view("reject-publish"));
  arguments.Add("x-expires", milliseconds + options_.idle_ns / 1'000'000);
  if (const Answer answer = connection.DeclareQueue(channel, queue, &arguments); answer != Answer::kDone)
    return answer;
  AmqpTable match;
  match.Add("x-match", std::string_view("all"));
  match.Add(kDelay.data(), std::string_view(delay));
  amqp_queue_bind(connection.raw(), channel, AmqpBytes(queue), AmqpBytes(exchange), amqp_empty_bytes,
                  match.raw());
  return connection.Check(channel);
}

std::string AmqpLayout::Explain(const AmqpConnection& connection, std::string_view mailbox) const {
  if (!options_.create && connection.problem().starts_with("NOT_FOUND")) {
    return fmt::format(
        "the AMQP broker has no queue `{}`: --provision makes it, or a host without ?create=never",
        names_.Queue(mailbox));
  }
  return fmt::format("the queue `{}` of the AMQP broker cannot be used: {}", names_.Queue(mailbox),
                     connection.problem());
}

}  // namespace mesh::transport
