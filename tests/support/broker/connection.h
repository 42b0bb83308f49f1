// What one process has of the broker: a transport with a ledger.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/transport/store_carrier.h"
#include "mesh/transport/transport.h"
#include "tests/support/broker/broker.h"

namespace mesh::test {

class ConnectionMailbox final : public transport::Mailbox {
 public:
  ConnectionMailbox(Connection& connection, std::string name)
      : connection_(connection), name_(std::move(name)) {}

  [[nodiscard]] bool Send(transport::Message message, std::int64_t delay_ns) override;
  void Subscribe(std::uint32_t credit, transport::Consumer& consumer) override;
  void Unsubscribe() override;
  void Acknowledge(const transport::Delivery& delivery) override;
  void HandBack(transport::Delivery delivery, std::int64_t delay_ns) override;
  bool Lends(const transport::Delivery& delivery) const override;
  std::size_t depth() const override;

  Connection& connection() const { return connection_; }
  const std::string& name() const { return name_; }

 private:
  Connection& connection_;
  const std::string name_;
};

/// Thread rule: any thread.
class Connection final : public transport::Transport, public transport::Ledger {
 public:
  explicit Connection(Broker& broker);
  /// What was begun is done; what it holds comes again, and nobody is suspected. Nothing of that where it has
  /// died.
  ~Connection() override;

  /// Its process is gone: nothing of it reaches the broker any more, and what it holds comes again.
  void Die();
  /// It is cut off and back at once: what it holds comes again, to anybody, though somebody here may work
  /// with it.
  void Lose();

  transport::Mailbox& Open(std::string_view name) override;
  void Close() override;
  bool shared() const override { return true; }
  transport::Ledger* ledger() override { return this; }

  bool repeats() const override { return broker_.options_.repeats; }
  const state::State& state() const override { return broker_.store_; }
  void Carry(std::optional<transport::Loan> input, transport::Plan plan, transport::Receipt receipt) override;
  void Enter(transport::Plan plan, transport::Receipt receipt) override;
  /// In a fiber it waits there; where a test decides what happens next, and it is called outside of one, it
  /// does what is left to do itself.
  void Flush() override;
  transport::Outcome CarryOut(std::optional<transport::Loan> input, transport::Plan plan) override;

 private:
  friend class Broker;
  friend class ConnectionMailbox;

  struct Order {
    std::optional<transport::Loan> input = {};
    transport::StoreCarrier::Work work = {};
    transport::Receipt receipt = {};
    std::uint64_t number = 0;
    std::size_t left = 0;  ///< Messages that are not confirmed yet.
  };
  using OrderOf = std::shared_ptr<Order>;
  /// A message that this process holds.
  struct Held {
    std::string mailbox;
    std::string nonce;
    bool again = false;
    bool travels = false;
    bool lost = false;  ///< It is on loan no more, but somebody here still works with it.
  };

  // With the broker's lock held.
  void Hold(std::uint64_t tag, Held held) { held_[tag] = std::move(held); }
  void Later(std::function<void()> run) { broker_.Later(this, std::move(run)); }
  bool IsTooLarge(const transport::Transition& part) const;
  void Begin(const OrderOf& order);
  void Take(std::optional<transport::Loan> input, transport::StoreCarrier::Work work,
            transport::Receipt receipt);
  void CarryAsOne(const OrderOf& order);
  void Change(const OrderOf& order);
  /// The same where the state is replicated: others may write between what is read and what is written.
  void Read(const OrderOf& order);
  void Write(const OrderOf& order, const std::shared_ptr<Broker::Write>& write);
  void SendAll(const OrderOf& order);
  void Post(const transport::Sending& sending, std::uint32_t again = 0, std::uint32_t handed_back = 0);
  void Finish(const OrderOf& order, transport::Outcome outcome);
  /// Another message may come in the place of that one.
  void Release(std::uint64_t tag);
  bool AllDone(std::uint64_t until) const { return unfinished_.empty() || *unfinished_.begin() > until; }

  Broker& broker_;
  transport::StoreCarrier carrier_;
  std::map<std::string, std::unique_ptr<ConnectionMailbox>, std::less<>> mailboxes_;
  std::map<std::uint64_t, Held> held_;  ///< By tag.
  std::set<std::uint64_t> unfinished_;
  std::uint64_t begun_ = 0;
  bool closed_ = false;
  bool dead_ = false;
};

}  // namespace mesh::test
