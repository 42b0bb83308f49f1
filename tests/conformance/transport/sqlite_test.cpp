#include "mesh/transport/sqlite/sqlite.h"

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mesh/transport/sqlite/sqlite_database.h"
#include "tests/conformance/transport/durable_suite.h"
#include "tests/conformance/transport/lanes_suite.h"
#include "tests/conformance/transport/sqlite_file.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {
namespace {

struct Sqlite {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    static ScratchFile* file = nullptr;
    delete file;
    file = new ScratchFile("mesh.db");
    return OpenFile(file->path(), clock);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Sqlite, TransportSuite, testing::Types<Sqlite>);
INSTANTIATE_TYPED_TEST_SUITE_P(SqliteLanes, TransportSuite, testing::Types<WithLanes<Sqlite>>);
INSTANTIATE_TYPED_TEST_SUITE_P(Sqlite, LanesSuite, testing::Types<WithLanes<Sqlite>>);

INSTANTIATE_TYPED_TEST_SUITE_P(Sqlite, DurableSuite, testing::Types<SqliteFile>);

TEST_F(SqliteFile, WhatIsOnLoanWhenAProcessLeavesIsNotSuspect) {
  Collector first;
  Collector second;
  auto one = Open();
  const auto other = Open();
  one->Open("a").Subscribe(1, first);
  ASSERT_TRUE(Send(*other, "a"));
  first.WaitFor(1);
  other->Open("a").Subscribe(1, second);
  one.reset();
  second.WaitFor(1);
  EXPECT_FALSE(second.TakeOut(0).letter->suspect) << "nobody has died";
}

/// What there is room for is lent where it is sent: not before what has waited longer.
TEST_F(SqliteFile, WhatWaitsComesBeforeWhatIsSent) {
  Collector collector;
  const auto transport = Open();
  transport::Mailbox& mailbox = transport->Open("a");
  mailbox.Subscribe(1, collector);
  for (const char* body : {"first", "second"}) ASSERT_TRUE(Send(*transport, body));
  collector.WaitFor(1);
  const auto send = [](const state::State&) {
    transport::Transition transition;
    transition.sends.push_back({.mailbox = "a", .letter = {.body = "third"}});
    return transition;
  };
  const transport::Loan first{&mailbox, collector.TakeOut(0).tag};
  ASSERT_EQ(transport->ledger()->CarryOut(first, send), transport::Outcome::kDone);
  collector.WaitFor(2);
  mailbox.Acknowledge(collector.TakeOut(1));
  EXPECT_EQ(collector.WaitFor(3), (Ids{"first", "second", "third"}));
}

/// Several may wait for one moment, and what follows from the first of them, too.
TEST_F(SqliteFile, WhatIsSentForAMomentThatHasComeIsTakenAtOnce) {
  Collector collector;
  const auto transport = Open();
  transport::Mailbox& mailbox = transport->Open("a");
  mailbox.Subscribe(1, collector);
  const std::int64_t due_ns = clock_.now_ns() + 100;
  ASSERT_TRUE(mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = "first"}), 100));
  clock_.WaitForPlanned(1);
  clock_.Advance(100);
  collector.WaitFor(1);
  const auto send = [due_ns](const state::State&) {
    transport::Transition transition;
    transition.sends.push_back({.mailbox = "a", .letter = {.body = "second"}, .not_before_ns = due_ns});
    return transition;
  };
  const transport::Loan first{&mailbox, collector.TakeOut(0).tag};
  ASSERT_EQ(transport->ledger()->CarryOut(first, send), transport::Outcome::kDone);
  EXPECT_EQ(collector.WaitFor(2), (Ids{"first", "second"}));
}

/// A holder whose lock nobody has: and nobody who lives loses what he holds.
TEST_F(SqliteFile, WhatADeadProcessHoldsIsGivenToOthersAsASuspect) {
  Collector lives;
  Collector next;
  const auto one = Open();
  one->Open("a").Subscribe(2, lives);
  ASSERT_TRUE(Send(*one, "of the dead"));
  ASSERT_TRUE(Send(*one, "of the living"));
  lives.WaitFor(2);
  auto database = std::get<transport::Database>(transport::Database::Open(file_.path()));
  database.Execute(
      "BEGIN IMMEDIATE; INSERT INTO holder(id) VALUES (4242);"
      "UPDATE leased SET holder = 4242 WHERE seq = (SELECT min(seq) FROM leased); COMMIT");
  ASSERT_TRUE(database.ok()) << database.problem();
  const auto other = Open();
  other->Open("a").Subscribe(2, next);
  EXPECT_EQ(next.WaitFor(1), Ids{"of the dead"});
  EXPECT_TRUE(next.TakeOut(0).letter->suspect);
}

TEST_F(SqliteFile, ATransitionIsAllOrNothing) {
  const auto transport = Open();
  transport::Ledger& ledger = *transport->ledger();
  Collector collector;
  transport::Mailbox& mailbox = transport->Open("a");
  mailbox.Subscribe(1, collector);
  ASSERT_TRUE(Send(*transport, "a"));
  collector.WaitFor(1);
  const transport::Loan loan{&mailbox, collector.TakeOut(0).tag};
  const auto plan = [](const state::State&) {
    transport::Transition transition;
    transition.changes.push_back({.key = "k", .value = "v"});
    transition.sends.push_back({.mailbox = "a", .letter = {.body = "b"}});
    return transition;
  };
  EXPECT_EQ(ledger.CarryOut(loan, plan), transport::Outcome::kDone);
  EXPECT_EQ(ledger.CarryOut(loan, plan), transport::Outcome::kGone);
  EXPECT_EQ(ledger.state().Get("k"), "v");
  EXPECT_EQ(collector.WaitFor(2), (Ids{"a", "b"}));
  mailbox.Acknowledge(collector.TakeOut(1));
  ledger.Flush();
  EXPECT_EQ(mailbox.depth(), 0U) << "nothing was sent twice";
}

TEST_F(SqliteFile, WhatAPlanReliesOnHoldsWhenItIsCarriedOut) {
  const auto one = Open();
  const auto other = Open();
  const auto count = [](const state::State& state) {
    const auto before = state.Get("count");
    transport::Transition transition;
    transition.conditions.push_back({"count", before});
    transition.changes.push_back(
        {.key = "count", .value = std::to_string(std::stoi(before.value_or("0")) + 1)});
    return transition;
  };
  for (int i = 0; i < 100; ++i) (i % 2 == 0 ? *one : *other).ledger()->Carry(std::nullopt, count, nullptr);
  one->ledger()->Flush();
  other->ledger()->Flush();
  EXPECT_EQ(one->ledger()->state().Get("count"), "100");
}

TEST_F(SqliteFile, WhatAPrefixFindsStaysUntilAMoment) {
  const auto transport = Open();
  const auto plan = [](const state::State&) {
    return transport::Transition{
        .changes = {{.key = "a1", .value = "v"},
                    {.key = "b1", .value = "w"},
                    {.kind = state::Change::Kind::kExpirePrefix, .key = "a", .expires_ns = 10}}};
  };
  ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  const state::State& state = transport->ledger()->state();
  EXPECT_EQ(state.Get("a1"), "v");
  clock_.Advance(11);
  EXPECT_EQ(state.Get("a1"), std::nullopt);
  EXPECT_EQ(state.Get("b1"), "w");
}

TEST_F(SqliteFile, LeasedStateGoesWithItsProcess) {
  auto one = Open();
  const auto other = Open();
  const auto lease = [](const state::State&) {
    transport::Transition transition;
    transition.changes.push_back({.key = "k", .value = "v", .leased = true});
    return transition;
  };
  ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, lease), transport::Outcome::kDone);
  EXPECT_EQ(other->ledger()->state().Get("k"), "v");
  one.reset();
  EXPECT_EQ(other->ledger()->state().Get("k"), std::nullopt);
}

TEST_F(SqliteFile, AnOperatorSeesWhatLiesInAMailbox) {
  clock_.Advance(1'000);
  const auto transport = Open();
  transport::Mailbox& mailbox = transport->Open("a");
  ASSERT_TRUE(Send(*transport, "lent"));
  Collector collector;
  mailbox.Subscribe(1, collector);
  collector.WaitFor(1);
  clock_.Advance(1'000);
  for (const char* body : {"one", "two"}) ASSERT_TRUE(Send(*transport, body));
  clock_.Advance(1'000);
  ASSERT_TRUE(
      mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = "late"}), 1'000'000));

  const transport::Contents contents = mailbox.contents();
  EXPECT_EQ(contents.waiting, 2U);
  EXPECT_EQ(contents.lent, 1U);
  EXPECT_EQ(contents.delayed, 1U);
  EXPECT_EQ(contents.oldest_ns, clock_.now_ns() - 1'000);
  EXPECT_EQ(transport->Open("empty").contents().oldest_ns, std::nullopt);

  const auto found = transport->Find("late", 10);
  ASSERT_TRUE(found && found->size() == 1);
  EXPECT_EQ(found->front().mailbox, "a");
  EXPECT_EQ(found->front().not_before_ns, clock_.now_ns() + 1'000'000);
  EXPECT_TRUE(transport->Find("lent", 10)->front().lent);
  EXPECT_EQ(transport->Find("", 2)->size(), 2U) << "no more than were asked for";
}

TEST_F(SqliteFile, ASyncThatFailsIsTheEnd) {
  std::string told;
  auto opened = transport::OpenSqlite({.path = file_.path(),
                                       .mesh = "shop",
                                       .on_loss = [&told](const std::string& problem) { told = problem; },
                                       .sync =
                                           [](int) {
                                             errno = EIO;
                                             return -1;
                                           }},
                                      clock_);
  const auto transport = std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
  EXPECT_FALSE(Send(*transport, "a")) << "nobody is told that it is safe";
  EXPECT_NE(told.find("cannot sync"), std::string::npos);
  EXPECT_NE(told.find("Input/output error"), std::string::npos);
  EXPECT_EQ(transport->obstacle(), told);
  EXPECT_FALSE(Send(*transport, "b")) << "there is no second try";
}

TEST_F(SqliteFile, WhatBecomesDueWhileARoundIsSyncedIsTaken) {
  std::atomic<bool> passes = false;
  auto opened = transport::OpenSqlite({.path = file_.path(),
                                       .mesh = "shop",
                                       .sync =
                                           [&](int) {
                                             if (passes.exchange(false)) clock_.Advance(2'000);
                                             return 0;
                                           }},
                                      clock_);
  const auto transport = std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
  Collector collector;
  transport::Mailbox& mailbox = transport->Open("a");
  mailbox.Subscribe(2, collector);
  ASSERT_TRUE(Send(*transport, "now"));
  collector.WaitFor(1);
  passes = true;
  ASSERT_TRUE(mailbox.Send(std::make_unique<transport::Letter>(transport::Letter{.body = "late"}), 1'000));
  // Nothing else happens: who takes it must have asked to be woken.
  clock_.WaitForPlanned(1);
  clock_.Advance(0);
  EXPECT_EQ(collector.WaitFor(2), (Ids{"now", "late"}));
}

/// As a former version left it.
void MakeLayout(const std::string& path, int layout) {
  auto opened = transport::Database::Open(path);
  auto& database = std::get<transport::Database>(opened);
  database.Execute("ALTER TABLE body DROP COLUMN reply");
  if (layout == 1) database.Execute("ALTER TABLE body DROP COLUMN sent_ns");
  database.Execute(("PRAGMA user_version = " + std::to_string(layout)).c_str());
  ASSERT_TRUE(database.ok()) << database.problem();
}

TEST_F(SqliteFile, AnEmptyFileOfAFormerLayoutIsTakenOver) {
  for (const int layout : {1, 2}) {
    Open();
    MakeLayout(file_.path(), layout);
    const auto transport = Open();
    ASSERT_TRUE(Send(*transport, "after"));
    Collector collector;
    transport->Open("a").Subscribe(1, collector);
    EXPECT_EQ(collector.WaitFor(1), Ids{"after"});
    transport->Open("a").Acknowledge(collector.TakeOut(0));
  }
}

TEST_F(SqliteFile, WhatIsUnderWayInTheLayoutBeforeGoesOn) {
  ASSERT_TRUE(Send(*Open(), "before"));
  MakeLayout(file_.path(), 3);
  const auto transport = Open();
  Collector collector;
  transport->Open("a").Subscribe(1, collector);
  EXPECT_EQ(collector.WaitFor(1), Ids{"before"});
}

TEST_F(SqliteFile, WhatIsUnderWayInAFormerLayoutIsLeftAlone) {
  ASSERT_TRUE(Send(*Open(), "before"));
  MakeLayout(file_.path(), 2);
  EXPECT_NE(WhyNot({.path = file_.path(), .mesh = "shop"}).find("let that version end what is under way"),
            std::string::npos);
}

/// What lies in pages is written twice, into the log and into the file: half empty ones cost as much as full
/// ones.
TEST_F(SqliteFile, WhatIsKeptFillsItsPages) {
  constexpr std::uintmax_t kCount = 200;
  constexpr std::uintmax_t kBytes = 1'400;
  {
    const auto transport = Open();
    const auto keep = [](const state::State&) {
      transport::Transition transition;
      for (std::uintmax_t i = 0; i < kCount; ++i) {
        const std::string key = std::to_string(i);
        transition.changes.push_back({.key = key, .value = std::string(kBytes, 'v')});
        transition.sends.push_back({.mailbox = "a", .letter = {.id = key, .body = std::string(kBytes, 'm')}});
      }
      return transition;
    };
    ASSERT_EQ(transport->ledger()->CarryOut(std::nullopt, keep), transport::Outcome::kDone);
  }
  EXPECT_LT(std::filesystem::file_size(file_.path()), kCount * 2 * kBytes * 3 / 2);
}

TEST_F(SqliteFile, AFileThatIsNotThereIsMadeOnlyByWhoeverMay) {
  EXPECT_NE(WhyNot({.path = file_.path(), .mesh = "shop", .create = false}).find("there is no such file"),
            std::string::npos);
  Open();
  EXPECT_EQ(WhyNot({.path = file_.path(), .mesh = "shop", .create = false}), "");
}

TEST(SqliteFiles, AreMadeByWhoeverComesFirst) {
  for (int round = 0; round < 20; ++round) {
    const ScratchFile file("mesh.db");
    ManualClock clock;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] { EXPECT_TRUE(Send(*OpenFile(file.path(), clock), "a")); });
    for (std::thread& thread : threads) thread.join();
    Collector collector;
    const auto transport = OpenFile(file.path(), clock);
    transport->Open("a").Subscribe(4, collector);
    EXPECT_EQ(collector.WaitFor(4).size(), 4U);
  }
}

TEST_F(SqliteFile, AFileBelongsToOneMesh) {
  Open();
  EXPECT_NE(WhyNot({.path = file_.path(), .mesh = "other"}).find("it belongs to the mesh `shop`"),
            std::string::npos);
}

TEST_F(SqliteFile, AFileThatIsNoDatabaseIsRefused) {
  std::ofstream(file_.path()) << std::string(10'000, 'x');
  EXPECT_NE(WhyNot({.path = file_.path(), .mesh = "shop"}).find("not a database"), std::string::npos);
}

TEST_F(SqliteFile, AFolderThatIsNotThereIsRefused) {
  EXPECT_NE(WhyNot({.path = file_.path() + "/none/mesh.db", .mesh = "shop"}), "");
}

TEST(SqliteUrl, NamesAFileAndHowItIsSynced) {
  const auto parsed = transport::ParseSqliteUrl("sqlite:/data/mesh.db?sync=normal");
  EXPECT_EQ(std::get<transport::SqliteOptions>(parsed).path, "/data/mesh.db");
  EXPECT_FALSE(std::get<transport::SqliteOptions>(parsed).sync_full);
  EXPECT_TRUE(std::get<transport::SqliteOptions>(transport::ParseSqliteUrl("sqlite:a")).sync_full);
  for (const char* wrong : {"sqlite:", "sqlite:a?sync=no", "sqlite:a?b", "nats://a",
                            "sqlite::memory:", "sqlite:file:a", "sqlite:file:a?sync=full"})
    EXPECT_TRUE(std::holds_alternative<std::string>(transport::ParseSqliteUrl(wrong))) << wrong;
}

}  // namespace
}  // namespace mesh::test
