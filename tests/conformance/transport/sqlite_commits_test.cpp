// Commits that the system refuses for a while.
#include <atomic>
#include <csignal>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <sys/resource.h>

#include "mesh/transport/sqlite/sqlite.h"
#include "tests/conformance/transport/durable_suite.h"
#include "tests/conformance/transport/sqlite_file.h"

namespace mesh::test {
namespace {

/// No file of this process grows until `Allow`.
class FullDisk {
 public:
  FullDisk() {
    getrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{.rlim_cur = 0, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &none);
  }
  ~FullDisk() { Allow(); }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

  void Allow() const { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

class SqliteCommits : public SqliteFile {};

/// State, input and sends are changed once, by the transaction that was committed.
TEST_F(SqliteCommits, ThatFailOnceAreDoneOnce) {
  std::atomic<const FullDisk*> full = nullptr;
  std::atomic<int> problems = 0;
  auto opened = transport::OpenSqlite({.path = file_.path(),
                                       .sync_full = false,
                                       .mesh = "shop",
                                       .on_problem =
                                           [&](const std::string& problem) {
                                             if (problem.empty()) return;
                                             ++problems;
                                             if (full != nullptr) full.load()->Allow();
                                           }},
                                      clock_);
  const auto transport = std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
  transport::Mailbox& mailbox = transport->Open("a");
  Collector collector;
  mailbox.Subscribe(2, collector);
  ASSERT_TRUE(Send(*transport, "input"));
  collector.WaitFor(1);
  const auto plan = [](const state::State& state) {
    const auto before = state.Get("count");
    return transport::Transition{
        .conditions = {{"count", before}},
        .changes = {{.key = "count", .value = std::to_string(std::stoi(before.value_or("0")) + 1)}},
        .sends = {{"a", {.body = "taken at once"}}, {"b", {.body = "waits"}}}};
  };
  {
    const FullDisk disk;
    full = &disk;
    EXPECT_EQ(transport->ledger()->CarryOut(transport::Loan{&mailbox, collector.TakeOut(0).tag}, plan),
              transport::Outcome::kDone);
    full = nullptr;
  }
  EXPECT_EQ(problems, 1);
  EXPECT_EQ(transport->ledger()->state().Get("count"), "1");
  EXPECT_EQ(transport->Open("b").depth(), 1U);
  collector.WaitFor(2);
  mailbox.Acknowledge(collector.TakeOut(1));
  transport->ledger()->Flush();
  EXPECT_EQ(mailbox.depth(), 0U) << "neither the input nor what follows from it is there again";
  EXPECT_EQ(collector.size(), 2U);
}

}  // namespace
}  // namespace mesh::test
