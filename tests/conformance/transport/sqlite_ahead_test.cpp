// What an SQLite transport does ahead of time, and what it puts off.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/transport/sqlite/sqlite.h"
#include "tests/conformance/transport/durable_suite.h"
#include "tests/conformance/transport/sqlite_file.h"

namespace mesh::test {
namespace {

using SqliteAhead = SqliteFile;

transport::Plan SendOf(std::string body) {
  return [body = std::move(body)](const state::State&) {
    transport::Transition transition;
    transition.sends.push_back({.mailbox = "a", .letter = {.body = body}});
    return transition;
  };
}

/// Who has answered one within the last second or two is lent one more than it may have.
TEST_F(SqliteAhead, LendsTheNextOneToWhoeverIsQuick) {
  Collector quick;
  const auto transport = Open();
  transport::Mailbox& mailbox = transport->Open("a");
  mailbox.Subscribe(1, quick);
  for (const char* body : {"first", "second", "third"}) ASSERT_TRUE(Send(*transport, body));
  quick.WaitFor(1);
  EXPECT_EQ(mailbox.contents().lent, 1U) << "nobody knows yet how quick it is";
  mailbox.Acknowledge(quick.TakeOut(0));
  transport->ledger()->Flush();
  EXPECT_EQ(quick.WaitFor(2), (Ids{"first", "second"}));
  EXPECT_EQ(mailbox.contents().lent, 2U) << "with the consumer, and ahead";
  mailbox.Acknowledge(quick.TakeOut(1));
  EXPECT_EQ(quick.WaitFor(3), (Ids{"first", "second", "third"}));
}

/// Nobody has begun with it.
TEST_F(SqliteAhead, WhatWasLentAheadComesToOthersAsIfItWereNew) {
  Collector quick;
  Collector next;
  const auto one = Open();
  const auto other = Open();
  transport::Mailbox& mailbox = one->Open("a");
  mailbox.Subscribe(1, quick);
  for (const char* body : {"first", "second", "third"}) ASSERT_TRUE(Send(*one, body));
  quick.WaitFor(1);
  mailbox.Acknowledge(quick.TakeOut(0));
  quick.WaitFor(2);
  one->ledger()->Flush();
  ASSERT_EQ(mailbox.contents().lent, 2U);
  mailbox.Unsubscribe();
  other->Open("a").Subscribe(2, next);
  EXPECT_EQ(next.WaitFor(1), Ids{"third"});
  EXPECT_EQ(next.TakeOut(0).redeliveries, 0U);
}

/// Else the log of a file that several processes write would grow for ever.
TEST_F(SqliteAhead, LogsBeginAnewWhileSeveralProcessesWrite) {
  constexpr int kLetters = 700;
  constexpr std::uint64_t kBodyBytes = 64 << 10;
  const std::unique_ptr<transport::Transport> both[] = {Open(), Open()};
  const transport::Plan send = SendOf(std::string(kBodyBytes, 'x'));
  for (int i = 0; i < kLetters; ++i) {
    for (const auto& transport : both) transport->ledger()->Carry(std::nullopt, send, nullptr);
    if (i % 10 == 0) {
      for (const auto& transport : both) transport->ledger()->Flush();
    }
  }
  for (const auto& transport : both) transport->ledger()->Flush();
  // Each letter was written to it once at least.
  EXPECT_LT(std::filesystem::file_size(file_.path() + "-wal"), kLetters * kBodyBytes);
}

/// Rounds are written while others are synced: of those behind the one that is lost nothing is safe either.
TEST_F(SqliteAhead, NothingIsSafeBehindASyncThatFails) {
  constexpr int kOrders = 500;
  std::atomic<bool> fails = false;
  std::atomic<int> failed = 0;
  auto opened = transport::OpenSqlite({.path = file_.path(),
                                       .mesh = "shop",
                                       .sync =
                                           [&](int) {
                                             if (!fails) return 0;
                                             ++failed;
                                             errno = EIO;
                                             return -1;
                                           }},
                                      clock_);
  const auto transport = std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
  std::mutex mutex;
  std::vector<transport::Outcome> told;
  const auto carry = [&] {
    transport->ledger()->Carry(std::nullopt, SendOf("text"), [&](transport::Outcome outcome) {
      const std::lock_guard lock(mutex);
      told.push_back(outcome);
    });
  };
  carry();
  transport->ledger()->Flush();
  fails = true;
  for (int i = 1; i < kOrders; ++i) carry();
  transport->ledger()->Flush();
  const std::lock_guard lock(mutex);
  ASSERT_EQ(told.size(), static_cast<std::size_t>(kOrders)) << "each is told";
  EXPECT_EQ(std::ranges::count(told, transport::Outcome::kDone), 1);
  EXPECT_EQ(failed, 1) << "there is no second try";
}

}  // namespace
}  // namespace mesh::test
