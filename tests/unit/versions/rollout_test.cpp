// A change of each rollout kind among hosts of two versions on the same queues, in the planned order and in
// the wrong one: with traffic, parked envelopes, an open join, a saga half done and a shared effect under
// way.
#include <gtest/gtest.h>

#include <set>

#include "mesh/compatibility/judge.h"
#include "queues.h"

namespace meshc::test {
namespace {

using mesh::Phase;
using mesh::test::DurableKind;
using mesh::test::Gate;

constexpr const char* kOldRollout = R"(mesh a.b;
envelope Job {
  in id: int;
  quote: int;
  part: int;
  other: int;
  word: string;
  paid: string;
  out var receipt: string = "";
}
error broken recoverable;
processor quote(id: int) -> (quote: int);
processor left(id: int) -> (part: int) { concurrency 8; }
processor right(id: int) -> (other: int);
processor charge(id: int) -> (paid: string) { effect idempotent by id shared; undo refund; concurrency 8; }
processor refund(id: int, paid: string);
processor ship(id: int) -> (receipt: string) { raises broken; concurrency 8; }
flow main on Job {
  quote;
  parallel { left; right; }
  await word: string into word timeout 1d;
  try { saga { charge; ship; } } on broken { set receipt = "undone"; }
}
)";

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

/// `quote` gives a result more, so that its hosts come first; `ship` takes a param more, so that they come
/// last.
std::string NewText() {
  const std::string with_tax = Replaced(kOldRollout, "  quote: int;\n", "  quote: int;\n  tax: int;\n");
  return Replaced(Replaced(with_tax, "(quote: int);", "(quote: int, tax: int);"), "ship(id: int)",
                  "ship(id: int, paid: string)");
}

/// Nothing that either version's hosts could not serve.
std::string AnyOrderText() {
  return Replaced(Replaced(kOldRollout, "  quote: int;\n", "  quote: int;\n  hint: string?;\n"),
                  "left(id: int)", "left(hint: string?, id: int)");
}

/// Handlers of one version; what they are asked stands in a log as `VERSION.actor`.
class Handlers {
 public:
  explicit Handlers(std::string version) : version_(std::move(version)) {}

  Answers All() {
    return {{"quote", Told("quote", {{"quote", 1}, {"tax", 2}})},
            {"left", Told("left", {{"part", 1}}, &join)},
            {"right", Told("right", {{"other", 2}})},
            {"charge", Told("charge", {{"paid", "yes"}}, &effect)},
            {"refund", Told("refund", Json::object())},
            {"ship", Told("ship", {{"receipt", "shipped"}}, &saga)}};
  }
  Answers Of(const std::set<std::string>& actors) {
    Answers all = All();
    std::erase_if(all, [&](const auto& each) { return !actors.contains(each.first); });
    return all;
  }

  /// Ids of the calls of an actor, in their order.
  std::vector<int> Ids(const std::string& actor) const {
    std::vector<int> ids;
    for (const Json& call : log_.calls()) {
      if (call.contains(actor)) ids.push_back(call.at(actor).at("id"));
    }
    return ids;
  }

  // Calls for one id each wait there, unless it was opened.
  Gate join;    ///< `left` of id 100.
  Gate effect;  ///< `charge` of id 101.
  Gate saga;    ///< `ship` of id 102.

 private:
  JsonAnswer Told(const std::string& actor, const Json& answer, Gate* gate = nullptr) {
    const int held = gate == &join ? 100 : gate == &effect ? 101 : gate == &saga ? 102 : 0;
    return log_.Told(actor, [answer, gate, held](const Json& arguments) {
      if (gate != nullptr && arguments.at("id") == held) gate->Pass();
      return answer;
    });
  }

  const std::string version_;
  CallLog log_;
};

class RolloutFixture {
 protected:
  explicit RolloutFixture(DurableKind kind)
      : old_version_(kOldRollout), new_version_(NewText()), old_("old"), new_("new"), queues_(kind) {}

  void Submit(VersionHost& entrance, const MeshVersion& version, int id, bool signalled) {
    const std::string name = "e" + std::to_string(id);
    queues_.Submit(entrance, version, name, {{"id", id}});
    if (signalled) Signal(entrance, id);
  }
  static void Signal(VersionHost& entrance, int id) {
    EXPECT_TRUE(entrance.host().Signal("e" + std::to_string(id), "word", "\"go\""));
  }

  void ExpectAllSucceeded(const std::vector<mesh::Envelope>& ended) const {
    for (const mesh::Envelope& each : ended) {
      EXPECT_EQ(each.status.phase, Phase::kSucceeded) << each.id << ": " << each.status.error->message;
      const bool is_new = each.route.table == new_version_.table().digest;
      EXPECT_EQ(PayloadOf(is_new ? new_version_ : old_version_, each).at("receipt"), "shipped") << each.id;
    }
  }
  /// Of both versions.
  std::multiset<int> Ids(const std::string& actor) const {
    std::multiset<int> ids;
    for (const Handlers* each : {&old_, &new_}) {
      for (const int id : each->Ids(actor)) ids.insert(id);
    }
    return ids;
  }

  MeshVersion old_version_;
  MeshVersion new_version_;
  Handlers old_;
  Handlers new_;
  Queues queues_;
};

class Rollout : public RolloutFixture, public testing::TestWithParam<DurableKind> {
 protected:
  Rollout() : RolloutFixture(GetParam()) {}
};

INSTANTIATE_TEST_SUITE_P(Each, Rollout, testing::Values(DurableKind::kSqlite, DurableKind::kNats),
                         mesh::test::KindName);

/// Where it is seen that nothing happens, time has to pass at will.
class WrongOrder : public RolloutFixture, public testing::Test {
 protected:
  WrongOrder() : RolloutFixture(DurableKind::kSqlite) {}
};

TEST_P(Rollout, ThePlannedOrderLosesAndDoublesNothing) {
  VersionHost& old_host = queues_.Serve(old_version_, old_.All(), {&old_version_});
  VersionHost& entrance = queues_.Entrance({&old_version_});
  for (const int id : {100, 101, 102}) Submit(entrance, old_version_, id, true);
  for (const int id : {1, 2, 3}) Submit(entrance, old_version_, id, false);
  old_.join.WaitForArrivals(1);
  old_.effect.WaitForArrivals(1);
  old_.saga.WaitForArrivals(1);
  // 1: the hosts of quote.
  VersionHost& quote_host = queues_.Serve(new_version_, new_.Of({"quote"}), {&old_version_});
  // 2: the new table beside the old one; 3: new envelopes enter on it.
  for (VersionHost* host : {&old_host, &quote_host, &entrance}) host->host().Install(new_version_.version());
  EXPECT_EQ(entrance.host().SwitchTo(new_version_.table().digest), "");
  for (const int id : {11, 12}) Submit(entrance, new_version_, id, true);
  queues_.Submit(entrance, new_version_, "again", {{"id", 101}});  // Its effect is under way.
  EXPECT_TRUE(entrance.host().Signal("again", "word", "\"go\""));
  for (const int id : {1, 2, 3}) Signal(entrance, id);
  for (Gate* gate : {&old_.join, &old_.effect, &old_.saga}) gate->Open();
  // 4: the old ones are through; 5: the rest of the hosts.
  queues_.Await(9);
  queues_.Stop(old_host);
  for (Gate* gate : {&new_.join, &new_.effect, &new_.saga}) gate->Open();
  queues_.Serve(new_version_, new_.All(), {&new_version_, &old_version_});
  Submit(entrance, new_version_, 13, true);
  ExpectAllSucceeded(queues_.Await(10));
  EXPECT_EQ(Ids("charge"), (std::multiset<int>{1, 2, 3, 11, 12, 13, 100, 101, 102})) << "each effect once";
  EXPECT_EQ(Ids("ship"), (std::multiset<int>{1, 2, 3, 11, 12, 13, 100, 101, 101, 102}));
  EXPECT_EQ(Ids("left"), Ids("right"));
  EXPECT_TRUE(Ids("refund").empty());
}

TEST_F(WrongOrder, SwitchedTooEarlyNewEnvelopesWaitWhereTheReportSaysSo) {
  const auto served = FindServed(mesh::compatibility::Side(old_version_.table()),
                                 mesh::compatibility::Side(new_version_.table()),
                                 std::vector<bool>(new_version_.table().actors.size, true));
  ASSERT_EQ(served.findings.size(), 1U);
  EXPECT_EQ(served.findings[0].edge, "main/quote#1 -> quote");
  VersionHost& old_host = queues_.Serve(old_version_, old_.All(), {&old_version_});
  VersionHost& entrance = queues_.Entrance({&old_version_});
  Submit(entrance, old_version_, 1, true);
  for (VersionHost* host : {&old_host, &entrance}) host->host().Install(new_version_.version());
  EXPECT_EQ(entrance.host().SwitchTo(new_version_.table().digest), "");
  Submit(entrance, new_version_, 11, true);
  queues_.Await(1);
  queues_.Pass(20);
  EXPECT_EQ(queues_.ended(), 1U);
  EXPECT_EQ(old_.Ids("quote"), std::vector<int>{1});
  VersionHost& quote_host = queues_.Serve(new_version_, new_.Of({"quote"}), {&new_version_});
  EXPECT_TRUE(quote_host.host().durable());
  ExpectAllSucceeded(queues_.Await(2));
  EXPECT_EQ(old_.Ids("ship"), (std::vector<int>{1, 11})) << "the old handler takes what it does not know";
}

TEST_F(WrongOrder, OldHostsGoneTooEarlyOldEnvelopesWaitWhereTheReportSaysSo) {
  const auto served = FindServed(mesh::compatibility::Side(new_version_.table()),
                                 mesh::compatibility::Side(old_version_.table()),
                                 std::vector<bool>(old_version_.table().actors.size, true));
  ASSERT_EQ(served.findings.size(), 1U);
  EXPECT_EQ(served.findings[0].edge, "main/try#1/saga#1/ship#1 -> ship");
  VersionHost& old_host = queues_.Serve(old_version_, old_.All(), {&old_version_});
  VersionHost& entrance = queues_.Entrance({&old_version_});
  Submit(entrance, old_version_, 1, false);
  queues_.Until([this] { return old_.Ids("right").size() == 1 && old_.Ids("left").size() == 1; });
  queues_.Pass(1);
  queues_.Stop(old_host);
  queues_.Serve(new_version_, new_.All(), {&new_version_, &old_version_});
  Signal(entrance, 1);
  queues_.Until([this] { return new_.Ids("charge").size() == 1; });
  queues_.Pass(20);
  EXPECT_EQ(queues_.ended(), 0U);
  EXPECT_TRUE(new_.Ids("ship").empty());
  queues_.Serve(old_version_, old_.Of({"ship"}), {&old_version_});
  ExpectAllSucceeded(queues_.Await(1));
  EXPECT_EQ(Ids("charge"), std::multiset<int>{1});
}

TEST_P(Rollout, ARollBackIsSafeWhereForwardIsOk) {
  const MeshVersion next(AnyOrderText());
  ASSERT_NE(next.table().actors[1].contract, old_version_.table().actors[1].contract);
  const mesh::compatibility::Side old_side(old_version_.table());
  ASSERT_TRUE(FindServed(old_side, mesh::compatibility::Side(next.table()),
                         std::vector<bool>(next.table().actors.size, true))
                  .findings.empty());
  queues_.Serve(old_version_, old_.All(), {&old_version_, &next});
  VersionHost& entrance = queues_.Entrance({&next, &old_version_});
  Submit(entrance, next, 1, false);
  queues_.Until([this] { return old_.Ids("left").size() == 1; });
  EXPECT_EQ(entrance.host().SwitchTo(old_version_.table().digest), "");
  Submit(entrance, old_version_, 2, true);
  Signal(entrance, 1);
  for (const mesh::Envelope& each : queues_.Await(2))
    EXPECT_EQ(each.status.phase, Phase::kSucceeded) << each.id;
  EXPECT_EQ(old_.Ids("ship").size(), 2U);
}

}  // namespace
}  // namespace meshc::test
