// What operators see of envelopes of several versions, and how one goes on that has failed.
#include <atomic>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "mesh/durable/mailboxes.h"
#include "mesh/operations/replay.h"
#include "mesh/program/tell_mesh.h"
#include "mesh/state/keys.h"
#include "queues.h"
#include "tests/support/captured_output.h"

namespace meshc::test {
namespace {

constexpr const char* kOldOperators = R"(mesh a.b;
error broke recoverable;
envelope Job { in id: int; low: int; high: int; out reply: string; }
processor pay(id: int) -> (low: int, high: int) { effect idempotent; }
processor check(low: int, high: int) -> (reply: string) { raises broke; }
flow main on Job { pay; check; }
)";
constexpr const char* kNewOperators = R"(mesh a.b;
error broke recoverable;
envelope Job { in id: int; low: int; high: int; out reply: string; }
processor pay(id: int) -> (high: int, low: int) { effect idempotent; }
@was("check") processor examine(high: int, low: int) -> (reply: string) { raises broke; }
flow main on Job { pay; examine; }
)";

/// An envelope of the old version fails at handlers of the new one, which alone are there.
class OperatorsOfVersions : public testing::Test {
 protected:
  void SetUp() override {
    auto& entrance = queues_.Entrance({&old_, &new_});
    const Answers answers = {{"pay", log_.Told("pay", Json{{"low", 1}, {"high", 2}})},
                             {"examine", log_.Told("examine", [this](const Json&) {
                                return fails_ ? Json{{"raise", "broke"}} : Json{{"reply", "fine"}};
                              })}};
    host_ = &queues_.Serve(new_, answers, {&new_, &old_});
    queues_.Submit(entrance, old_, "e", {{"id", 7}});
    ASSERT_EQ(queues_.Await(1)[0].status.phase, mesh::Phase::kFailed);
  }

  mesh::transport::Ledger& ledger() { return *host_->transport().ledger(); }
  std::variant<mesh::operations::Replayed, std::string> Replay(const mesh::durable::KnownTables& tables) {
    const std::string stand = ledger().state().Get(mesh::state::FailedKey("e")).value_or("");
    return mesh::operations::Replay({.stand = stand, .id = "again"}, tables, ledger(), queues_.now_ns());
  }

  const MeshVersion old_{kOldOperators};
  const MeshVersion new_{kNewOperators};
  std::atomic<bool> fails_ = true;
  CallLog log_;
  Queues queues_;
  VersionHost* host_ = nullptr;
};

TEST_F(OperatorsOfVersions, ReplayItOnTheTableThatItBeganOn) {
  const mesh::route::Router of_new(new_.table());
  const mesh::route::Router of_old(old_.table());
  mesh::durable::KnownTables tables;
  tables.Add(of_new);
  const auto refused = Replay(tables);
  ASSERT_TRUE(std::holds_alternative<std::string>(refused));
  EXPECT_NE(std::get<std::string>(refused).find(old_.table().digest), std::string::npos);

  tables.Add(of_old);
  fails_ = false;
  const auto replayed = Replay(tables);
  ASSERT_TRUE(std::holds_alternative<mesh::operations::Replayed>(replayed)) << std::get<1>(replayed);
  const auto& state = ledger().state();
  queues_.Until([&] { return state.Get(mesh::state::EndKey("again")).has_value(); });
  const Json end = Json::parse(*state.Get(mesh::state::EndKey("again")));
  EXPECT_EQ(end["status"]["phase"], "succeeded") << end;
  EXPECT_EQ(end["route"]["table"], old_.table().digest);
  EXPECT_EQ(end["route"]["prev"], Json::array({"pay", "check"}));
  EXPECT_EQ(end["payload"]["reply"], "fine");
  const Json examined = {{"examine", {{"low", 1}, {"high", 2}}}};
  EXPECT_EQ(log_.calls(), (std::vector<Json>{{{"pay", {{"id", 7}}}}, examined, examined}));
}

TEST_F(OperatorsOfVersions, SeeTheMailboxesOfAll) {
  std::set<std::string> names;
  for (const auto& mailbox : host_->host().Read().mailboxes) names.insert(mailbox.name);
  EXPECT_EQ(names, (std::set<std::string>{"@control", "@sink", "check", "examine", "pay"}));
}

TEST(MailboxesOfAVersion, AreThoseOfFormerNamesToo) {
  const MeshVersion version(kNewOperators);
  EXPECT_EQ(mesh::durable::MailboxesOf(version.table(), version.version().promises.former),
            (std::vector<std::string>{"examine", "pay", "check", "@control", "@sink"}));
}

TEST(SignalsOfVersions, ReachWhatOnlyAnOlderTableAwaits) {
  const auto mesh_of = [](const char* steps) {
    return std::string("mesh a.b; envelope Job { in id: int; out var word: string = \"\"; }\n") +
           "processor work(id: int);\nflow main on Job { work; " + steps + "}\n";
  };
  const MeshVersion old_version(mesh_of("await word: string into word timeout 1d; "));
  const MeshVersion new_version(mesh_of(""));
  Queues queues;
  auto& entrance = queues.Entrance({&old_version, &new_version});
  queues.Serve(new_version, {{"work", [](const Json&) { return Json::object(); }}},
               {&new_version, &old_version});
  queues.Submit(entrance, old_version, "e", {{"id", 1}});
  entrance.host().Flush();
  const mesh::program::FoundTables found{.tables = {new_version.version(), old_version.version()}};
  mesh::program::CommandLine line;
  line.transport = queues.url();
  line.signal = {"e", "word", "7"};
  EXPECT_EQ(TellMesh(line, found), 1) << "no table takes that value";
  line.signal.back() = "\"go\"";
  line.question.format = "json";
  mesh::test::CapturedOutput printed(STDOUT_FILENO);
  EXPECT_EQ(TellMesh(line, found), 0);
  EXPECT_EQ(printed.Take(), "{\"id\":\"e\",\"name\":\"word\"}\n");
  EXPECT_EQ(PayloadOf(old_version, queues.Await(1)[0])["word"], "go");
}

TEST(SignalsOfVersions, AreOfTheTypeThatIsAwaited) {
  const auto mesh_of = [](const std::string& type) {
    return "mesh a.b; envelope Job { in id: int; out var word: " + type + "?; }\n" +
           "processor work(id: int);\nflow main on Job { work; await word: " + type +
           " into word timeout 1d; }\n";
  };
  const MeshVersion old_version(mesh_of("int"));
  const MeshVersion new_version(mesh_of("string"));
  Queues queues;
  auto& entrance = queues.Entrance({&old_version, &new_version});
  queues.Serve(old_version, {{"work", [](const Json&) { return Json::object(); }}},
               {&new_version, &old_version});
  queues.Submit(entrance, old_version, "e", {{"id", 1}});
  const auto& state = entrance.transport().ledger()->state();
  queues.Until([&] { return !state.Scan(mesh::state::AllParks()).empty(); });
  const mesh::program::FoundTables found{.tables = {new_version.version(), old_version.version()}};
  mesh::program::CommandLine line;
  line.transport = queues.url();
  line.signal = {"e", "word", "\"go\""};
  EXPECT_EQ(TellMesh(line, found), 1) << "it waits on the older table, for a number";
  line.signal.back() = "7";
  EXPECT_EQ(TellMesh(line, found), 0);
  EXPECT_EQ(PayloadOf(old_version, queues.Await(1)[0])["word"], 7);
}

}  // namespace
}  // namespace meshc::test
