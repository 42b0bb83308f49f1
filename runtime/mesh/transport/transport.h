// How messages get from one actor to the next: mailboxes by name, delivery with credit,
// acknowledgement. Hosts know this interface only; each transport passes tests/conformance/transport.
//
// Delivery is at least once: a message that was sent stays in its mailbox, or on loan to the
// consumer that took it, until that delivery is acknowledged.
// Thread rule: every function may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/envelope/envelope.h"
#include "mesh/transport/ledger.h"

namespace mesh::transport {

/// An envelope by pointer, within a process, or its letter.
struct Message {
  Message() = default;
  Message(std::unique_ptr<Envelope> moved) : envelope(std::move(moved)) {}
  Message(std::unique_ptr<Letter> written) : letter(std::move(written)) {}

  std::unique_ptr<Envelope> envelope = {};
  std::unique_ptr<Letter> letter = {};
};

/// A message on loan from its mailbox until it is acknowledged or handed back.
struct Delivery {
  std::unique_ptr<Envelope> envelope = {};  ///< Null: the letter has not been read yet.
  std::unique_ptr<Letter> letter = {};      ///< Null: it came by pointer.
  std::uint64_t tag = 0;                    ///< What the mailbox knows the loan by.
  std::uint32_t redeliveries = 0;           ///< How often this message was on loan before.
};

/// Who takes the deliveries of mailboxes.
class Consumer {
 public:
  virtual ~Consumer() = default;
  /// Queues the delivery and returns: it must neither wait nor call back into the transport.
  virtual void Take(Delivery delivery) = 0;
};

/// What is in a mailbox, for operators; none: the transport cannot tell.
struct Contents {
  std::uint64_t waiting = 0;  ///< May be taken now.
  std::optional<std::uint64_t> lent = {};
  std::optional<std::uint64_t> delayed = {};   ///< Until a moment that has not come.
  std::optional<std::int64_t> oldest_ns = {};  ///< Since when the one that waits longest does; none waits.
};

/// A letter that somebody looks for.
struct FoundLetter {
  std::string mailbox;
  Letter letter;
  bool lent = false;
  std::optional<std::int64_t> not_before_ns = {};  ///< It is delayed.
};

class Mailbox {
 public:
  virtual ~Mailbox() = default;

  /// Returns once the message is safe in the mailbox; never waits for room, so a cycle of actors
  /// cannot lock up. `delay_ns` keeps it from being delivered so long. False: the transport is
  /// closed and has not kept the message; the sender must not acknowledge its input. A transport with a
  /// ledger takes letters only.
  [[nodiscard]] virtual bool Send(Message message, std::int64_t delay_ns) = 0;

  /// Delivers to `consumer` while fewer than `credit` deliveries are on loan. One consumer at a time; it
  /// outlives the subscription.
  virtual void Subscribe(std::uint32_t credit, Consumer& consumer) = 0;
  /// Once it returns the consumer is called no more; its loans stay open.
  virtual void Unsubscribe() = 0;

  /// The delivery was worked off; what follows from it was sent before. Its envelope may have moved on.
  virtual void Acknowledge(const Delivery& delivery) = 0;
  /// Puts a delivery back; it is delivered again after `delay_ns`.
  virtual void HandBack(Delivery delivery, std::int64_t delay_ns) = 0;
  /// False: the loan was lost meanwhile, so that somebody else may have the message by now: what is done for
  /// this delivery is in vain. It is still to be acknowledged or handed back.
  virtual bool Lends(const Delivery& delivery) const {
    static_cast<void>(delivery);
    return true;
  }

  /// Takes out what waits and would be lost with this process, delayed envelopes too. A transport that
  /// outlives its hosts keeps what it has, and gives nothing.
  virtual std::vector<std::unique_ptr<Envelope>> TakeAll() { return {}; }

  /// Messages that wait here, delayed ones not counted. Where other processes serve it, about so many.
  virtual std::size_t depth() const = 0;
  /// The same for people, who may wait a little for it.
  virtual Contents contents() const { return {.waiting = depth()}; }
};

/// How long a message may be on loan where no holder can ask for more time.
struct LoanLimit {
  std::int64_t call_ns = 0;  ///< So long a handler may run.
  std::int64_t wait_ns = 0;  ///< So long a delivery may wait for its turn; then it is handed back.
};

class Transport {
 public:
  virtual ~Transport() = default;

  /// The mailbox of that name, made if it is new. It lives as long as the transport.
  virtual Mailbox& Open(std::string_view name) = 0;
  /// Makes what the mailbox needs outside of this process, where it is missing, for those who look at it
  /// before anybody takes from it. Why it cannot; empty: it is there.
  [[nodiscard]] virtual std::string Provide(std::string_view name) {
    Open(name);
    return {};
  }
  /// Ends all subscriptions and refuses what is sent from now on. What waits stays where the
  /// transport keeps it.
  virtual void Close() = 0;
  /// True if other hosts may serve the same mailboxes.
  virtual bool shared() const = 0;
  /// None: loans are extended for as long as it takes.
  virtual std::optional<LoanLimit> loan_limit() const { return std::nullopt; }
  /// What carries out transitions; null: nothing here outlives the process, and envelopes move by pointer.
  virtual Ledger* ledger() { return nullptr; }

  /// Why nothing can be sent or taken just now; empty: it can.
  virtual std::string obstacle() const { return {}; }
  /// Letters of all mailboxes in whose bodies `part` stands, at most so many, for people: it may look through
  /// everything. None: the transport cannot look.
  virtual std::optional<std::vector<FoundLetter>> Find(std::string_view part, std::size_t most) const {
    static_cast<void>(part);
    static_cast<void>(most);
    return std::nullopt;
  }
};

}  // namespace mesh::transport
