// What comes to the mesh itself, what nobody can serve, and what enters.
#include <utility>

#include <fmt/format.h>

#include "mesh/durable/mailboxes.h"
#include "mesh/durable/order_letter.h"
#include "mesh/durable/unserved.h"
#include "mesh/host/durable_course.h"
#include "mesh/host/station.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/resume.h"
#include "mesh/state/keys.h"

namespace mesh::host {

namespace {

/// How long an envelope under a former name waits before it is looked at again whether a handler is free.
constexpr std::int64_t kNoRoomNs = 100'000'000;
constexpr const char* kNoHandler = "no handler of its actor that was there fits the contract";

std::string UnknownText(const durable::UnknownTable& unknown) {
  return fmt::format("no route table has the digest `{}`", unknown.digest);
}

}  // namespace

bool DurableCourse::Read(Station& station, transport::Delivery& delivery) {
  durable::Reading read = known_.Read(delivery.letter->body);
  if (auto* const known = std::get_if<durable::ReadEnvelope>(&read)) {
    delivery.envelope = std::move(known->envelope);
    return true;
  }
  if (const auto* broken = std::get_if<durable::Unreadable>(&read)) {
    services_.telling.Tell(observation::Unreadable{station.served()});
    Bury(std::string(station.entry().actor), station.mailbox(), delivery, broken->why);
  } else {
    Drift(station, delivery, UnknownText(std::get<durable::UnknownTable>(read)));
  }
  return false;
}

void DurableCourse::LeaveToOthers(Station& station, transport::Delivery delivery) {
  Drift(station, delivery, kNoHandler);
}

void DurableCourse::Drift(Station& station, const transport::Delivery& delivery, const std::string& why) {
  services_.telling.Tell(observation::Drifted{station.served()});
  PutBack(std::string(station.entry().actor), station.mailbox(), delivery, why);
}

/// Whoever can serve it may come yet; for an hour.
void DurableCourse::PutBack(const std::string& name, transport::Mailbox& mailbox,
                            const transport::Delivery& delivery, const std::string& why) {
  const std::int64_t now_ns = services_.clock.now_ns();
  const auto next_ns = durable::NextTry(*delivery.letter, now_ns);
  if (!next_ns) return EndUnserved(name, mailbox, delivery, why);
  transport::Letter letter = *delivery.letter;
  if (letter.first_unserved_ns == 0) letter.first_unserved_ns = now_ns;
  ledger_.Carry(
      transport::Loan{&mailbox, delivery.tag},
      [name, letter, next = *next_ns](const state::State&) {
        return transport::Transition{.sends = {{name, letter, next}}};
      },
      TellsStuck(name, letter));
}

void DurableCourse::EndUnserved(const std::string& name, transport::Mailbox& mailbox,
                                const transport::Delivery& delivery, const std::string& why) {
  const std::int64_t now_ns = services_.clock.now_ns();
  const auto head = durable::ReadEnd(delivery.letter->body);
  services_.telling.Tell(observation::Failed{nullptr, delivery.letter->id,
                                             route::BuiltinName(contract::BuiltinError::kUnroutable)});
  Carry(name, {mailbox, delivery},
        [head, id = delivery.letter->id, before = delivery.letter->body, why,
         now_ns](durable::Planner& planner) {
          const auto claim = head ? planner.ClaimOfEnd(*head) : std::string();
          // Another copy of it was served.
          if (!claim) return planner.BeCopyOf(head->id);
          if (head) durable::KeepFailed(planner.draft(), head->id, before, now_ns);
          planner.draft().Send(durable::kSink,
                               {.id = id, .body = durable::EndUnroutable(before, *claim, why, now_ns)});
        });
}

void DurableCourse::WorkSink(Desk& desk, transport::Delivery delivery) {
  const auto end = durable::ReadEnd(delivery.letter->body);
  if (!end) return Bury(desk.name(), desk.mailbox(), delivery, "an end of no envelope");
  archive::Archive* const archive = services_.options.archive;
  const state::State& state = ledger_.state();
  const auto ahead = state.ReadAhead();
  durable::Planner look(known_, ahead == nullptr ? state : *ahead, services_.clock.now_ns(),
                        delivery.letter->nonce);
  const Input input(desk.mailbox(), std::move(delivery));
  if (archive == nullptr || !look.IsEnd(*end)) return RecordEnd(desk, input, *end);
  const auto before = end->failed ? state.Get(state::FailedKey(end->id)) : std::nullopt;
  archive->Add(durable::WithBefore(input.letter->body, before),
               [this, &desk, input, end = *end] { RecordEnd(desk, input, end); });
}

void DurableCourse::RecordEnd(Desk& desk, const Input& input, const durable::EndHead& end) {
  const auto is_new = std::make_shared<std::atomic<bool>>();
  const auto plan = [end, letter = input.letter, is_new](durable::Planner& planner) {
    *is_new = planner.EndRoot(end, letter->body);
  };
  Carry(desk.name(), input, plan, {}, [this, is_new, end] {
    if (*is_new)
      services_.telling.Tell(
          observation::Ended{nullptr, end.id, observation::Ended::Line::kRoot, end.failed});
  });
}

void DurableCourse::WorkControl(Desk& desk, transport::Delivery delivery) {
  const auto order = durable::ReadOrder(delivery.letter->body);
  if (!order) return Bury(desk.name(), desk.mailbox(), delivery, "nothing that the mesh is told");
  if (!ledger_.state().keeps_roots())
    return Bury(desk.name(), desk.mailbox(), delivery, "nothing is kept that it could change");
  if (const auto* cancel = std::get_if<durable::CancelOrder>(&*order)) {
    for (Station* station : services_.stations)
      station->StopCalls([&](const Envelope& envelope) { return envelope.root() == cancel->root; });
  }
  const Input input(desk.mailbox(), std::move(delivery));
  Carry(desk.name(), input,
        [order = *order, id = input.letter->id](durable::Planner& planner) { planner.Obey(order, id); });
}

namespace {

/// For who waits for an envelope of which no more than its end is known.
std::unique_ptr<Envelope> EndedWith(const std::string& id, Error error) {
  auto lost = std::make_unique<Envelope>();
  lost->id = id;
  lost->status.phase = Phase::kFailed;
  lost->status.error = std::move(error);
  return lost;
}

std::unique_ptr<Envelope> EndedElsewhere(const std::string& id) {
  return EndedWith(id, {.name = "unroutable", .message = "its table is not known here"});
}

}  // namespace

void DurableCourse::Answer(std::unique_ptr<Envelope> ended) {
  const std::string id = ended->id;
  if (!services_.sinks.End(std::move(ended))) services_.telling.Tell(observation::Dropped{id});
}

void DurableCourse::WorkReply(Desk& desk, transport::Delivery delivery) {
  durable::Reading read = known_.Read(delivery.letter->body);
  auto* const known = std::get_if<durable::ReadEnvelope>(&read);
  Answer(known != nullptr ? std::move(known->envelope) : EndedElsewhere(delivery.letter->id));
  desk.mailbox().Acknowledge(delivery);
}

void DurableCourse::WorkFormer(Desk& desk, Station& station, transport::Delivery delivery) {
  // What this host cannot begin yet stays where hosts of the former version find it, too.
  if (!station.has_room()) return desk.mailbox().HandBack(std::move(delivery), kNoRoomNs);
  durable::Reading read = known_.Read(delivery.letter->body);
  if (const auto* broken = std::get_if<durable::Unreadable>(&read))
    return Bury(desk.name(), desk.mailbox(), delivery, broken->why);
  if (const auto* unknown = std::get_if<durable::UnknownTable>(&read))
    return PutBack(desk.name(), desk.mailbox(), delivery, UnknownText(*unknown));
  const Envelope& envelope = *std::get<durable::ReadEnvelope>(read).envelope;
  if (!services_.tables.Find(envelope.route.table)->fit.Serves(envelope))
    return PutBack(desk.name(), desk.mailbox(), delivery, kNoHandler);
  ledger_.Carry(
      transport::Loan{&desk.mailbox(), delivery.tag},
      [actor = std::string(station.entry().actor), letter = *delivery.letter](const state::State&) {
        return transport::Transition{.sends = {{actor, letter}}};
      },
      TellsStuck(desk.name(), *delivery.letter));
}

void DurableCourse::Enter(const ServedTable& table, const Envelope& given, Envelope envelope,
                          const route::Step& step, std::string reply,
                          std::function<void(std::unique_ptr<Envelope>)> ended) {
  struct Found {
    durable::Entry entry = durable::Entry::kEntered;
    std::string end;
  };
  const auto found = std::make_shared<Found>();
  const auto entering = std::make_shared<const Envelope>(std::move(envelope));
  const std::int64_t now_ns = services_.clock.now_ns();
  durable::Before before;
  if (std::holds_alternative<route::Ended>(step) || route::Unwinds(*entering))
    before = std::make_shared<const std::string>(KnownOf(table).Write(given));
  const auto events = EventsToTell();
  const bool only_end_kept = KnownOf(table).only_end_kept.contains(given.route.flow);
  const auto plan = [this, &known = KnownOf(table), found, entering, step, reply, before, now_ns, events,
                     only_end_kept, nonce = durable::EntryNonce(ledger_)](const state::State& state) {
    durable::Planner planner(known_, state, now_ns, nonce);
    if (events != nullptr) planner.WriteDown(*events);
    found->entry = durable::Enter(planner.draft(), entering->id, reply, only_end_kept);
    if (found->entry == durable::Entry::kTravels) planner.TellEndTo(reply);
    if (found->entry == durable::Entry::kEntered || found->entry == durable::Entry::kTravels)
      planner.Add(known, *entering, step, before);
    if (found->entry == durable::Entry::kEnded)
      found->end = planner.draft().Get(state::EndKey(entering->id)).value_or("");
    transport::Transition transition = planner.Take();
    // Whoever began it may have died before it was sent.
    transition.is_copy = found->entry == durable::Entry::kUnderWay;
    return transition;
  };
  const auto told = [this, found, id = entering->id, events,
                     ended = std::move(ended)](transport::Outcome outcome) {
    if (outcome == transport::Outcome::kTooLarge) {
      return ended(EndedWith(
          id, {.name = "contract_violation", .message = "the envelope is more than the transport takes"}));
    }
    if (outcome == transport::Outcome::kDone) TellAll(events);
    if (outcome != transport::Outcome::kDone || found->entry != durable::Entry::kEnded) return;
    durable::Reading read = known_.Read(found->end);
    auto* const known = std::get_if<durable::ReadEnvelope>(&read);
    ended(known != nullptr ? std::move(known->envelope) : EndedElsewhere(id));
  };
  ledger_.Enter(plan, told);
}

bool DurableCourse::Tell(const durable::ControlOrder& order) {
  // What has entered before is under way when it is told.
  ledger_.Flush();
  return ledger_.CarryOut(std::nullopt, [told = durable::OrderLetter(order)](const state::State&) {
    return transport::Transition{.sends = {told}};
  }) == transport::Outcome::kDone;
}

}  // namespace mesh::host
