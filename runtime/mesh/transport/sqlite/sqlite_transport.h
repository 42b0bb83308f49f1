// The transport behind sqlite.h. A committer takes whatever waits, carries it out in one transaction, lets go
// of the lock, syncs the log, and only then tells anybody or gives anybody a message. There are two: while
// one syncs and tells, the other writes what has come since.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "mesh/transport/cancelled_roots.h"
#include "mesh/transport/sqlite/sqlite.h"
#include "mesh/transport/sqlite/sqlite_database.h"
#include "mesh/transport/sqlite/sqlite_holders.h"
#include "mesh/transport/sqlite/sqlite_mailbox.h"
#include "mesh/transport/sqlite/sqlite_survey.h"
#include "mesh/transport/sqlite/sqlite_tables.h"
#include "mesh/transport/sqlite/wake_socket.h"
#include "mesh/transport/wake_event.h"

namespace mesh::transport {

class SqliteTransport final : public Transport, public Ledger {
 public:
  struct Parts {
    SqliteOptions options;
    Clock& clock;
    Database writer;
    Database reader;
    std::unique_ptr<HolderLocks> locks;
  };
  explicit SqliteTransport(Parts parts);
  /// What is on loan waits again.
  ~SqliteTransport() override;

  Mailbox& Open(std::string_view name) override;
  void Close() override;
  bool shared() const override { return true; }
  Ledger* ledger() override { return this; }
  std::string obstacle() const override;
  std::optional<std::vector<FoundLetter>> Find(std::string_view part, std::size_t most) const override;

  const state::State& state() const override { return read_state_; }
  void Carry(std::optional<Loan> input, Plan plan, Receipt receipt) override;
  void Flush() override;

  void HandBack(Loan loan, std::int64_t delay_ns);
  /// The consumer never had it.
  void Return(Loan loan);
  std::int64_t DueIn(std::int64_t delay_ns) const;
  std::size_t Depth(std::string_view mailbox) const;
  Contents ContentsOf(std::string_view mailbox) const;
  /// There may be something to take.
  void Look();
  /// Why this process cannot share the file; empty: it can.
  const std::string& problem() const { return problem_; }

 private:
  /// What somebody wants done.
  struct Order {
    std::optional<Loan> input = {};
    Plan plan = {};                          ///< Empty: the input is handed back.
    std::optional<Transition> planned = {};  ///< What it yielded last.
    std::int64_t due_ns = 0;
    bool returned = false;  ///< The input is handed back, and the consumer never had it.
    Receipt receipt = {};
    Outcome outcome = Outcome::kDone;
  };
  struct Lent {
    SqliteMailbox* mailbox = nullptr;
    std::uint32_t room = 0;  ///< For so many more, where nothing waits that comes before them.
    std::vector<TakenLetter> letters;
  };
  /// What one transaction does.
  struct Round {
    std::deque<Order> orders;
    bool look = false;                      ///< Somebody else may have written, or it is tried again.
    std::vector<const Sending*> sends;      ///< Of the orders.
    std::map<std::string_view, Lent> lent;  ///< By mailbox: earlier lanes come first.
    std::int64_t taken_ns = 0;              ///< When it was looked what could be taken.
    bool sent = false;                      ///< Somebody else may wait for what was written.
    bool written = false;                   ///< Committed, but not synced.
    std::string problem = {};               ///< Why it was not written when that was tried last.
    int copy_error = 0;                     ///< Of the system, where the file could not be synced.
    std::vector<std::int64_t> others = {};  ///< Holders that are told.
  };
  /// Reads what is committed, from any thread; but who is cancelled it may have read a moment ago.
  class ReadState final : public state::State {
   public:
    explicit ReadState(const SqliteTransport& transport) : transport_(transport) {}
    std::optional<std::string> Get(std::string_view key) const override;
    std::vector<state::Entry> Scan(std::string_view prefix) const override;
    std::size_t Count(std::string_view prefix) const override;
    std::string obstacle() const override { return transport_.obstacle(); }

   private:
    const SqliteTransport& transport_;
  };
  /// The same for one plan, of one moment: to begin to read costs more than to read. Nobody else reads from
  /// its first question to its end.
  class ReadMoment final : public state::State {
   public:
    explicit ReadMoment(const SqliteTransport& transport)
        : transport_(transport), reading_(transport.read_mutex_, std::defer_lock) {}
    ~ReadMoment() override;
    ReadMoment(const ReadMoment&) = delete;
    ReadMoment& operator=(const ReadMoment&) = delete;
    std::optional<std::string> Get(std::string_view key) const override;
    std::vector<state::Entry> Scan(std::string_view prefix) const override;
    std::size_t Count(std::string_view prefix) const override;
    std::string obstacle() const override { return transport_.obstacle(); }

   private:
    const state::State& Table() const;
    const SqliteTransport& transport_;
    mutable std::unique_lock<std::mutex> reading_;
  };

  /// What went wrong once may go well now. With `read_mutex_` held.
  void MendReader() const;

  void Put(Order order);
  /// What each committer does.
  void Commit();
  /// For something to do; false: the transport ends.
  bool Wait();
  void TakeOrders(Round& round);
  bool HasOrders();
  /// As Database::CopyLog, when the log is long.
  int CopyLog();
  bool SomebodyWrote();
  /// Until it is committed, or the transport goes.
  void Write(Round& round);
  bool Try(Round& round);
  void Execute(Order& order, Round& round);
  void TakeAll(Round& round);
  /// What this process has room for it takes at once: then it is not put where it waits.
  void SendAll(Round& round);
  void Tell(Round& round);
  /// False: it failed.
  bool Sync();
  void Lose(Round& round, int error);
  /// What nobody takes any more.
  void CloseOrders();
  void Finish(Round& round);
  void TellProblem(const std::string& problem);
  void PlanLook(std::int64_t taken_ns);
  void RemoveDead();
  std::vector<SqliteMailbox*> AllMailboxes();
  /// Null: it is not open here.
  SqliteMailbox* Find(std::string_view name);

  const SqliteOptions options_;
  Clock& clock_;
  /// Of the committer that waits for a round and writes it.
  std::mutex write_mutex_;
  /// Of the committer that syncs a round and tells of it.
  std::mutex tell_mutex_;
  Database writer_;
  LetterTables letters_;
  StateTable state_;
  mutable std::mutex read_mutex_;
  mutable Database reader_;
  mutable LetterSurvey survey_;
  mutable Statement begin_reading_, end_reading_;
  StateTable read_table_;
  mutable CancelledRoots cancelled_;
  ReadState read_state_;
  std::unique_ptr<HolderLocks> locks_;
  std::string problem_;
  std::int64_t holder_ = 0;
  std::optional<WakeSocket> wake_;
  std::vector<std::int64_t> others_;  ///< Holders that were alive when it was last looked.
  Statement data_version_;
  std::int64_t seen_version_ = 0;
  std::uint64_t rounds_ = 0;
  int log_descriptor_ = -1;
  int log_pages_ = 0;    ///< When it was last looked.
  int copy_log_at_ = 0;  ///< Pages.
  const std::shared_ptr<WakeEvent> event_ = std::make_shared<WakeEvent>();
  TimerId look_timer_;
  std::int64_t next_look_ns_ = INT64_MAX;
  bool problem_told_ = false;

  mutable std::mutex mutex_;
  std::string obstacle_;
  std::condition_variable idle_;
  std::deque<Order> orders_;
  std::uint64_t put_ = 0;
  std::uint64_t told_ = 0;
  bool look_ = true;
  bool closed_ = false;   ///< Nothing more is taken in.
  bool leaving_ = false;  ///< The committers end.
  bool lost_ = false;     ///< It could not be synced. Changes under `tell_mutex_`, too.
  std::map<std::string, std::unique_ptr<SqliteMailbox>, std::less<>> mailboxes_;
  std::array<std::thread, 2> committers_;
};

}  // namespace mesh::transport
