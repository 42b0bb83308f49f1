// The transport behind nats.h. What arrives, and what is confirmed, comes by one thread, which never waits;
// whatever has to wait for the server is done by a few threads of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mesh/transport/message_limit.h"
#include "mesh/transport/nats/nats.h"
#include "mesh/transport/nats/nats_carrier.h"
#include "mesh/transport/nats/nats_connection.h"
#include "mesh/transport/nats/nats_layout.h"
#include "mesh/transport/nats/nats_letter.h"
#include "mesh/transport/nats/nats_mailbox.h"
#include "mesh/transport/nats/nats_names.h"
#include "mesh/transport/nats/nats_publisher.h"
#include "mesh/transport/nats/nats_store.h"
#include "mesh/transport/nats/nats_survey.h"
#include "mesh/transport/store_carrier.h"
#include "mesh/transport/unfinished.h"

namespace mesh::transport {

class NatsTransport final : public Transport, public Ledger, public MessageLimit, private Consumer {
 public:
  NatsTransport(NatsOptions options, std::unique_ptr<NatsConnection> connection, Clock& clock);
  /// What is on loan comes again, after a while.
  ~NatsTransport() override;
  /// Makes what is missing on the server, and begins. Why it cannot; empty: it can.
  std::string Start();

  Mailbox& Open(std::string_view name) override;
  void Close() override;
  bool shared() const override { return true; }
  Ledger* ledger() override { return this; }
  std::string Provide(std::string_view mailbox) override;
  std::string obstacle() const override;
  std::optional<std::vector<FoundLetter>> Find(std::string_view part, std::size_t most) const override {
    return survey_.Find(part, most);
  }

  bool repeats() const override { return true; }
  std::size_t longest_message() const override { return longest_; }
  bool joins_owners() const override { return beside_ != nullptr && beside_->joins_owners(); }
  const state::State& state() const override {
    return beside_ == nullptr ? static_cast<const state::State&>(*store_) : beside_->state();
  }
  void Carry(std::optional<Loan> input, Plan plan, Receipt receipt) override;
  void Flush() override;

  // Of mailboxes.

  std::int64_t DueIn(std::int64_t delay_ns) const;
  /// Somebody takes from it now.
  void Serve(NatsMailbox& mailbox);
  void Unlisten(void* subscription) { connection_->Unlisten(static_cast<natsSubscription*>(subscription)); }
  /// Puts a delivery back. `counted`: it was the consumer's.
  void HandBack(NatsMailbox& mailbox, Delivery delivery, std::int64_t delay_ns, bool counted);
  const NatsSurvey& survey() const { return survey_; }

 private:
  struct Order {
    std::optional<Loan> input = {};
    NatsWork work = {};
    StoreCarrier::Work beside = {};  ///< With a store of its own.
    Receipt receipt = {};
    std::uint64_t begun = 0;  ///< Of Unfinished.
  };
  /// A message that this process holds.
  struct Held {
    NatsMailbox* mailbox = nullptr;
    std::string reply;
    std::uint64_t seq = 0;
    std::string nonce;
    std::string message_id;
    // Of what waits for a moment:
    std::string goes_to = {};
    std::int64_t due_ns = 0;
    std::uint32_t handed_back = 0;
  };
  using HeldPtr = std::shared_ptr<const Held>;
  using Job = std::function<void()>;
  struct Jobs {
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable end;
    std::deque<Job> waiting;
    bool ending = false;
    /// False: nobody does any more.
    bool Put(const Job& job);
  };

  // Arrivals.
  void Hear(NatsMailbox& mailbox, const NatsArrival& arrival);
  void Listen(NatsMailbox& mailbox);
  void Pull(NatsMailbox& mailbox);
  /// Its tag; none: it is held already.
  std::optional<std::uint64_t> Hold(NatsMailbox& mailbox, NatsLetter& read);
  /// Null: it is not held.
  HeldPtr FindHeld(std::uint64_t tag) const;
  /// The same, and holds it no longer.
  HeldPtr TakeHeld(std::uint64_t tag);
  /// How many of a mailbox this process holds.
  std::uint64_t HeldOf(const NatsMailbox& mailbox) const;
  /// It is dealt with.
  void Release(std::uint64_t tag, bool counted);
  /// There is room for another one. `counted`: the consumer had it.
  void Free(NatsMailbox& mailbox, bool counted);

  // What waits for a moment.
  void Take(Delivery delivery) override;
  void Wait(std::shared_ptr<Delivery> delivery);
  void Move(const std::shared_ptr<Delivery>& delivery);

  // Transitions.
  /// Prepares the layout, and waits while the servers elect. Why it cannot; empty: it has.
  std::string PrepareLayout();
  /// After a failure of the layout that passes. Returns false if the start is to fail instead.
  bool WaitsForLeader() const;
  /// Begins to keep the state on the server.
  void KeepState();
  /// Told once about all messages, what the worst of them has come to.
  using AllTold = std::function<void(Outcome outcome)>;
  void PublishAll(std::vector<NatsMessage> messages, AllTold told);
  /// Works it out from documents that this process has seen, and from those that the server tells it when
  /// they are missing; then what follows is done. Does not wait; but plans are run by the thread of arrivals.
  void PlanHere(const std::shared_ptr<Order>& order, const std::shared_ptr<NatsDocuments>& documents);
  /// What was planned so.
  void MakeHere(const std::shared_ptr<Order>& order, const NatsDocuments& documents);
  /// Writes what comes first of an owner, and sends what follows. Does not wait.
  void WriteFirst(const std::shared_ptr<Order>& order, NatsCarrier::First first);
  void TookFirst(const std::shared_ptr<Order>& order, NatsCarrier::First& first, NatsStore::Written written);
  /// What is not clear from here. Waits for the server, like Make.
  void PlanAndMake(const std::shared_ptr<Order>& order);
  /// Of a transition that was planned: changes the state, and sends what follows.
  void Make(const std::shared_ptr<Order>& order);
  void Send(std::shared_ptr<Order> order, NatsCarrier::Result result);
  void Finish(Order& order, Outcome outcome);
  // The same where the state is kept elsewhere.
  void CarryBeside(std::shared_ptr<Order> order, Plan plan);
  void SendBeside(const std::shared_ptr<Order>& order);
  void GiveUpBeside(Order& order, Outcome outcome);
  void Erase(std::vector<state::Change> erasures);

  // Threads.
  /// Of something that came too late for them: at once.
  void Post(const Job& job) {
    if (!jobs_->Put(job)) job();
  }
  void Work();
  void Keep();
  void KeepLoans();
  void KeepPulls();
  void MendConsumer(NatsMailbox& mailbox);
  /// So long after a lost connection it is looked whether consumers work.
  std::int64_t LookMs() const;
  bool KeepsLent(const NatsMailbox& mailbox, const NatsLayout::Waiting& waiting);
  void TellConnection(bool connected);
  /// Returns false while there is no connection, or one to a cluster with a server that is too old for the
  /// state.
  bool HasServers();
  void TellOldServer(const std::string& problem);
  bool has_old_server() const;
  void TellProblem(const std::string& problem);
  std::vector<NatsMailbox*> AllMailboxes();

  NatsOptions options_;  ///< The store ends before the rest.
  Clock& clock_;
  const NatsNames names_;
  std::unique_ptr<NatsConnection> connection_;
  const NatsSurvey survey_;
  std::mutex layout_mutex_;
  std::unique_ptr<NatsLayout> layout_;
  std::unique_ptr<NatsPublisher> publisher_;
  std::unique_ptr<NatsStore> store_;      ///< Null: the state is kept elsewhere.
  std::unique_ptr<NatsCarrier> carrier_;  ///< The same.
  Ledger* const beside_;                  ///< Null: the state is kept on the server.
  StoreCarrier beside_carrier_;
  std::size_t longest_ = 0;
  std::unique_ptr<NatsMailbox> later_;
  const std::string inbox_;
  std::atomic<std::uint64_t> next_inbox_ = 0;

  Unfinished unfinished_;  ///< What Flush waits for.
  std::atomic<bool> closed_ = false;

  mutable std::mutex mutex_;
  std::string problem_;     ///< Why the server stores nothing; empty: it does.
  std::string old_server_;  ///< Why nothing is taken or sent after a connection has come back; empty: it is.
  std::map<std::string, std::unique_ptr<NatsMailbox>, std::less<>> mailboxes_;
  std::unordered_map<std::uint64_t, HeldPtr> held_;  ///< By tag.
  /// For each mailbox, of its stream.
  std::unordered_map<const NatsMailbox*, std::unordered_set<std::uint64_t>> held_seqs_;
  std::uint64_t next_tag_ = 0;
  std::set<NatsMailbox*> unprepared_;        ///< Their consumers could not be made yet.
  std::map<std::uint64_t, TimerId> timers_;  ///< Of what waits for a moment, by tag.

  /// Timers may outlive the transport for a moment: they put a job there, which nobody does any more.
  const std::shared_ptr<Jobs> jobs_ = std::make_shared<Jobs>();
  std::atomic<bool> connected_ = true;
  std::atomic<bool> came_back_ = false;
  // Of the thread that keeps.
  std::int64_t back_ms_ = 0;   ///< When there was a connection again.
  std::int64_t asked_ms_ = 0;  ///< When servers were asked for their versions.
  std::optional<std::int64_t> restarted_ms_ =
      {};                        ///< When there was one to a server that had been started anew.
  bool later_is_mended_ = true;  ///< Since it was lost.
  std::vector<std::thread> threads_;
};

}  // namespace mesh::transport
