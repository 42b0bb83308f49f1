// Hosts of two versions on one file, or one server: what fits is served by whoever comes, what does not waits
// for its own.
#include <algorithm>

#include <gtest/gtest.h>

#include "mesh/state/keys.h"
#include "queues.h"

namespace meshc::test {
namespace {

using mesh::Phase;
using mesh::test::DurableKind;

class VersionsOn : public testing::TestWithParam<DurableKind> {};
INSTANTIATE_TEST_SUITE_P(Each, VersionsOn, testing::Values(DurableKind::kSqlite, DurableKind::kNats),
                         mesh::test::KindName);

std::string TenActors(const char* changed) {
  std::string text = "mesh a.b; envelope Job { in id: int; out var trace: int = 0; }\n";
  std::string steps;
  for (int i = 0; i < 9; ++i) {
    text += "processor same" + std::to_string(i) + "(id: int) -> (trace: int);\n";
    steps += "same" + std::to_string(i) + "; ";
  }
  return text + "processor changed(" + changed + ") -> (trace: int);\nflow main on Job { " + steps +
         "changed; }\n";
}

TEST(Versions, WithOneChangedActorOfTenOldEnvelopesAtTheOthersNeverWait) {
  const MeshVersion old_version(TenActors("id: int"));
  const MeshVersion new_version(TenActors("id: int(0..9)"));
  Queues queues;
  CallLog log;
  Answers answers;
  for (int i = 0; i < 9; ++i) {
    const std::string name = "same" + std::to_string(i);
    answers[name] = log.Told(name, Json{{"trace", i}});
  }
  answers["changed"] = log.Told("changed", Json{{"trace", 99}});
  auto& entrance = queues.Entrance({&old_version});
  auto& host = queues.Serve(new_version, answers, {&new_version, &old_version});
  queues.Submit(entrance, old_version, "e", {{"id", 77}});
  // The clock stands still: whatever went back with a delay would stay there.
  ASSERT_TRUE(mesh::test::Eventually([&] { return log.calls().size() == 9; }));
  ASSERT_TRUE(mesh::test::Eventually([&] { return host.host().at_rest(); }));
  EXPECT_EQ(queues.ended(), 0U) << "the new handler takes no 77";
  EXPECT_TRUE(mesh::test::Eventually([&] {
    const auto actors = host.host().Read().actors;
    const auto changed = std::ranges::find(actors, "changed", &mesh::monitoring::ActorReading::name);
    return changed != actors.end() && changed->drifted == 1;
  }));
  // Its own version's host comes back, and serves it once the delay is over.
  queues.Serve(old_version, {{"changed", log.Told("old", Json{{"trace", 99}})}}, {&old_version});
  const auto ended = queues.Await(1);
  EXPECT_EQ(ended[0].status.phase, Phase::kSucceeded);
  EXPECT_EQ(log.calls().back(), (Json{{"old", {{"id", 77}}}}));
}

/// What ends an envelope at which no handler ever takes its call; `flow`: how the flow is declared.
std::string ErrorOfUntaken(const std::string& flow) {
  const auto mesh_of = [&flow](const char* type) {
    return std::string("mesh a.b; envelope Job { in id: int; }\nprocessor work(id: ") + type + ");\n" + flow +
           " { work; }\n";
  };
  const MeshVersion old_version(mesh_of("int"));
  const MeshVersion new_version(mesh_of("int(0..9)"));
  Queues queues;
  auto& entrance = queues.Entrance({&old_version});
  queues.Serve(new_version, {{"work", [](const Json&) { return Json::object(); }}},
               {&new_version, &old_version});
  queues.Submit(entrance, old_version, "e", {{"id", 77}});
  const auto ended = queues.Await(1);
  return ended[0].status.phase == Phase::kFailed ? ended[0].status.error->name : "";
}

TEST(Versions, WhatNobodyTakesForAnHourIsUnroutable) {
  EXPECT_EQ(ErrorOfUntaken("flow main on Job"), "unroutable");
}

TEST(Versions, WhatNobodyTakesHearsOfItsDeadline) {
  EXPECT_EQ(ErrorOfUntaken("flow main on Job sla 1m"), "deadline_exceeded");
}

TEST(Versions, WhatIsTriedAgainWaitsUnderTheNameThatItsTableKnows) {
  const auto mesh_of = [](const std::string& actor) {
    return "mesh a.b; envelope Job { in id: int; out reply: string; }\nerror busy retriable;\nprocessor " +
           actor + "(id: int) -> (reply: string) { raises busy; retry 2 backoff constant 1s; }\n";
  };
  const MeshVersion old_version(mesh_of("worker") + "flow main on Job { worker; }\n");
  std::string renamed = mesh_of("other") + "flow main on Job { other; }\n";
  const MeshVersion new_version(renamed.insert(renamed.find("processor"), "@was(\"worker\") "));
  Queues queues;
  CallLog log;
  auto& entrance = queues.Entrance({&old_version});
  queues.Submit(entrance, old_version, "e", {{"id", 1}});
  auto& newer = queues.Serve(new_version, {{"other", log.Told("other", Json{{"raise", "busy"}})}},
                             {&new_version, &old_version});
  queues.Until([&log] { return !log.calls().empty(); });
  // The release is taken back before the second attempt.
  queues.Stop(newer);
  queues.Serve(old_version, {{"worker", log.Told("worker", Json{{"reply", "done"}})}}, {&old_version});
  EXPECT_EQ(queues.Await(1)[0].status.phase, Phase::kSucceeded);
  EXPECT_EQ(log.calls().size(), 2U);
}

TEST_P(VersionsOn, TheOldQueueOfARenamedActorStaysBound) {
  const auto mesh_of = [](const std::string& name, const std::string& was) {
    return "mesh a.b; envelope Job { in id: int; out reply: string; }\n" + was + "processor " + name +
           "(id: int) -> (reply: string) { effect idempotent by id shared; }\nflow main on Job { " + name +
           "; }\n";
  };
  const MeshVersion old_version(mesh_of("worker", ""));
  const MeshVersion new_version(mesh_of("other", "@was(\"worker\") "));
  Queues queues(GetParam());
  CallLog log;
  auto& entrance = queues.Entrance({&old_version, &new_version});
  queues.Submit(entrance, old_version, "before", {{"id", 1}});
  queues.Serve(new_version, {{"other", log.Told("other", Json{{"reply", "done"}})}},
               {&new_version, &old_version});
  EXPECT_EQ(queues.Await(1)[0].status.phase, Phase::kSucceeded);
  // What was done under the one name is found under the other.
  auto& entrance_now = queues.Entrance({&new_version, &old_version});
  queues.Submit(entrance_now, new_version, "after", {{"id", 1}});
  const auto ended = queues.Await(2);
  EXPECT_EQ(ended[1].status.phase, Phase::kSucceeded);
  EXPECT_EQ(PayloadOf(new_version, ended[1])["reply"], "done");
  EXPECT_EQ(log.calls().size(), 1U);
}

TEST(Versions, StoredResultsAreJsonByNameWithTheirContract) {
  const auto mesh_of = [](const char* results) {
    return std::string("mesh a.b; envelope Job { in id: string; out low: int; out high: int; }\n") +
           "processor pay(id: string) -> (" + results + ") { effect idempotent by id shared; }\n" +
           "flow main on Job { pay; }\n";
  };
  const MeshVersion old_version(mesh_of("low: int, high: int"));
  const MeshVersion new_version(mesh_of("high: int, low: int"));
  Queues queues;
  CallLog log;
  const Answers answers = {{"pay", log.Told("pay", Json{{"low", 1}, {"high", 2}})}};
  auto& host = queues.Serve(new_version, answers, {&new_version, &old_version});
  auto& entrance = queues.Entrance({&old_version, &new_version});
  queues.Submit(entrance, old_version, "one", {{"id", "k"}});
  queues.Await(1);
  const auto stored = host.transport().ledger()->state().Get(mesh::state::EffectKey("", "pay", "\"k\""));
  ASSERT_TRUE(stored);
  EXPECT_EQ(Json::parse(*stored), (Json{{"contract", old_version.table().actors[0].contract},
                                        {"results", {{"low", 1}, {"high", 2}}}}));
  auto& entrance_now = queues.Entrance({&new_version, &old_version});
  queues.Submit(entrance_now, new_version, "two", {{"id", "k"}});
  const auto ended = queues.Await(2);
  EXPECT_EQ(PayloadOf(new_version, ended[1]), (Json{{"id", "k"}, {"low", 1}, {"high", 2}}));
  EXPECT_EQ(log.calls().size(), 1U);
}

}  // namespace
}  // namespace meshc::test
