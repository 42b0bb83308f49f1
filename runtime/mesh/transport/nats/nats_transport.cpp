#include "mesh/transport/nats/nats_transport.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "mesh/transport/message_limit.h"
#include "mesh/value/saturating.h"

namespace mesh::transport {

namespace {

/// Threads that wait for the server.
constexpr int kThreads = 16;
/// Between two looks whether a leader is elected.
constexpr auto kLeaderPause = std::chrono::milliseconds(500);
/// How long a process that ends waits for a server that is away.
constexpr auto kStallPatience = std::chrono::seconds(5);

}  // namespace

NatsTransport::NatsTransport(NatsOptions options, std::unique_ptr<NatsConnection> connection, Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      names_(options_.mesh, options_.prefix),
      connection_(std::move(connection)),
      survey_(*connection_, names_),
      layout_(std::make_unique<NatsLayout>(*connection_, names_, options_)),
      beside_(options_.store.get()),
      beside_carrier_(clock, beside_ == nullptr || beside_->joins_owners()),
      inbox_(connection_->NewInbox()) {}

std::string NatsTransport::Start() {
  longest_ = std::min(static_cast<std::size_t>(natsConnection_GetMaxPayload(connection_->raw())),
                      LongestOf(beside_));
  const std::uint64_t changes = connection_->changes();
  std::string problem = PrepareLayout();
  if (!problem.empty()) return problem;
  if (layout_->replicates_state()) connection_->HoldAfterChanges(changes);
  publisher_ =
      std::make_unique<NatsPublisher>(*connection_, [this](const std::string& text) { TellProblem(text); });
  if (beside_ == nullptr) KeepState();
  connection_->OnChange([this](bool connected) { TellConnection(connected); });
  if (store_) store_->RenewLease();
  later_ = std::make_unique<NatsMailbox>(
      *this, clock_, "",
      NatsMailbox::Source{
          .stream = names_.stream(), .consumer = NatsNames::LaterConsumer(), .subject = names_.AllLater()});
  for (int i = 0; i < kThreads; ++i) threads_.emplace_back([this] { Work(); });
  threads_.emplace_back([this] { Keep(); });
  return {};
}

std::string NatsTransport::PrepareLayout() {
  std::string told;
  std::string problem = layout_->Prepare();
  for (; !problem.empty(); problem = layout_->Prepare()) {
    if (!layout_->passes() || !WaitsForLeader()) return problem;
    if (std::exchange(told, problem) != problem && options_.on_problem) options_.on_problem(problem);
  }
  if (!told.empty() && options_.on_problem) options_.on_problem("");
  return {};
}

bool NatsTransport::WaitsForLeader() const {
  if (options_.gives_up && options_.gives_up()) return false;
  std::this_thread::sleep_for(kLeaderPause);
  return true;
}

void NatsTransport::KeepState() {
  store_ = std::make_unique<NatsStore>(NatsStore::Parts{.connection = *connection_,
                                                        .publisher = *publisher_,
                                                        .names = names_,
                                                        .clock = clock_,
                                                        .direct = layout_->direct(),
                                                        .lease_ns = options_.redelivery_ns,
                                                        .find_obstacle = [this] { return obstacle(); }});
  carrier_ = std::make_unique<NatsCarrier>(*store_);
}

NatsTransport::~NatsTransport() {
  Close();
  Flush();
  if (later_) {
    later_->Unsubscribe();
    later_->Leave(NatsMailbox::Leaving::kWaits);
  }
  if (store_) {
    if (connected_) store_->EndLease();
    store_->Close();
  }
  // What has no answer by now is told so while there still is somebody who does what follows.
  if (publisher_) publisher_->Close();
  {
    const std::lock_guard lock(jobs_->mutex);
    jobs_->ending = true;
  }
  jobs_->wake.notify_all();
  jobs_->end.notify_all();
  for (std::thread& thread : threads_) thread.join();
  // Nothing is answered any more, so that nobody asks for the store when it has gone.
  if (beside_ != nullptr && beside_->state().obstacle().empty()) Erase(beside_carrier_.TakeErasures());
  options_.store.reset();
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [tag, timer] : timers_) clock_.Cancel(timer);
    // What it held is for others at once.
    for (const auto& [tag, held] : held_) connection_->Publish(held->reply, {}, {}, "-NAK");
  }
  connection_->Flush(1'000);
  layout_.reset();
  // No listener runs when it is gone.
  connection_.reset();
}

Mailbox& NatsTransport::Open(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto at = mailboxes_.find(name);
  if (at != mailboxes_.end()) return *at->second;
  const std::string text(name);
  const bool reply = IsReplyMailbox(name);
  auto mailbox = std::make_unique<NatsMailbox>(
      *this, clock_, text,
      NatsMailbox::Source{.stream = reply ? names_.replies() : names_.stream(),
                          .consumer = NatsConsumer(text),
                          .subject = reply ? names_.Reply(text) : names_.Subject(text)});
  return *mailboxes_.emplace(text, std::move(mailbox)).first->second;
}

void NatsTransport::Close() {
  for (NatsMailbox* mailbox : AllMailboxes()) mailbox->Unsubscribe();
  closed_ = true;
}

std::vector<NatsMailbox*> NatsTransport::AllMailboxes() {
  const std::lock_guard lock(mutex_);
  std::vector<NatsMailbox*> all;
  for (const auto& [name, mailbox] : mailboxes_) all.push_back(mailbox.get());
  return all;
}

void NatsTransport::Carry(std::optional<Loan> input, Plan plan, Receipt receipt) {
  auto order = std::make_shared<Order>(Order{.input = input, .receipt = std::move(receipt)});
  order->begun = unfinished_.Begin();
  const auto held = input ? FindHeld(input->tag) : nullptr;
  if (held != nullptr) {
    order->work.nonce = held->nonce;
    order->work.message_id = held->message_id;
    order->work.seq = held->seq;
  }
  if (closed_) return Finish(*order, Outcome::kClosed);
  if (input && held == nullptr) return Finish(*order, Outcome::kGone);
  if (beside_ != nullptr) return CarryBeside(std::move(order), std::move(plan));
  order->work.plan = std::move(plan);
  PlanHere(order, std::make_shared<NatsDocuments>(*store_, NatsDocuments::From::kHere));
}

void NatsTransport::PlanHere(const std::shared_ptr<Order>& order,
                             const std::shared_ptr<NatsDocuments>& documents) {
  NatsCarrier::PlanOn(*documents, order->work);
  if (!documents->missing().empty()) {
    return store_->LoadSoon(
        documents->missing(), [this, order, documents](NatsStore::Looked looked, NatsStore::Loaded loaded) {
          if (looked == NatsStore::Looked::kClosed) return Finish(*order, Outcome::kClosed);
          if (looked == NatsStore::Looked::kUnclear) return Post([this, order] { PlanAndMake(order); });
          documents->Add(std::move(loaded)) ? MakeHere(order, *documents) : PlanHere(order, documents);
        });
  }
  MakeHere(order, *documents);
}

void NatsTransport::MakeHere(const std::shared_ptr<Order>& order, const NatsDocuments& documents) {
  const bool relies = NatsCarrier::ReliesOnSomething(order->work.planned);
  // What has no input is mostly about a root that nobody has seen: the server is asked.
  if (documents.asks_more() || (!relies && !order->input && !documents.are_new()))
    return Post([this, order] { PlanAndMake(order); });
  // A visit that changes nothing waits for nobody.
  if (!relies) {
    // What it holds goes where it was made, and not in the one thread that hears of what was sent.
    order->work.plan = nullptr;
    return Send(order, NatsCarrier::PostsOf(order->work));
  }
  if (auto first = carrier_->FirstOf(order->work, documents)) return WriteFirst(order, std::move(*first));
  Post([this, order] { Make(order); });
}

void NatsTransport::PlanAndMake(const std::shared_ptr<Order>& order) {
  order->input ? carrier_->Plan(order->work) : carrier_->PlanAlone(order->work);
  Make(order);
}

void NatsTransport::WriteFirst(const std::shared_ptr<Order>& order, NatsCarrier::First first) {
  const auto shared = std::make_shared<NatsCarrier::First>(std::move(first));
  store_->WriteFirst(shared->writing, [this, order, shared](const NatsConfirmation& stored) {
    if (const auto written = store_->TookFirst(shared->owner, *shared->writing, stored))
      return TookFirst(order, *shared, *written);
    Post([this, order, shared] {
      TookFirst(order, *shared, store_->LookForFirst(shared->owner, *shared->writing));
    });
  });
}

void NatsTransport::TookFirst(const std::shared_ptr<Order>& order, NatsCarrier::First& first,
                              NatsStore::Written written) {
  switch (written) {
    case NatsStore::Written::kDone: return Send(order, std::move(first.result));
    case NatsStore::Written::kConflict: return Make(order);
    case NatsStore::Written::kTooLarge: return Finish(*order, Outcome::kTooLarge);
    case NatsStore::Written::kClosed: return Finish(*order, Outcome::kClosed);
  }
}

void NatsTransport::Make(const std::shared_ptr<Order>& order) {
  NatsCarrier::Result result = carrier_->Change(order->work);
  if (result.outcome != Outcome::kDone) return Finish(*order, result.outcome);
  Send(order, std::move(result));
}

void NatsTransport::Send(std::shared_ptr<Order> order, NatsCarrier::Result result) {
  if (result.posts.empty()) {
    carrier_->Sent(result);
    return Finish(*order, Outcome::kDone);
  }
  std::vector<NatsMessage> messages;
  for (NatsDocument::Post& post : result.posts)
    messages.push_back(WriteNatsLetter(names_, std::move(post.sending), post.message_id));
  result.posts.clear();
  PublishAll(std::move(messages), [this, order, result = std::move(result)](Outcome outcome) {
    if (outcome == Outcome::kDone) carrier_->Sent(result);
    Finish(*order, outcome);
  });
}

void NatsTransport::PublishAll(std::vector<NatsMessage> messages, AllTold told) {
  struct Left {
    std::atomic<std::size_t> count;
    std::atomic<bool> lost = false;
    std::atomic<bool> refused = false;
    AllTold told;
  };
  const auto left = std::make_shared<Left>();
  left->count = messages.size();
  left->told = std::move(told);
  for (NatsMessage& message : messages) {
    publisher_->Publish(std::move(message), [left](const NatsConfirmation& confirmation) {
      if (confirmation.kind != NatsConfirmation::Kind::kStored) left->lost = true;
      if (confirmation.kind == NatsConfirmation::Kind::kRefused) left->refused = true;
      if (--left->count > 0) return;
      left->told(left->refused ? Outcome::kTooLarge : left->lost ? Outcome::kClosed : Outcome::kDone);
    });
  }
}

void NatsTransport::Finish(Order& order, Outcome outcome) {
  const auto held = outcome == Outcome::kDone && order.input ? TakeHeld(order.input->tag) : nullptr;
  if (held != nullptr) {
    connection_->Publish(held->reply, {}, {}, "+ACK", NatsConnection::Haste::kSoon);
    Free(*held->mailbox, true);
  }
  if (order.receipt) order.receipt(outcome);
  unfinished_.End(order.begun);
}

void NatsTransport::Flush() {
  // What goes back then has begun, too.
  for (NatsMailbox* mailbox : AllMailboxes()) mailbox->Leave(NatsMailbox::Leaving::kWaits);
  auto connected = std::chrono::steady_clock::now();
  unfinished_.Wait([&](std::chrono::milliseconds quiet) {
    const auto now = std::chrono::steady_clock::now();
    if (connected_) connected = now;
    return quiet > kStallPatience && now - connected > kStallPatience;
  });
}

std::int64_t NatsTransport::DueIn(std::int64_t delay_ns) const {
  return AddSaturating(clock_.now_ns(), delay_ns);
}

void NatsTransport::HandBack(NatsMailbox& mailbox, Delivery delivery, std::int64_t delay_ns, bool counted) {
  const auto held = FindHeld(delivery.tag);
  if (held == nullptr) return;
  if (&mailbox == later_.get()) {
    connection_->Publish(held->reply, {}, {}, "-NAK");
    return Release(delivery.tag, counted);
  }
  Sending sending{.mailbox = mailbox.name(), .letter = *delivery.letter};
  if (delay_ns > 0) sending.not_before_ns = DueIn(delay_ns);
  // It is another message with the same nonce: so it is known when it comes, and nobody suspects it.
  const std::string id = NatsMessageId(sending.letter.id, fmt::format("{}.back", held->seq));
  publisher_->Publish(WriteNatsLetter(names_, std::move(sending), id, delivery.redeliveries + 1),
                      [this, begun = unfinished_.Begin(), tag = delivery.tag, counted,
                       reply = held->reply](const NatsConfirmation& done) {
                        if (done.kind == NatsConfirmation::Kind::kStored) {
                          connection_->Publish(reply, {}, {}, "+ACK");
                          Release(tag, counted);
                        }
                        unfinished_.End(begun);
                      });
}

std::string NatsTransport::Provide(std::string_view name) {
  const auto& mailbox = static_cast<const NatsMailbox&>(Open(name));
  const std::lock_guard lock(layout_mutex_);
  for (const NatsMailbox::Source& source : {mailbox.source(), later_->source()}) {
    bool has_consumer = layout_->PrepareConsumer(source.stream, source.consumer, source.subject);
    while (!has_consumer && layout_->passes() && WaitsForLeader())
      has_consumer = layout_->PrepareConsumer(source.stream, source.consumer, source.subject);
    if (!has_consumer)
      return fmt::format("the stream `{}` of the NATS server has no consumer `{}`, and none can be made",
                         source.stream, source.consumer);
  }
  return {};
}

std::string NatsTransport::obstacle() const {
  {
    const std::lock_guard lock(mutex_);
    if (!old_server_.empty()) return old_server_;
  }
  if (!connected_) return "the connection to the NATS server is lost";
  {
    const std::lock_guard lock(mutex_);
    if (!problem_.empty() || beside_ == nullptr) return problem_;
  }
  return beside_->state().obstacle();
}

std::variant<std::unique_ptr<Transport>, std::string> OpenNats(NatsOptions options, Clock& clock) {
  auto connection = NatsConnection::Open(options);
  if (const auto* why = std::get_if<std::string>(&connection)) return *why;
  auto transport = std::make_unique<NatsTransport>(
      std::move(options), std::get<std::unique_ptr<NatsConnection>>(std::move(connection)), clock);
  std::string problem = transport->Start();
  if (!problem.empty()) return problem;
  return transport;
}

}  // namespace mesh::transport
