// The transport behind amqp.h. One thread publishes and hears confirmations, one hears what arrives and
// acknowledges; state is changed by the store beside it, by a thread of that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/amqp/amqp_layout.h"
#include "mesh/transport/amqp/amqp_mailbox.h"
#include "mesh/transport/amqp/amqp_names.h"
#include "mesh/transport/amqp/amqp_publisher.h"
#include "mesh/transport/amqp/amqp_receiver.h"
#include "mesh/transport/amqp/amqp_starts.h"
#include "mesh/transport/amqp/amqp_status.h"
#include "mesh/transport/store_carrier.h"
#include "mesh/transport/unfinished.h"

namespace mesh::transport {

class AmqpTransport final : public Transport, public Ledger {
 public:
  struct Connections {
    std::unique_ptr<AmqpConnection> publishes;
    std::unique_ptr<AmqpConnection> consumes;
  };
  AmqpTransport(const AmqpOptions& options, Connections connections, Clock& clock);
  /// What is on loan comes again, at once.
  ~AmqpTransport() override;

  Mailbox& Open(std::string_view name) override;
  void Close() override;
  bool shared() const override { return true; }
  std::optional<LoanLimit> loan_limit() const override {
    return LoanLimit{.call_ns = options_.longest_call_ns, .wait_ns = options_.longest_wait_ns / kWaits};
  }
  Ledger* ledger() override { return this; }
  std::string Provide(std::string_view mailbox) override;
  std::string obstacle() const override;

  /// Without a store nobody could tell copies apart.
  bool repeats() const override { return store_ != nullptr; }
  const state::State& state() const override;
  void Carry(std::optional<Loan> input, transport::Plan plan, Receipt receipt) override;
  void Enter(transport::Plan plan, Receipt receipt) override;
  /// As the interface says, but it waits no more when nothing has come to its end for a while: a broker may
  /// take nothing for hours.
  void Flush() override;

  // Of mailboxes.

  std::int64_t DueIn(std::int64_t delay_ns) const;
  /// Puts a delivery back. `counted`: it was the consumer's.
  void HandBack(AmqpMailbox& mailbox, Delivery delivery, std::int64_t delay_ns, bool counted);
  bool IsLent(std::uint64_t tag) const;
  AmqpReceiver& receiver() { return *receiver_; }
  const AmqpReceiver& receiver() const { return *receiver_; }

 private:
  /// A message may wait here, in its lane, and for its turn among suspects: together no longer than one may.
  static constexpr std::int64_t kWaits = 3;

  struct Order {
    std::optional<Loan> input = {};
    StoreCarrier::Work work = {};
    Receipt receipt = {};
    std::uint64_t begun = 0;  ///< Of Unfinished.
  };
  /// A message that this process holds.
  struct Held {
    AmqpMailbox* mailbox = nullptr;
    AmqpPlace place;
    std::string nonce;
    bool again = false;
    bool travels = false;
    bool lost = false;  ///< It is on loan no more, but somebody here still works with it.
  };
  /// A message whose time has not come.
  struct Early {
    Delivery delivery;
    TimerId timer;
  };

  // Arrivals.
  void Arrived(AmqpMailbox& mailbox, AmqpPlace place, AmqpLetter letter);
  void KeepEarly(Held held, Delivery delivery, std::int64_t due_ns, std::uint32_t handed_back);
  void BeDue(std::uint64_t tag);
  void Lose(std::uint64_t opening);
  void HandBackOld();
  void PutBack(const Held& held, std::uint64_t tag, AmqpPost post, bool counted);
  std::optional<Held> FindHeld(std::uint64_t tag) const;
  /// The same, and holds it no longer.
  std::optional<Held> TakeHeld(std::uint64_t tag);
  /// It is dealt with.
  void Release(std::uint64_t tag, bool counted);

  // Transitions.
  /// Null: it has come to its end, because nothing can be done any more.
  std::shared_ptr<Order> Take(std::optional<Loan> input, Receipt receipt);
  void Plan(const std::shared_ptr<Order>& order, transport::Plan plan);
  /// The store would not take at its end what is sent, wherever that has come to by then.
  bool IsTooLarge(const StoreCarrier::Work& work) const;
  /// There is no store.
  void CarryAlone(const std::shared_ptr<Order>& order);
  void Send(const std::shared_ptr<Order>& order);
  /// The store has changed nothing.
  void GiveUp(Order& order, Outcome outcome);
  void Finish(Order& order, Outcome outcome);
  void Erase(std::vector<state::Change> erasures);
  std::vector<AmqpMailbox*> AllMailboxes();

  const AmqpOptions options_;
  Clock& clock_;
  const AmqpNames names_;
  const AmqpLayout layout_;
  std::shared_ptr<Ledger> owned_store_;
  /// The same, also for its own threads while it ends; null: there is none.
  Ledger* const store_;
  const std::size_t longest_;  ///< Bytes that the store takes at a time.
  AmqpStatus status_;
  StoreCarrier carrier_;

  Unfinished unfinished_;  ///< What Flush waits for.
  mutable std::mutex mutex_;
  bool closed_ = false;
  std::map<std::string, std::unique_ptr<AmqpMailbox>, std::less<>> mailboxes_;
  std::unordered_map<std::uint64_t, Held> held_;  ///< By tag.
  std::map<std::uint64_t, Early> early_;          ///< The same.
  std::uint64_t next_tag_ = 0;

  // Their threads end before what they use.
  std::unique_ptr<AmqpPublisher> publisher_;
  std::unique_ptr<AmqpReceiver> receiver_;
  std::unique_ptr<AmqpStarts> starts_;  ///< Used where there is no store.
};

}  // namespace mesh::transport
