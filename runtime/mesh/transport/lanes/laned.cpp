#include "mesh/transport/lanes/laned.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "mesh/transport/lanes/laned_mailbox.h"

namespace mesh::transport {

namespace {

/// What is sent to an actor goes to the mailbox of its lane.
class LanedLedger final : public Ledger {
 public:
  LanedLedger(Ledger& inner, const Lanes& lanes) : inner_(inner), lanes_(lanes) {}

  bool repeats() const override { return inner_.repeats(); }
  bool joins_owners() const override { return inner_.joins_owners(); }
  const state::State& state() const override { return inner_.state(); }
  void Flush() override { inner_.Flush(); }

  void Carry(std::optional<Loan> input, Plan plan, Receipt receipt) override {
    auto* const laned = input ? dynamic_cast<LanedMailbox*>(input->mailbox) : nullptr;
    if (laned != nullptr) input = laned->InnerLoan(input->tag);
    inner_.Carry(input, InLanes(std::move(plan)), [laned, receipt = std::move(receipt)](Outcome outcome) {
      const bool is_settled = outcome == Outcome::kDone || outcome == Outcome::kGone;
      if (laned != nullptr && is_settled) laned->End();
      if (receipt) receipt(outcome);
    });
  }
  void Enter(Plan plan, Receipt receipt) override {
    inner_.Enter(InLanes(std::move(plan)), std::move(receipt));
  }

 private:
  Plan InLanes(Plan plan) const {
    return [this, plan = std::move(plan)](const state::State& state) { return ToLanes(plan(state)); };
  }
  Transition ToLanes(Transition transition) const {
    for (Sending& sending : transition.sends) {
      if (HasLanes(sending.mailbox))
        sending.mailbox = LaneMailbox(sending.mailbox, lanes_, lanes_.IndexOf(sending.letter.lane));
    }
    return transition;
  }

  Ledger& inner_;
  const Lanes& lanes_;
};

class Laned final : public Transport {
 public:
  Laned(std::unique_ptr<Transport> inner, Lanes lanes, Clock& clock)
      : lanes_(std::move(lanes)), inner_(std::move(inner)) {
    if (const auto limit = inner_->loan_limit()) wait_ = {.clock = &clock, .longest_ns = limit->wait_ns};
    if (inner_->ledger() != nullptr) ledger_ = std::make_unique<LanedLedger>(*inner_->ledger(), lanes_);
  }
  /// What was taken ahead goes back while there is somebody to take it.
  ~Laned() override { Close(); }

  Mailbox& Open(std::string_view name) override {
    if (!HasLanes(name)) return inner_->Open(name);
    const std::lock_guard lock(mutex_);
    if (const auto at = mailboxes_.find(name); at != mailboxes_.end()) return *at->second;
    std::vector<Mailbox*> of_lanes;
    for (std::size_t lane = 0; lane < lanes_.names.size(); ++lane)
      of_lanes.push_back(&inner_->Open(LaneMailbox(name, lanes_, lane)));
    return *mailboxes_.emplace(name, std::make_unique<LanedMailbox>(lanes_, of_lanes, wait_)).first->second;
  }

  std::string Provide(std::string_view name) override {
    if (!HasLanes(name)) return inner_->Provide(name);
    for (std::size_t lane = 0; lane < lanes_.names.size(); ++lane) {
      if (std::string why = inner_->Provide(LaneMailbox(name, lanes_, lane)); !why.empty()) return why;
    }
    return {};
  }

  void Close() override {
    for (LanedMailbox* mailbox : AllMailboxes()) mailbox->Unsubscribe();
    inner_->Close();
  }
  bool shared() const override { return inner_->shared(); }
  std::optional<LoanLimit> loan_limit() const override { return inner_->loan_limit(); }
  Ledger* ledger() override { return ledger_.get(); }
  std::string obstacle() const override { return inner_->obstacle(); }
  std::optional<std::vector<FoundLetter>> Find(std::string_view part, std::size_t most) const override {
    return inner_->Find(part, most);
  }

 private:
  std::vector<LanedMailbox*> AllMailboxes() {
    const std::lock_guard lock(mutex_);
    std::vector<LanedMailbox*> all;
    for (const auto& [name, mailbox] : mailboxes_) all.push_back(mailbox.get());
    return all;
  }

  const Lanes lanes_;
  LaneWait wait_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<LanedMailbox>, std::less<>> mailboxes_;
  std::unique_ptr<LanedLedger> ledger_;
  /// Ends before those whom it calls.
  std::unique_ptr<Transport> inner_;
};

}  // namespace

std::unique_ptr<Transport> MakeLaned(std::unique_ptr<Transport> inner, Lanes lanes, Clock& clock) {
  return std::make_unique<Laned>(std::move(inner), std::move(lanes), clock);
}

}  // namespace mesh::transport
