// Envelopes that outlive the process: what follows from a visit is one transition of the ledger, with the
// acknowledgement of its delivery.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/durable/known_tables.h"
#include "mesh/durable/planner.h"
#include "mesh/durable/unserved.h"
#include "mesh/host/course.h"
#include "mesh/host/desk.h"
#include "mesh/host/services.h"
#include "mesh/host/suspects.h"
#include "mesh/transport/ledger.h"

namespace mesh::host {

class DurableCourse final : public Course {
 public:
  /// All outlive it.
  DurableCourse(const Services& services, const durable::KnownTables& known, transport::Ledger& ledger,
                WorkerPool& pool)
      : services_(services), known_(known), ledger_(ledger), pool_(pool) {}

  bool Unwanted(const Envelope& envelope) const override;
  bool TakeCancellation(const Envelope& envelope, Aside& aside) override;

  bool Claim(Station& station, const ServedTable& table, transport::Delivery& delivery,
             bool has_effect) override;
  Effect TakeEffect(const EffectOf& effect) override;
  void ReleaseEffect(const EffectOf& effect, Aside& aside) override;
  void KeepResults(const EffectOf& effect, const ValueList& results, const ValueList& own,
                   Aside& aside) override;
  void KeepRepeated(const EffectOf& effect, const ValueList& results, Aside& aside) override {
    KeepResults(effect, results, results, aside);
  }
  void EraseResults(const EffectOf& effect, Aside& aside) override;
  Begun BeginCall(Station& station, const ServedTable& table, transport::Delivery& delivery) override;

  void Onward(Station& station, const ServedTable& table, transport::Delivery&& delivery,
              const route::Step& step, Aside&& aside) override;
  void SendBack(Station& station, const ServedTable& table, transport::Delivery&& delivery,
                std::int64_t delay_ns, Aside&& aside) override;
  void GivenUp(Station& station, const ServedTable& table, transport::Delivery&& delivery,
               Aside&& aside) override;
  void LeaveToOthers(Station& station, transport::Delivery delivery) override;
  void NotVisited(Aside aside) override;

  /// Reads the letter of a delivery. False: it is dealt with, because nobody here can serve it.
  bool Read(Station& station, transport::Delivery& delivery);
  Suspects& suspects() { return suspects_; }

  // What comes to the desks of the mesh.

  void WorkSink(Desk& desk, transport::Delivery delivery);
  void WorkControl(Desk& desk, transport::Delivery delivery);
  void WorkReply(Desk& desk, transport::Delivery delivery);
  /// What waits for an actor under the name that it had once goes to its mailbox, unless its handler here
  /// does not take the call.
  void WorkFormer(Desk& desk, Station& station, transport::Delivery delivery);

  /// A new root whose end is told to `reply`; `given`: as it was before it was advanced to `step`. `ended`
  /// gets it where it has ended before, in a thread of the ledger's.
  void Enter(const ServedTable& table, const Envelope& given, Envelope envelope, const route::Step& step,
             std::string reply, std::function<void(std::unique_ptr<Envelope>)> ended);
  /// Whoever waits here for that end gets it, once. Whoever has recorded the end has told of it.
  void Answer(std::unique_ptr<Envelope> ended);
  /// False: the ledger is closed.
  bool Tell(const durable::ControlOrder& order);
  /// Waits until all that was begun is done.
  void Flush() { ledger_.Flush(); }

 private:
  using PlanWork = std::function<void(durable::Planner& planner)>;
  const durable::KnownTable& KnownOf(const ServedTable& table) const;
  /// A message on loan, of which something follows: shared by all who work that out and carry it out.
  struct Input {
    transport::Loan loan;
    std::shared_ptr<const transport::Letter> letter;

    Input(transport::Mailbox& mailbox, transport::Delivery&& delivery)
        : loan{&mailbox, delivery.tag}, letter(std::move(delivery.letter)) {}
    /// Of a delivery that is still needed.
    Input(transport::Mailbox& mailbox, const transport::Delivery& delivery)
        : loan{&mailbox, delivery.tag}, letter(std::make_shared<const transport::Letter>(*delivery.letter)) {}
  };
  void Carry(std::string name, Input input, PlanWork work, std::vector<state::Change> released = {},
             std::function<void()> done = nullptr, std::function<void()> too_large = nullptr);
  void Depart(Station& station, const Input& input, Aside aside, std::shared_ptr<const Envelope> envelope,
              PlanWork work, int tries = 0);
  /// More would follow from a visit than the transport takes: the envelope fails where it stood, and if that
  /// is too much as well it is not kept to be replayed.
  struct Shrinking {
    Aside aside = {};
    bool claimed = false;  ///< The line is claimed for the delivery.
    int tries = 1;
  };
  void FailTooLarge(Station& station, const Input& input, Shrinking shrinking);
  /// For what a plan writes down; null: nobody observes.
  std::shared_ptr<durable::PlannedEvents> EventsToTell() const;
  void TellAll(const std::shared_ptr<durable::PlannedEvents>& events) const;
  /// Nothing less can be done with a message than would be too much.
  void TellStuck(const std::string& name, const transport::Letter& letter) const;
  /// Of what is sent on as it is, or kept aside.
  transport::Receipt TellsStuck(std::string name, const transport::Letter& letter) const;
  static Error TooLarge(std::string_view actor);
  /// The actor has it, and another host must serve it.
  void Drift(Station& station, const transport::Delivery& delivery, const std::string& why);
  void PutBack(const std::string& name, transport::Mailbox& mailbox, const transport::Delivery& delivery,
               const std::string& why);
  void Bury(const std::string& name, transport::Mailbox& mailbox, const transport::Delivery& delivery,
            const std::string& why);
  /// `most`: bytes of its body.
  void KeepAside(const std::string& name, transport::Loan loan,
                 const std::shared_ptr<const transport::Letter>& letter, const std::string& why,
                 std::size_t most);
  void RecordEnd(Desk& desk, const Input& input, const durable::EndHead& end);
  void EndUnserved(const std::string& name, transport::Mailbox& mailbox, const transport::Delivery& delivery,
                   const std::string& why);
  Effect ReadResults(const EffectOf& effect, const std::string& bytes) const;
  Effect TakeIntent(const EffectOf& effect, const std::vector<std::string>& keys, const std::string& intent);
  /// Under the first of the keys that has something.
  std::optional<std::string> Stored(const std::vector<std::string>& keys) const;
  std::optional<std::string> FindRepeated(const EffectOf& effect, bool& makes_effects) const;

  const Services& services_;
  const durable::KnownTables& known_;
  transport::Ledger& ledger_;
  WorkerPool& pool_;
  Suspects suspects_;
};

}  // namespace mesh::host
