#include "mesh/transport/amqp/amqp_transport.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "mesh/transport/message_limit.h"
#include "mesh/value/saturating.h"

namespace mesh::transport {

namespace {

/// The store belongs to the transport alone: it ends before the rest.
AmqpOptions WithoutStore(AmqpOptions options) {
  options.store = nullptr;
  return options;
}

/// How long somebody waits for what has begun, while nothing comes to its end.
constexpr auto kDrainPatience = std::chrono::seconds(10);

}  // namespace

AmqpTransport::AmqpTransport(const AmqpOptions& options, Connections connections, Clock& clock)
    : options_(WithoutStore(options)),
      clock_(clock),
      names_(options_.mesh, options_.prefix),
      layout_(options_, names_),
      owned_store_(options.store),
      store_(owned_store_.get()),
      longest_(LongestOf(store_)),
      status_(options_.on_problem),
      carrier_(clock, store_ == nullptr || store_->joins_owners()) {
  publisher_ = std::make_unique<AmqpPublisher>(
      AmqpPublisher::Parts{options_, names_, layout_, status_, clock_}, std::move(connections.publishes));
  AmqpReceiver::Listener listener{
      .arrived = [this](AmqpMailbox& mailbox, AmqpPlace place,
                        AmqpLetter letter) { Arrived(mailbox, place, std::move(letter)); },
      .lost = [this](std::uint64_t opening) { Lose(opening); },
      .look = [this] { HandBackOld(); }};
  receiver_ = std::make_unique<AmqpReceiver>(
      AmqpReceiver::Parts{options_, names_, layout_, status_, std::move(listener)},
      std::move(connections.consumes));
  starts_ = std::make_unique<AmqpStarts>(*receiver_);
}

AmqpTransport::~AmqpTransport() {
  Close();
  Flush();
  // Nothing is answered any more, so that nobody asks for the store when it has gone.
  publisher_->Close();
  if (store_ != nullptr && store_->state().obstacle().empty()) Erase(carrier_.TakeErasures());
  owned_store_.reset();
  receiver_->Close();
  const std::lock_guard lock(mutex_);
  for (const auto& [tag, early] : early_) clock_.Cancel(early.timer);
}

Mailbox& AmqpTransport::Open(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto at = mailboxes_.find(name);
  if (at != mailboxes_.end()) return *at->second;
  auto mailbox = std::make_unique<AmqpMailbox>(*this, clock_, std::string(name));
  return *mailboxes_.emplace(name, std::move(mailbox)).first->second;
}

void AmqpTransport::Close() {
  for (AmqpMailbox* mailbox : AllMailboxes()) mailbox->Unsubscribe();
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

std::vector<AmqpMailbox*> AmqpTransport::AllMailboxes() {
  const std::lock_guard lock(mutex_);
  std::vector<AmqpMailbox*> all;
  for (const auto& [name, mailbox] : mailboxes_) all.push_back(mailbox.get());
  return all;
}

std::string AmqpTransport::Provide(std::string_view mailbox) {
  return receiver_->Provide(std::string(mailbox));
}

std::string AmqpTransport::obstacle() const {
  std::string problem = status_.obstacle();
  return problem.empty() && store_ != nullptr ? store_->state().obstacle() : problem;
}

const state::State& AmqpTransport::state() const {
  return store_ == nullptr ? static_cast<const state::State&>(*starts_) : store_->state();
}

std::shared_ptr<AmqpTransport::Order> AmqpTransport::Take(std::optional<Loan> input, Receipt receipt) {
  auto order = std::make_shared<Order>(Order{.input = input, .receipt = std::move(receipt)});
  Outcome outcome = Outcome::kDone;
  order->begun = unfinished_.Begin();
  {
    const std::lock_guard lock(mutex_);
    if (closed_) outcome = Outcome::kClosed;
    if (input) {
      const auto held = held_.find(input->tag);
      if (held == held_.end() || held->second.lost) {
        outcome = Outcome::kGone;
      } else {
        order->work.nonce = held->second.nonce;
        order->work.again = held->second.again;
        order->work.is_unkept = held->second.travels;
      }
    }
  }
  if (outcome == Outcome::kDone) return order;
  Finish(*order, outcome);
  return nullptr;
}

void AmqpTransport::Carry(std::optional<Loan> input, transport::Plan plan, Receipt receipt) {
  if (const auto order = Take(input, std::move(receipt))) Plan(order, std::move(plan));
}

void AmqpTransport::Enter(transport::Plan plan, Receipt receipt) {
  const auto order = Take(std::nullopt, std::move(receipt));
  if (order == nullptr) return;
  // While the store is away, who enters waits for it: what he tells the root afterwards must not overtake it.
  order->work.is_unkept = store_ != nullptr && store_->enters_many() && store_->state().obstacle().empty();
  Plan(order, std::move(plan));
}

void AmqpTransport::Plan(const std::shared_ptr<Order>& order, transport::Plan plan) {
  order->work.plan = std::move(plan);
  const bool only_sends = carrier_.Begin(order->work, state());
  if (IsTooLarge(order->work)) return GiveUp(*order, Outcome::kTooLarge);
  if (only_sends) return Send(order);
  if (store_ == nullptr) return CarryAlone(order);
  auto change = [this, order](const state::State& state) { return carrier_.Plan(order->work, state); };
  auto changed = [this, order](Outcome stored) {
    if (stored == Outcome::kDone) return Send(order);
    GiveUp(*order, stored == Outcome::kTooLarge ? stored : Outcome::kClosed);
  };
  const bool enters = order->work.is_unkept && !order->input;
  enters ? store_->Enter(std::move(change), std::move(changed))
         : store_->Carry(std::nullopt, std::move(change), std::move(changed));
}

void AmqpTransport::CarryAlone(const std::shared_ptr<Order>& order) {
  Transition first = *std::exchange(order->work.first, std::nullopt);
  if (!starts_->Make(first.changes)) return GiveUp(*order, Outcome::kClosed);
  order->work.sends = std::move(first.sends);
  Send(order);
}

void AmqpTransport::GiveUp(Order& order, Outcome outcome) {
  carrier_.GiveBack(std::exchange(order.work, {}));
  Finish(order, outcome);
}

bool AmqpTransport::IsTooLarge(const StoreCarrier::Work& work) const {
  const std::vector<Sending>& sends = work.first ? work.first->sends : work.sends;
  return std::ranges::any_of(
      sends, [this](const Sending& sending) { return sending.letter.body.size() > longest_ - kBytesBeside; });
}

void AmqpTransport::Send(const std::shared_ptr<Order>& order) {
  if (order->work.sends.empty()) {
    Erase(carrier_.Sent(order->work));
    return Finish(*order, Outcome::kDone);
  }
  struct Left {
    std::atomic<std::size_t> count;
    std::atomic<bool> lost = false;
  };
  const auto left = std::make_shared<Left>();
  left->count = order->work.sends.size();
  for (Sending& sending : std::exchange(order->work.sends, {})) {
    publisher_->Publish({.sending = std::move(sending)}, [this, order, left](bool stored) {
      if (!stored) left->lost = true;
      if (--left->count > 0) return;
      if (!left->lost) Erase(carrier_.Sent(order->work));
      Finish(*order, left->lost ? Outcome::kClosed : Outcome::kDone);
    });
  }
}

/// If it is not done it is done once more by whoever finds it.
void AmqpTransport::Erase(std::vector<state::Change> erasures) {
  if (erasures.empty() || store_ == nullptr) return;
  store_->Carry(
      std::nullopt,
      [changes = std::move(erasures)](const state::State&) { return Transition{.changes = changes}; },
      nullptr);
}

void AmqpTransport::Finish(Order& order, Outcome outcome) {
  // What could not be carried out stays on loan.
  const bool is_settled = outcome == Outcome::kDone || outcome == Outcome::kGone;
  const auto held = order.input && is_settled ? TakeHeld(order.input->tag) : std::nullopt;
  if (held) {
    if (outcome == Outcome::kDone && !held->lost) receiver_->Acknowledge(*held->mailbox, held->place);
    held->mailbox->Ended(1);
  }
  if (order.receipt) order.receipt(outcome);
  unfinished_.End(order.begun);
}

void AmqpTransport::Flush() {
  unfinished_.Wait([](std::chrono::milliseconds quiet) { return quiet >= kDrainPatience; });
}

std::variant<std::unique_ptr<Transport>, std::string> OpenAmqp(AmqpOptions options, Clock& clock) {
  AmqpTransport::Connections connections;
  for (auto* const connection : {&connections.publishes, &connections.consumes}) {
    auto opened =
        AmqpConnection::Open(options, connection == &connections.publishes ? "publishes" : "consumes");
    if (auto* why = std::get_if<std::string>(&opened)) return std::move(*why);
    *connection = std::get<std::unique_ptr<AmqpConnection>>(std::move(opened));
  }
  const bool create = options.create;
  auto transport = std::make_unique<AmqpTransport>(options, std::move(connections), clock);
  // Whoever may make nothing must not wait for ever for what nobody has made.
  if (std::string problem = create ? std::string() : transport->Provide("@control"); !problem.empty())
    return problem;
  return transport;
}

}  // namespace mesh::transport
