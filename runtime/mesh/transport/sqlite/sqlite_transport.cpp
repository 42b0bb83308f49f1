#include "mesh/transport/sqlite/sqlite_transport.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "mesh/transport/sqlite/sqlite_layout.h"
#include "mesh/value/saturating.h"

namespace mesh::transport {

SqliteTransport::SqliteTransport(Parts parts)
    : options_(std::move(parts.options)),
      clock_(parts.clock),
      writer_(std::move(parts.writer)),
      letters_(writer_),
      state_(writer_, clock_),
      reader_(std::move(parts.reader)),
      survey_(reader_),
      begin_reading_(reader_, "BEGIN"),
      end_reading_(reader_, "COMMIT"),
      read_table_(reader_, clock_),
      read_state_(*this),
      locks_(std::move(parts.locks)),
      data_version_(writer_, "PRAGMA data_version") {
  writer_.KeepLog();
  std::optional<WriteTurn> turn(*locks_);
  writer_.Begin();
  holder_ = letters_.AddHolder();
  // Before anybody else can see it.
  if (writer_.ok() && !locks_->Take(holder_)) problem_ = "its lock file is used by somebody else";
  if (problem_.empty()) writer_.Commit();
  if (problem_.empty()) problem_ = writer_.problem();
  if (problem_.empty()) problem_ = reader_.problem();
  if (!problem_.empty()) {
    writer_.Rollback();
    return;
  }
  turn.reset();
  std::error_code error;
  const auto place = std::filesystem::canonical(options_.path, error);
  if (error) {
    problem_ = error.message();
    return;
  }
  wake_.emplace(place.string(), holder_);
  log_descriptor_ = open((options_.path + "-wal").c_str(), O_RDONLY | O_CLOEXEC);
  if (options_.sync_full && log_descriptor_ < 0) {
    problem_ = "its log cannot be opened: " + std::generic_category().message(errno);
    return;
  }
  RemoveDead();
  for (std::thread& committer : committers_) committer = std::thread([this] { Commit(); });
}

SqliteTransport::~SqliteTransport() {
  Close();
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  event_->Notify();
  for (std::thread& committer : committers_) {
    if (committer.joinable()) committer.join();
  }
  if (look_timer_.order != 0) clock_.Cancel(look_timer_);
  if (problem_.empty()) {
    const WriteTurn turn(*locks_);
    writer_.Begin();
    letters_.RemoveHolder(holder_, false);
    writer_.Commit();
    if (!writer_.ok()) writer_.Rollback();
    for (const std::int64_t other : others_) wake_->Wake(other);
  }
  if (log_descriptor_ >= 0) close(log_descriptor_);
}

Mailbox& SqliteTransport::Open(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto at = mailboxes_.find(name);
  if (at != mailboxes_.end()) return *at->second;
  auto mailbox = std::make_unique<SqliteMailbox>(*this, clock_, std::string(name));
  return *mailboxes_.emplace(name, std::move(mailbox)).first->second;
}

void SqliteTransport::Close() {
  for (SqliteMailbox* mailbox : AllMailboxes()) mailbox->Unsubscribe();
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

void SqliteTransport::Carry(std::optional<Loan> input, Plan plan, Receipt receipt) {
  Transition planned = plan(ReadMoment(*this));
  Put({.input = input,
       .plan = std::move(plan),
       .planned = std::move(planned),
       .receipt = std::move(receipt)});
}

void SqliteTransport::HandBack(Loan loan, std::int64_t delay_ns) {
  Put({.input = loan, .due_ns = delay_ns > 0 ? DueIn(delay_ns) : LetterTables::kNow});
}

void SqliteTransport::Return(Loan loan) {
  Put({.input = loan, .due_ns = LetterTables::kNow, .returned = true});
}

void SqliteTransport::Put(Order order) {
  if (order.input) {
    auto* const mailbox = static_cast<SqliteMailbox*>(order.input->mailbox);
    order.returned ? mailbox->Returned() : mailbox->Answered(order.plan != nullptr);
  }
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      orders_.push_back(std::move(order));
      ++put_;
      // Whoever was woken takes all.
      if (orders_.size() == 1) event_->Notify();
      return;
    }
  }
  if (order.receipt) order.receipt(Outcome::kClosed);
}

void SqliteTransport::Flush() {
  std::unique_lock lock(mutex_);
  const std::uint64_t until = put_;
  idle_.wait(lock, [&] { return told_ >= until; });
}

void SqliteTransport::Look() {
  {
    const std::lock_guard lock(mutex_);
    look_ = true;
  }
  event_->Notify();
}

std::int64_t SqliteTransport::DueIn(std::int64_t delay_ns) const {
  return AddSaturating(clock_.now_ns(), delay_ns);
}

std::size_t SqliteTransport::Depth(std::string_view mailbox) const {
  const std::lock_guard lock(read_mutex_);
  MendReader();
  return survey_.Depth(mailbox, clock_.now_ns());
}

Contents SqliteTransport::ContentsOf(std::string_view mailbox) const {
  const std::lock_guard lock(read_mutex_);
  MendReader();
  return survey_.Read(mailbox, clock_.now_ns());
}

std::optional<std::vector<FoundLetter>> SqliteTransport::Find(std::string_view part, std::size_t most) const {
  const std::lock_guard lock(read_mutex_);
  MendReader();
  return survey_.Find(part, most, clock_.now_ns());
}

std::string SqliteTransport::obstacle() const {
  const std::lock_guard lock(mutex_);
  return obstacle_;
}

std::vector<SqliteMailbox*> SqliteTransport::AllMailboxes() {
  const std::lock_guard lock(mutex_);
  std::vector<SqliteMailbox*> all;
  for (const auto& [name, mailbox] : mailboxes_) all.push_back(mailbox.get());
  return all;
}

SqliteMailbox* SqliteTransport::Find(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto at = mailboxes_.find(name);
  return at == mailboxes_.end() ? nullptr : at->second.get();
}

std::variant<std::unique_ptr<Transport>, std::string> OpenSqlite(SqliteOptions options, Clock& clock) {
  const std::string path = options.path;
  const auto refuse = [&path](std::string_view why) { return fmt::format("cannot use `{}`: {}", path, why); };
  std::error_code none;
  if (!options.create && !std::filesystem::exists(path, none)) return refuse("there is no such file");
  if (LiesOnNetwork(path)) return refuse("it lies on a network, where its locks mean nothing");
  auto writer = Database::Open(path);
  if (const auto* why = std::get_if<std::string>(&writer)) return refuse(*why);
  const std::string problem = PrepareLayout(std::get<Database>(writer), options.mesh);
  if (!problem.empty()) return refuse(problem);
  auto reader = Database::Open(path);
  if (const auto* why = std::get_if<std::string>(&reader)) return refuse(*why);
  auto locks = std::make_unique<HolderLocks>(path + "-hosts");
  if (!locks->problem().empty()) return locks->problem();
  auto transport = std::make_unique<SqliteTransport>(
      SqliteTransport::Parts{.options = std::move(options),
                             .clock = clock,
                             .writer = std::get<Database>(std::move(writer)),
                             .reader = std::get<Database>(std::move(reader)),
                             .locks = std::move(locks)});
  if (!transport->problem().empty()) return refuse(transport->problem());
  return transport;
}

}  // namespace mesh::transport
