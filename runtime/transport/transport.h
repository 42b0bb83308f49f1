// How envelopes get from one actor to the next: mailboxes by name, delivery with credit,
// acknowledgement. Hosts know this interface only; each transport passes tests/conformance/transport.
//
// Delivery is at least once: an envelope that was sent stays in its mailbox, or on loan to the
// consumer that took it, until that delivery is acknowledged.
// Thread rule: every function may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "mesh/envelope/envelope.h"

namespace mesh::transport {

/// An envelope on loan from its mailbox until it is acknowledged or handed back.
struct Delivery {
  std::unique_ptr<Envelope> envelope;
  std::uint64_t tag = 0;           ///< What the mailbox knows the loan by.
  std::uint32_t redeliveries = 0;  ///< How often this message was on loan before.
};

/// Who takes the deliveries of mailboxes.
class Consumer {
 public:
  virtual ~Consumer() = default;
  /// Queues the delivery and returns: it must neither wait nor call back into the transport.
  virtual void Take(Delivery delivery) = 0;
};

class Mailbox {
 public:
  virtual ~Mailbox() = default;

  /// Returns once the envelope is safe in the mailbox; never waits for room, so a cycle of actors
  /// cannot lock up. `delay_ns` keeps it from being delivered so long. False: the transport is
  /// closed and has not kept the envelope; the sender must not acknowledge its input.
  [[nodiscard]] virtual bool Send(std::unique_ptr<Envelope> envelope, std::int64_t delay_ns) = 0;

  /// Delivers to `consumer`, in the order of sending, while fewer than `credit` deliveries are on
  /// loan. One consumer at a time; it outlives the subscription.
  virtual void Subscribe(std::uint32_t credit, Consumer& consumer) = 0;
  /// Once it returns the consumer is called no more; its loans stay open.
  virtual void Unsubscribe() = 0;

  /// The delivery was worked off; what follows from it was sent before. Its envelope may have moved on.
  virtual void Acknowledge(const Delivery& delivery) = 0;
  /// Puts a delivery back, ahead of what waits; it is delivered again after `delay_ns`.
  virtual void HandBack(Delivery delivery, std::int64_t delay_ns) = 0;

  /// Takes out what waits and would be lost with this process, delayed envelopes too. A transport that
  /// outlives its hosts keeps what it has, and gives nothing.
  virtual std::vector<std::unique_ptr<Envelope>> TakeAll() { return {}; }

  /// Envelopes that wait here, delayed ones not counted.
  virtual std::size_t depth() const = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;

  /// The mailbox of that name, made if it is new. It lives as long as the transport.
  virtual Mailbox& Open(std::string_view name) = 0;
  /// Ends all subscriptions and refuses what is sent from now on. What waits stays where the
  /// transport keeps it.
  virtual void Close() = 0;
  /// True if other hosts may serve the same mailboxes.
  virtual bool shared() const = 0;
};

}  // namespace mesh::transport
