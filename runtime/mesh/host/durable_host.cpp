// A host whose envelopes outlive it.
#include <utility>

#include "mesh/durable/mailboxes.h"
#include "mesh/host/host.h"
#include "mesh/host/local_course.h"
#include "mesh/state/keys.h"

namespace mesh::host {

void Host::BeCourse(transport::Ledger* ledger) {
  if (ledger == nullptr) {
    course_ = std::make_unique<LocalCourse>(*services_);
  } else {
    for (const ServedTable& table : tables_->all()) known_.Add(table.router);
    auto course = std::make_unique<DurableCourse>(*services_, known_, *ledger, *pool_);
    durable_ = course.get();
    course_ = std::move(course);
    OpenDesks();
    if (!services_->stations.empty())
      review_ = std::make_unique<CallReview>(services_->stations, ledger->state(), options_.threads > 0);
  }
  services_->course = course_.get();
  services_->durable = durable_;
}

void Host::OpenDesks() {
  const auto open = [this](std::string name, void (DurableCourse::*work)(Desk&, transport::Delivery)) {
    desks_.push_back(std::make_unique<Desk>(std::move(name), transport_, *pool_,
                                            [this, work](Desk& desk, transport::Delivery delivery) {
                                              (durable_->*work)(desk, std::move(delivery));
                                            }));
  };
  if (options_.serves_sink) open(std::string(durable::kSink), &DurableCourse::WorkSink);
  if (options_.serves_control) open(std::string(durable::kControl), &DurableCourse::WorkControl);
  for (const auto& [actor, station] : stations_) {
    const std::string_view former = tables_->FormerName(actor);
    if (former.empty() || stations_.contains(former)) continue;
    desks_.push_back(
        std::make_unique<Desk>(std::string(former), transport_, *pool_,
                               [this, &own = *station](Desk& desk, transport::Delivery delivery) {
                                 durable_->WorkFormer(desk, own, std::move(delivery));
                               }));
  }
  if (options_.waiter.empty()) return;
  const std::string mailbox = durable::ReplyMailbox(options_.waiter);
  open(mailbox, &DurableCourse::WorkReply);
  if (!keeps_roots()) return;
  transport_.ledger()->Carry(
      std::nullopt,
      [mailbox](const state::State&) {
        return transport::Transition{
            .changes = {{.key = state::WaiterKey(mailbox), .value = {}, .leased = true}}};
      },
      nullptr);
}

bool Host::SubmitDurable(contract::Index flow, Envelope&& envelope, Sinks::Waiter ended,
                         Families::Gone gone) {
  const auto waiter = [this, ended = std::move(ended), gone = std::move(gone)](Envelope done) {
    ended(std::move(done));
    if (gone) gone(done.id);
    admission_.Leave();
  };
  if (!sinks_.Expect(envelope.id, waiter)) {
    admission_.Leave();
    return false;
  }
  const ServedTable& table = EntranceOf(envelope);
  const Envelope given = envelope;
  Envelope entering = std::move(envelope);
  const route::Step step = table.router.Enter(flow, entering, clock_.now_ns());
  durable_->Enter(table, given, std::move(entering), step, durable::ReplyMailbox(options_.waiter),
                  [this](std::unique_ptr<Envelope> done) { durable_->Answer(std::move(done)); });
  return true;
}

void Host::Flush() {
  if (!durable()) return;
  if (options_.archive != nullptr) options_.archive->Flush();
  durable_->Flush();
}

/// Other hosts go on with them.
void Host::HandBackQueued() {
  for (Job& job : pool_->TakeQueued()) {
    auto* const overrun = std::get_if<Overrun>(&job.work);
    transport::Delivery& delivery =
        overrun != nullptr ? overrun->delivery : std::get<transport::Delivery>(job.work);
    transport::Mailbox& mailbox = job.desk != nullptr ? job.desk->mailbox() : job.station->mailbox();
    mailbox.HandBack(std::move(delivery), 0);
  }
}

}  // namespace mesh::host
