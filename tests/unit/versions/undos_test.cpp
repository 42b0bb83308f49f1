// A call leaves its undo behind: hosts whose handler of the undo cannot take it do not make the call.
#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

#include "mesh/compatibility/judge.h"
#include "queues.h"

namespace meshc::test {
namespace {

using mesh::contract::Index;

/// Versions differ in the params of the undo only.
std::string Holding(const std::string& undo_params) {
  return R"(mesh a.b;
envelope Job { in id: int; in why: string = "full"; seat: int; out var reply: string = ""; }
error full recoverable;
processor hold(id: int) -> (seat: int) { undo free; }
processor free()" +
         undo_params + R"();
processor sell(id: int) -> (reply: string) { raises full; }
flow main on Job { saga { hold; sell; } } on full { set reply = "full"; }
)";
}

constexpr const char* kOldParams = "seat: int";
/// None of them takes what the old version's call leaves behind.
constexpr const char* kOther[] = {"seat: int(0..9)", "seat: int, why: string"};

Index FindActor(const MeshVersion& version, std::string_view name) {
  const auto found = std::ranges::find(version.table().actors, name, &mesh::contract::Actor::name);
  return static_cast<Index>(found - version.table().actors.begin());
}

TEST(Undos, TheCallIsNotServedWhereItsUndoIsNot) {
  const MeshVersion old_version(Holding(kOldParams));
  for (const char* params : kOther) {
    const MeshVersion new_version(Holding(params));
    const auto served = FindServed(mesh::compatibility::Side(new_version.table()),
                                   mesh::compatibility::Side(old_version.table()),
                                   std::vector<bool>(old_version.table().actors.size, true));
    EXPECT_FALSE(served.undos[FindActor(old_version, "free")]) << params;
    for (Index at = 0; at < old_version.table().points.size; ++at) {
      const mesh::contract::Point& point = old_version.table().points[at];
      if (!mesh::compatibility::IsDelivery(point)) continue;
      EXPECT_EQ(served.calls[at], point.actor != FindActor(old_version, "hold")) << params << point.name;
    }
  }
}

/// An envelope of the old version among hosts of the new one, a host for each actor.
class UndosOfOthers : public testing::Test {
 protected:
  std::vector<VersionHost*> Serve(const MeshVersion& own, const std::string& version,
                                  const std::vector<const MeshVersion*>& known) {
    const std::pair<const char*, Json> answers[] = {
        {"hold", {{"seat", 77}}}, {"free", Json::object()}, {"sell", {{"raise", "full"}}}};
    std::vector<VersionHost*> hosts;
    for (const auto& [actor, answer] : answers)
      hosts.push_back(&queues_.Serve(own, {{actor, log_.Told(version + "." + actor, answer)}}, known));
    return hosts;
  }
  std::vector<std::string> called() const {
    std::vector<std::string> names;
    for (const Json& call : log_.calls()) names.push_back(call.begin().key());
    return names;
  }

  const MeshVersion old_version_{Holding(kOldParams)};
  Queues queues_;
  CallLog log_;
};

using Names = std::vector<std::string>;

TEST_F(UndosOfOthers, ACallWaitsForHostsThatCanUndoIt) {
  const MeshVersion new_version(Holding("seat: int(0..9)"));
  queues_.Submit(queues_.Entrance({&old_version_}), old_version_, "e", {{"id", 1}});
  const auto newer = Serve(new_version, "new", {&new_version, &old_version_});
  queues_.Pass(20);
  EXPECT_EQ(called(), Names{}) << "nothing is done that cannot be undone";
  for (VersionHost* host : newer) queues_.Stop(*host);
  Serve(old_version_, "old", {&old_version_});
  const mesh::Envelope ended = queues_.Await(1)[0];
  ASSERT_EQ(ended.status.phase, mesh::Phase::kSucceeded) << ended.status.error->message;
  EXPECT_EQ(called(), (Names{"old.hold", "old.sell", "old.free"}));
}

TEST_F(UndosOfOthers, ACallWhoseUndoFitsIsMade) {
  const MeshVersion new_version(Holding("why: string?, seat: int"));
  queues_.Submit(queues_.Entrance({&old_version_}), old_version_, "e", {{"id", 1}});
  Serve(new_version, "new", {&new_version, &old_version_});
  EXPECT_EQ(PayloadOf(old_version_, queues_.Await(1)[0]).at("reply"), "full");
  EXPECT_EQ(called(), (Names{"new.hold", "new.sell", "new.free"}));
  EXPECT_EQ(log_.calls().back(), (Json{{"new.free", {{"seat", 77}}}}));
}

}  // namespace
}  // namespace meshc::test
