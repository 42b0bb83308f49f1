// The threads of an SQLite transport that write.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "mesh/transport/sqlite/sqlite_transport.h"

namespace mesh::transport {

namespace {

/// How often one looks whom nobody wakes.
constexpr int kLookMilliseconds = 50;
/// How often one looks for holders that have died, in rounds, where there always is something to do.
constexpr std::uint64_t kRoundsPerRoll = 64;
/// How often what has expired is removed, in rounds.
constexpr std::uint64_t kRoundsPerSweep = 256;
/// How long the log gets: 16 MiB, where the file has the pages that new ones have.
constexpr int kLongLogPages = 2048;

bool IsReadable(const pollfd& descriptor) { return (descriptor.revents & POLLIN) != 0; }

}  // namespace

void SqliteTransport::Commit() {
  std::unique_lock writing(write_mutex_, std::defer_lock);
  while (true) {
    if (!writing.owns_lock()) writing.lock();
    if (!Wait()) return CloseOrders();
    Round round;
    Write(round);
    // Before the other one may write: rounds are told in the order in which they were written.
    const std::lock_guard telling(tell_mutex_);
    // Nobody is woken to find nothing.
    if (HasOrders()) writing.unlock();
    Tell(round);
  }
}

bool SqliteTransport::Wait() {
  pollfd waits[] = {{.fd = event_->descriptor(), .events = POLLIN, .revents = 0},
                    {.fd = wake_->descriptor(), .events = POLLIN, .revents = 0}};
  while (true) {
    const int count = poll(waits, 2, kLookMilliseconds);
    if (count < 0 && errno == EINTR) continue;
    if (count == 0 || ++rounds_ % kRoundsPerRoll == 0) RemoveDead();
    const bool called = IsReadable(waits[0]);
    if (called) event_->Clear();
    if (IsReadable(waits[1])) wake_->Clear();
    const bool others_wrote = !called && SomebodyWrote();
    const std::lock_guard lock(mutex_);
    if (lost_ || (orders_.empty() && leaving_)) {
      // So that the other one sees it at once.
      event_->Notify();
      return false;
    }
    look_ = look_ || others_wrote;
    if (called || look_ || !orders_.empty()) return true;
  }
}

/// When nobody else may write: what has come while others did goes with what was there.
void SqliteTransport::TakeOrders(Round& round) {
  const bool others_wrote = SomebodyWrote();
  const std::lock_guard lock(mutex_);
  round.look = std::exchange(look_, false) || others_wrote || round.look;
  std::ranges::move(std::exchange(orders_, {}), std::back_inserter(round.orders));
}

bool SqliteTransport::HasOrders() {
  const std::lock_guard lock(mutex_);
  return !orders_.empty();
}

bool SqliteTransport::SomebodyWrote() {
  std::int64_t version = seen_version_;
  data_version_.Run();
  while (data_version_.Next()) version = data_version_.Number(0);
  return std::exchange(seen_version_, version) != version;
}

void SqliteTransport::Write(Round& round) {
  while (!Try(round)) {
    if (round.copy_error != 0) return;
    TellProblem(round.problem);
    round.look = true;
    round.sends.clear();
    round.sent = false;
    round.lent.clear();
    {
      const std::lock_guard lock(mutex_);
      if (leaving_ || lost_) {
        for (Order& order : round.orders) order.outcome = Outcome::kClosed;
        return;
      }
    }
    poll(nullptr, 0, kLookMilliseconds);
  }
  round.written = true;
  if (round.sent) round.others = others_;
  for (const auto& [name, lent] : round.lent)
    lent.mailbox->Lent(static_cast<std::uint32_t>(lent.letters.size()));
  PlanLook(round.taken_ns);
}

void SqliteTransport::Tell(Round& round) {
  int error = round.copy_error;
  if (round.written && !lost_ && !Sync()) error = errno;
  if (error != 0 || (round.written && lost_)) Lose(round, error);
  Finish(round);
}

/// Whoever syncs again may be told that all is well, although it is not: there is no second try.
void SqliteTransport::Lose(Round& round, int error) {
  if (!lost_) {
    const std::string problem = fmt::format("cannot sync `{}`: {}", options_.path, std::strerror(error));
    {
      const std::lock_guard lock(mutex_);
      lost_ = true;
      closed_ = true;
      obstacle_ = problem;
    }
    event_->Notify();
    if (options_.on_loss) options_.on_loss(problem);
  }
  round.lent.clear();
  for (Order& order : round.orders) order.outcome = Outcome::kClosed;
}

void SqliteTransport::CloseOrders() {
  const std::lock_guard telling(tell_mutex_);
  Round rest;
  {
    const std::lock_guard lock(mutex_);
    rest.orders = std::exchange(orders_, {});
  }
  for (Order& order : rest.orders) order.outcome = Outcome::kClosed;
  Finish(rest);
}

/// False: nothing was done, and the round knows why.
bool SqliteTransport::Try(Round& round) {
  const WriteTurn turn(*locks_);
  // Before the transaction: who has begun before all is copied writes behind it.
  round.copy_error = CopyLog();
  if (round.copy_error != 0) return false;
  writer_.Begin();
  TakeOrders(round);
  for (Order& order : round.orders) Execute(order, round);
  TakeAll(round);
  SendAll(round);
  if (rounds_ % kRoundsPerSweep == 0) state_.Sweep();
  writer_.Commit();
  if (!writer_.ok()) {
    round.problem = writer_.problem();
    writer_.Rollback();
    return false;
  }
  TellProblem({});
  return true;
}

/// By itself SQLite copies the log at each commit that finds it long; where several processes write, others
/// have written behind it meanwhile, so nobody comes to the end, and each commit tries it again. Who has the
/// turn does.
int SqliteTransport::CopyLog() {
  // One process after all the others would copy what little has come since: it is for the first one, if that
  // writes.
  const int longest = others_.empty() || holder_ < others_.front() ? kLongLogPages : 2 * kLongLogPages;
  const int pages = writer_.log_pages();
  if (pages < std::exchange(log_pages_, pages) || pages < longest) copy_log_at_ = longest;
  if (pages < copy_log_at_) return 0;
  // Where somebody reads what was before, the log does not begin anew: it is not tried again at once.
  copy_log_at_ = pages + longest;
  return writer_.CopyLog();
}

void SqliteTransport::Execute(Order& order, Round& round) {
  order.outcome = Outcome::kDone;
  // It is tried again: nothing that is read now means anything.
  if (!writer_.ok()) return;
  if (order.input) {
    const auto seq = static_cast<std::int64_t>(order.input->tag);
    if (!letters_.EndLoan(seq, holder_)) return void(order.outcome = Outcome::kGone);
    if (!order.plan) {
      auto* const mailbox = static_cast<SqliteMailbox*>(order.input->mailbox);
      mailbox->look_ns() = std::min(mailbox->look_ns(), order.due_ns);
      if (!order.returned) letters_.CountRedelivery(seq);
      return letters_.HandBack(seq, mailbox->name(), order.due_ns);
    }
    letters_.Remove(seq);
  }
  // What it was worked out from may have changed since: nobody changes anything now.
  const auto holds = [this](const state::Condition& condition) { return state_.Holds(condition); };
  if (!std::ranges::all_of(order.planned->conditions, holds)) order.planned = order.plan(state_);
  for (const state::Change& change : order.planned->changes) state_.Make(change, holder_);
  for (const Sending& sending : order.planned->sends) round.sends.push_back(&sending);
}

void SqliteTransport::TakeAll(Round& round) {
  round.taken_ns = clock_.now_ns();
  for (SqliteMailbox* mailbox : AllMailboxes()) {
    std::int64_t& look_ns = mailbox->look_ns();
    if (round.look) look_ns = LetterTables::kNow;
    const std::uint32_t room = mailbox->Room();
    if (room == 0) continue;
    Lent& lent = round.lent[mailbox->name()];
    lent = {.mailbox = mailbox, .room = room, .letters = {}};
    if (look_ns > round.taken_ns) continue;
    letters_.Take(mailbox->name(), holder_, round.taken_ns, room, lent.letters);
    lent.room -= static_cast<std::uint32_t>(lent.letters.size());
    if (lent.room > 0) look_ns = letters_.NextDue(mailbox->name(), round.taken_ns).value_or(INT64_MAX);
  }
}

void SqliteTransport::SendAll(Round& round) {
  for (const Sending* sending : round.sends) {
    const std::string& name = sending->mailbox;
    const auto lent = round.lent.find(name);
    if (lent != round.lent.end() && lent->second.room > 0 && sending->not_before_ns <= round.taken_ns) {
      --lent->second.room;
      lent->second.letters.push_back(letters_.PutLent(name, sending->letter, holder_, clock_.now_ns()));
      continue;
    }
    letters_.Put(name, sending->letter, sending->not_before_ns, clock_.now_ns());
    round.sent = true;
    if (SqliteMailbox* const mailbox = Find(name))
      mailbox->look_ns() = std::min(mailbox->look_ns(), sending->not_before_ns);
  }
}

bool SqliteTransport::Sync() {
  if (!options_.sync_full) return true;
  return (options_.sync ? options_.sync(log_descriptor_) : fdatasync(log_descriptor_)) == 0;
}

void SqliteTransport::Finish(Round& round) {
  for (const std::int64_t other : round.others) wake_->Wake(other);
  for (Order& order : round.orders) {
    if (order.planned) cancelled_.Look(order.planned->changes);
    if (order.receipt) order.receipt(order.outcome);
  }
  for (auto& [name, lent] : round.lent) {
    for (TakenLetter& taken : lent.letters) {
      Delivery delivery{.letter = std::make_unique<Letter>(std::move(taken.letter)),
                        .tag = static_cast<std::uint64_t>(taken.seq),
                        .redeliveries = taken.redeliveries};
      lent.mailbox->Arrive(std::move(delivery));
    }
  }
  const std::size_t told = round.orders.size();
  round.orders.clear();
  {
    const std::lock_guard lock(mutex_);
    told_ += told;
  }
  idle_.notify_all();
}

void SqliteTransport::TellProblem(const std::string& problem) {
  if (problem.empty() != problem_told_) return;
  problem_told_ = !problem.empty();
  {
    const std::lock_guard lock(mutex_);
    if (lost_) return;
    obstacle_ = problem;
  }
  if (options_.on_problem) options_.on_problem(problem);
}

/// Wakes oneself when the next delayed message may be taken: also one whose moment has come since `taken_ns`.
/// For what could be taken before there was no room then: whoever makes some says so.
void SqliteTransport::PlanLook(std::int64_t taken_ns) {
  std::int64_t next_ns = INT64_MAX;
  for (SqliteMailbox* mailbox : AllMailboxes()) {
    const std::int64_t look_ns = mailbox->look_ns();
    if (look_ns > taken_ns && mailbox->Room() > 0) next_ns = std::min(next_ns, look_ns);
  }
  if (next_ns == next_look_ns_) return;
  if (look_timer_.order != 0) clock_.Cancel(look_timer_);
  look_timer_ = {};
  next_look_ns_ = next_ns;
  if (next_ns != INT64_MAX) look_timer_ = clock_.At(next_ns, [event = event_] { event->Notify(); });
}

void SqliteTransport::RemoveDead() {
  others_ = letters_.Holders();
  std::erase(others_, holder_);
  const auto died = [this](std::int64_t holder) { return !locks_->IsHeld(holder); };
  if (std::ranges::any_of(others_, died)) {
    const WriteTurn turn(*locks_);
    writer_.Begin();
    // Once more, where nobody comes or goes.
    for (const std::int64_t other : letters_.Holders()) {
      if (other != holder_ && died(other)) letters_.RemoveHolder(other, true);
    }
    writer_.Commit();
    const std::lock_guard lock(mutex_);
    look_ = true;
  }
  if (!writer_.ok()) writer_.Rollback();
}

}  // namespace mesh::transport
