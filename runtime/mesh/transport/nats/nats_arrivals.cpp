// What a NATS transport is given by the server, what it asks for, and what it does so that it goes on.
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "mesh/transport/nats/nats_transport.h"
#include "mesh/transport/steady_ns.h"

namespace mesh::transport {

namespace {

constexpr std::uint32_t kLaterCredit = 256;
/// What is due so soon is kept here; the rest the server keeps, until about its time.
constexpr std::int64_t kNatsHoldNs = 10'000'000'000;
constexpr auto kEndLook = std::chrono::milliseconds(200);
/// Without an answer for so long, a message is sent again.
constexpr std::int64_t kAnswerMs = 5'000;
/// How often a cluster with a server that is too old is asked again.
constexpr std::int64_t kAskAgainMs = 1'000;
/// At least: see LookMs.
constexpr std::int64_t kDoubtsMs = 120'000;

}  // namespace

void NatsTransport::Serve(NatsMailbox& mailbox) {
  if (&mailbox != later_.get() && !later_->subscribed()) {
    later_->Subscribe(kLaterCredit, *this);
    if (store_) Post([this] { store_->Mend(); });
  }
  const NatsMailbox::Source& source = mailbox.source();
  Listen(mailbox);
  bool prepared = false;
  if (connected_) {
    const std::lock_guard lock(layout_mutex_);
    prepared = layout_->PrepareConsumer(source.stream, source.consumer, source.subject);
  }
  if (prepared) return Pull(mailbox);
  const std::lock_guard lock(mutex_);
  unprepared_.insert(&mailbox);
}

/// Each time at another subject: what was asked for before comes to nobody.
void NatsTransport::Listen(NatsMailbox& mailbox) {
  if (mailbox.hears()) return;
  const std::string inbox = fmt::format("{}.{}", inbox_, ++next_inbox_);
  natsSubscription* const subscription = connection_->Listen(
      inbox + ".*", [this, &mailbox](const NatsArrival& arrival) { Hear(mailbox, arrival); });
  if (subscription != nullptr && !mailbox.Hears(inbox, subscription)) connection_->Unlisten(subscription);
}

void NatsTransport::Pull(NatsMailbox& mailbox) {
  // Held messages would count as pulls in vain, and these make the consumer look silent.
  if (connection_->is_held()) return;
  const NatsMailbox::Pull pull = mailbox.NextPull(SteadyMs());
  if (pull.count == 0) return;
  const NatsMailbox::Source& source = mailbox.source();
  const bool asked = connection_->Publish(
      fmt::format("$JS.API.CONSUMER.MSG.NEXT.{}.{}", source.stream, source.consumer), pull.reply, {},
      fmt::format(R"({{"batch":{},"expires":{}}})", pull.count, NatsMailbox::kPullMs * 1'000'000));
  if (!asked) mailbox.Refused(pull.reply);
}

std::optional<std::uint64_t> NatsTransport::Hold(NatsMailbox& mailbox, NatsLetter& read) {
  if (read.letter.nonce.empty() && &mailbox != later_.get()) read.letter.nonce = std::to_string(read.seq);
  auto held = std::make_shared<Held>(
      Held{.mailbox = &mailbox,
           .reply = std::move(read.reply),
           .seq = read.seq,
           .nonce = read.letter.nonce.empty() ? std::to_string(read.seq) : read.letter.nonce,
           .message_id = std::move(read.message_id),
           .goes_to = std::move(read.mailbox),
           .due_ns = read.not_before_ns,
           .handed_back = read.handed_back});
  const std::lock_guard lock(mutex_);
  if (!held_seqs_[&mailbox].insert(read.seq).second) return std::nullopt;
  held_.emplace(++next_tag_, std::move(held));
  return next_tag_;
}

void NatsTransport::Hear(NatsMailbox& mailbox, const NatsArrival& arrival) {
  auto read = ReadNatsLetter(arrival);
  if (!read) {
    // It says that there is nothing, or no such consumer.
    const bool missing = arrival.Header("Status") == kNobodyListens || arrival.Header("Status") == "409";
    mailbox.Refused(arrival.subject());
    // Whoever asks again at once is told the same at once.
    if (!missing) return Pull(mailbox);
    const std::lock_guard lock(mutex_);
    unprepared_.insert(&mailbox);
    return;
  }
  if (has_old_server()) {
    // It was asked for before the connection was lost.
    connection_->Publish(read->reply, {}, {},
                         fmt::format(R"(-NAK {{"delay": {}}})", kAskAgainMs * 1'000'000));
    return mailbox.Answered();
  }
  const auto tag = Hold(mailbox, *read);
  if (!tag) {
    // It is held, and its loan has ended all the same: nothing is done twice for that.
    mailbox.Answered();
    return Pull(mailbox);
  }
  // Whoever held it before has died, or was cut off: what is handed back is sent anew.
  if (&mailbox != later_.get()) read->letter.suspect = read->letter.suspect || read->again > 0;
  mailbox.Arrive({.letter = std::make_unique<Letter>(std::move(read->letter)),
                  .tag = *tag,
                  .redeliveries = read->again + read->handed_back});
  Pull(mailbox);
}

NatsTransport::HeldPtr NatsTransport::FindHeld(std::uint64_t tag) const {
  const std::lock_guard lock(mutex_);
  const auto at = held_.find(tag);
  return at == held_.end() ? nullptr : at->second;
}

NatsTransport::HeldPtr NatsTransport::TakeHeld(std::uint64_t tag) {
  const std::lock_guard lock(mutex_);
  const auto node = held_.extract(tag);
  if (node.empty()) return nullptr;
  held_seqs_[node.mapped()->mailbox].erase(node.mapped()->seq);
  return std::move(node.mapped());
}

std::uint64_t NatsTransport::HeldOf(const NatsMailbox& mailbox) const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::uint64_t>(
      std::ranges::count_if(held_, [&](const auto& held) { return held.second->mailbox == &mailbox; }));
}

void NatsTransport::Release(std::uint64_t tag, bool counted) {
  if (const auto held = TakeHeld(tag)) Free(*held->mailbox, counted);
}

void NatsTransport::Free(NatsMailbox& mailbox, bool counted) {
  mailbox.Ended(counted ? 1 : 0);
  Pull(mailbox);
}

/// Something whose time may not have come yet.
void NatsTransport::Take(Delivery delivery) {
  Post([this, waits = std::make_shared<Delivery>(std::move(delivery))] { Wait(waits); });
}

void NatsTransport::Wait(std::shared_ptr<Delivery> delivery) {
  const auto held = FindHeld(delivery->tag);
  if (held == nullptr) return;
  const std::int64_t left_ns = held->due_ns - clock_.now_ns();
  if (left_ns <= 0) return Move(delivery);
  if (left_ns > kNatsHoldNs) {
    // A hint: whoever gets it too early does this again.
    connection_->Publish(held->reply, {}, {},
                         fmt::format(R"(-NAK {{"delay": {}}})", left_ns - kNatsHoldNs / 2));
    return Release(delivery->tag, true);
  }
  const TimerId timer = clock_.At(
      held->due_ns, [this, jobs = jobs_, delivery] { jobs->Put([this, delivery] { Move(delivery); }); });
  const std::lock_guard lock(mutex_);
  timers_[delivery->tag] = timer;
}

/// Its time has come. In its mailbox it is a new message: so nobody is suspected of what happened before.
void NatsTransport::Move(const std::shared_ptr<Delivery>& delivery) {
  const auto held = FindHeld(delivery->tag);
  if (held == nullptr) return;
  {
    const std::lock_guard lock(mutex_);
    timers_.erase(delivery->tag);
  }
  const Sending sending{.mailbox = held->goes_to, .letter = *delivery->letter};
  const std::string id = NatsMessageId(sending.letter.id, fmt::format("{}.due", held->seq));
  publisher_->Publish(WriteNatsLetter(names_, sending, id, held->handed_back),
                      [this, tag = delivery->tag, reply = held->reply](const NatsConfirmation& done) {
                        if (done.kind != NatsConfirmation::Kind::kStored) return;
                        connection_->Publish(reply, {}, {}, "+ACK");
                        Release(tag, true);
                      });
}

bool NatsTransport::Jobs::Put(const Job& job) {
  {
    const std::lock_guard lock(mutex);
    if (ending) return false;
    waiting.push_back(job);
  }
  wake.notify_one();
  return true;
}

void NatsTransport::Work() {
  while (true) {
    Job job;
    {
      std::unique_lock lock(jobs_->mutex);
      jobs_->wake.wait(lock, [this] { return jobs_->ending || !jobs_->waiting.empty(); });
      if (jobs_->waiting.empty()) return;
      job = std::move(jobs_->waiting.front());
      jobs_->waiting.pop_front();
    }
    job();
  }
}

void NatsTransport::TellConnection(bool connected) {
  // Before anybody asks: who could not renew his lease seems dead.
  if (!connected && store_) store_->Disconnected();
  if (connected) came_back_ = true;
  // HasServers tells, when it knows which servers there are.
  if (connected && connection_->is_held()) return;
  connected_ = connected;
  if (options_.on_problem) options_.on_problem(connected ? "" : "the connection is lost");
}

void NatsTransport::TellProblem(const std::string& problem) {
  {
    const std::lock_guard lock(mutex_);
    problem_ = problem;
  }
  if (options_.on_problem) options_.on_problem(problem);
}

bool NatsTransport::has_old_server() const {
  const std::lock_guard lock(mutex_);
  return !old_server_.empty();
}

void NatsTransport::TellOldServer(const std::string& problem) {
  {
    const std::lock_guard lock(mutex_);
    if (old_server_ == problem) return;
    old_server_ = problem;
  }
  if (!problem.empty() && options_.on_problem) options_.on_problem(problem);
}

bool NatsTransport::HasServers() {
  if (!connection_->is_held()) return connected_;
  if (!connection_->connected() || (has_old_server() && SteadyMs() - asked_ms_ < kAskAgainMs)) return false;
  const std::uint64_t changes = connection_->changes();
  const std::string problem = layout_->FindOldServer();
  asked_ms_ = SteadyMs();
  const bool was_away = !connected_ || has_old_server();
  TellOldServer(problem);
  if (!problem.empty()) return false;
  connection_->Release(changes);
  connected_ = true;
  // It may be lost again meanwhile.
  if (connection_->is_held()) return connected_ = false;
  if (was_away && options_.on_problem) options_.on_problem("");
  return true;
}

/// What has to be done again and again.
void NatsTransport::Keep() {
  std::int64_t kept_ms = SteadyMs();
  back_ms_ = kept_ms;
  std::string server = connection_->server_id();
  while (true) {
    {
      std::unique_lock lock(jobs_->mutex);
      if (jobs_->end.wait_for(lock, kEndLook, [this] { return jobs_->ending; })) return;
    }
    const bool was_held = connection_->is_held();
    if (!HasServers()) continue;
    const bool back = came_back_.exchange(false);
    publisher_->Repeat(connection_->TakeGatheredLoss() || back || was_held ? 0 : kAnswerMs);
    if (back) {
      back_ms_ = SteadyMs();
      if (std::exchange(server, connection_->server_id()) != server) restarted_ms_ = back_ms_;
      later_is_mended_ = false;
      for (NatsMailbox* mailbox : AllMailboxes()) mailbox->Forget();
      later_->Forget();
      if (store_) {
        Post([this] {
          store_->Reconnected();
          if (later_->subscribed()) store_->Mend();
        });
      }
    }
    if (back || (SteadyMs() - kept_ms) * 3'000'000 >= options_.redelivery_ns) {
      kept_ms = SteadyMs();
      KeepLoans();
      if (store_) store_->RenewLease();
    }
    KeepPulls();
  }
}

void NatsTransport::KeepLoans() {
  std::vector<std::string> replies;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [tag, held] : held_) replies.push_back(held->reply);
  }
  for (const std::string& reply : replies) connection_->Publish(reply, {}, {}, "+WPI");
}

void NatsTransport::KeepPulls() {
  std::vector<NatsMailbox*> mailboxes = AllMailboxes();
  mailboxes.push_back(later_.get());
  for (NatsMailbox* mailbox : mailboxes) {
    if (mailbox->leaves()) Post([mailbox] { mailbox->Leave(NatsMailbox::Leaving::kIfMay); });
    if (!mailbox->subscribed()) continue;
    bool unprepared = false;
    {
      const std::lock_guard lock(mutex_);
      unprepared = unprepared_.erase(mailbox) > 0;
    }
    if (mailbox->IsSilent(SteadyMs()) && SteadyMs() - back_ms_ < LookMs()) {
      MendConsumer(*mailbox);
      unprepared = true;
    }
    unprepared ? Serve(*mailbox) : Pull(*mailbox);
  }
}

std::int64_t NatsTransport::LookMs() const {
  return std::max(kDoubtsMs, 4 * options_.redelivery_ns / 1'000'000);
}

/// After a server was started anew some have messages, or such as nobody holds any more, and give none.
void NatsTransport::MendConsumer(NatsMailbox& mailbox) {
  const NatsMailbox::Source& source = mailbox.source();
  // What cannot be made is not removed.
  if (!layout_->MayMake(source.stream)) return;
  const std::lock_guard lock(layout_mutex_);
  NatsLayout::Waiting waiting;
  if (!layout_->Look(source.stream, source.consumer, waiting)) return;
  // While a server is away or catches up others elect, and then it gives what it has.
  if (!waiting.is_whole) return;
  if (waiting.pending > 0 || KeepsLent(mailbox, waiting))
    layout_->RemoveConsumer(source.stream, source.consumer);
}

/// By now what the dead held would have come again. Nobody knows whether others hold it who live: then it
/// comes to a second one, which is less than that it comes to nobody. Where the server was not started anew
/// it would have come.
bool NatsTransport::KeepsLent(const NatsMailbox& mailbox, const NatsLayout::Waiting& waiting) {
  if (waiting.lent <= HeldOf(mailbox) || (SteadyMs() - back_ms_) * 1'000'000 < 2 * options_.redelivery_ns)
    return false;
  if (!waiting.is_active) return true;
  if (!restarted_ms_ || SteadyMs() - *restarted_ms_ > LookMs()) return false;
  if (waiting.lent_again >= waiting.lent) return true;
  // What waits for a moment is lent to nobody for long: it may come twice.
  return &mailbox == later_.get() && !std::exchange(later_is_mended_, true);
}

}  // namespace mesh::transport
