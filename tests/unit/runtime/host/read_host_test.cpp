// What operators read off a host.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/durable_fixture.h"
#include "tests/support/park_mesh.h"
#include "tests/support/sample_meshes.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

const monitoring::ActorReading& ActorOf(const monitoring::Reading& reading, std::string_view name) {
  return *std::ranges::find(reading.actors, name, &monitoring::ActorReading::name);
}

transport::Contents ContentsOf(const monitoring::Reading& reading, std::string_view name) {
  const auto at = std::ranges::find(reading.mailboxes, name, &monitoring::MailboxReading::name);
  return at == reading.mailboxes.end() ? transport::Contents() : at->contents;
}

TEST(ReadHost, CountsVisitsAndTheirDurations) {
  const CallMesh mesh({.retry = {.attempts = 3}, .caught = contract::BuiltinError::kCount});
  HostFixture fixture(mesh.table(), Calls(mesh, Raises("busy")));
  fixture.Run(Text("e"));
  const monitoring::Reading reading = fixture.host.Read();
  const monitoring::ActorReading& work = ActorOf(reading, "work");
  EXPECT_EQ(work.deliveries, 3U);
  EXPECT_EQ(work.handled, 3U);
  EXPECT_EQ(work.retried, 2U);
  EXPECT_EQ(work.handler.counts.front(), 3U) << "the clock stands still";
  EXPECT_EQ(work.in_flight, 0U);
  EXPECT_EQ(reading.ended_failed, 1U);
  EXPECT_EQ(reading.failed.size(), 1U);
}

class ReadMesh : public testing::TestWithParam<DurableKind> {};

INSTANTIATE_TEST_SUITE_P(On, ReadMesh, testing::Values(DurableKind::kSqlite, DurableKind::kNats), KindName);

TEST_P(ReadMesh, SeesWhatWaitsAnywhere) {
  const CallMesh mesh({});
  Gate gate;
  DurableFixture fixture(mesh.table(),
                         Calls(mesh,
                               [&gate](auto, auto&) {
                                 gate.Pass();
                                 return actor::Results{{Value::String("done")}};
                               }),
                         GetParam());
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(fixture.Submit(Text(std::to_string(i))));
  gate.WaitForArrivals(2);
  // What a server lends just then is for a moment neither with those that wait nor with those on loan.
  monitoring::Reading reading;
  transport::Contents work;
  EXPECT_TRUE(Eventually([&] {
    reading = fixture.entrance.host().Read();
    work = ContentsOf(reading, "work");
    return work.waiting + work.lent.value_or(0) == 5;
  })) << "it serves none of it itself";
  EXPECT_GE(work.lent, 2U) << "what hosts have taken ahead may be more";
  EXPECT_EQ(ContentsOf(reading, "@sink").waiting, 0U);
  EXPECT_EQ(reading.inside, 5U);
  EXPECT_EQ(ActorOf(fixture.one.host().Read(), "work").in_flight, 1U);
  gate.Open();
  fixture.arrivals.WaitFor(5);
  // Who submits counts none of them: an end counts where it is recorded, once.
  const auto recorded = [&] {
    return fixture.one.host().Read().ended_succeeded + fixture.other.host().Read().ended_succeeded;
  };
  EXPECT_TRUE(Eventually([&] { return recorded() == 5; })) << recorded();
  EXPECT_EQ(fixture.entrance.host().Read().ended_succeeded, 0U);
}

TEST_P(ReadMesh, CountsWhatIsParkedAnywhere) {
  const ParkMesh mesh;
  DurableFixture fixture(mesh.table(), {EntryOf(mesh.table(), "tidy", Returns(Value()))}, GetParam());
  ASSERT_TRUE(fixture.Submit(NewEnvelope("e", ValueList(1))));
  EXPECT_TRUE(Eventually([&] { return fixture.entrance.host().Read().open_parks == 1; }));
  EXPECT_TRUE(monitoring::IsReady(fixture.entrance.host().Checks()));
}

}  // namespace
}  // namespace mesh::test
