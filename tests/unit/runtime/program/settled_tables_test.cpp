// What a settings file says of calls holds where the mesh declares otherwise, and in no version's digest.
#include "mesh/program/settled_tables.h"

#include <gtest/gtest.h>

#include "mesh/route/router.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

actor::CallsOfActors ForWork(actor::CallSettings calls) { return {{"work", std::move(calls)}}; }

actor::RetrySettings Retry(std::uint32_t attempts, std::vector<std::string> errors = {}) {
  return {.attempts = attempts, .delay_ns = kSecond, .errors = std::move(errors)};
}

/// When `work`, which is always busy, is called under these settings.
std::vector<std::int64_t> CalledAt(const actor::CallSettings& calls) {
  const CallMesh mesh({});
  program::SettledTables tables(ForWork(calls));
  const contract::RouteTable& settled = *tables.Apply(contract::Version(&mesh.table())).table;
  std::vector<std::int64_t> called;
  HostFixture fixture(settled, {EntryOf(settled, "work",
                                        [&](auto, actor::Context& context) -> actor::Outcome {
                                          called.push_back(context.now_ns());
                                          return Error{
                                              .name = "busy", .message = {}, .actor = {}, .detail = {}};
                                        }),
                                EntryOf(settled, "fallback", Returns(Value::String("fallback")))});
  EXPECT_TRUE(fixture.Submit(NewEnvelope("e", {Value::String("x"), Value()})));
  for (fixture.Settle(); fixture.arrivals.size() == 0; fixture.Settle()) {
    const auto next = fixture.clock.next_ns();
    if (!next) {
      ADD_FAILURE() << "nothing is under way any more";
      break;
    }
    fixture.clock.Advance(*next - fixture.clock.now_ns());
  }
  return called;
}

TEST(SettledTables, RetryAsTheHostIsTold) {
  EXPECT_EQ(CalledAt({}), (std::vector<std::int64_t>{0})) << "as it is declared";
  const std::vector<std::int64_t> thrice{0, kSecond, 2 * kSecond};
  EXPECT_EQ(CalledAt({.timeout_ns = {}, .retry = Retry(3), .concurrency = {}}), thrice);
  EXPECT_EQ(CalledAt({.timeout_ns = {}, .retry = Retry(3, {"busy"}), .concurrency = {}}), thrice);
  EXPECT_EQ(CalledAt({.timeout_ns = {}, .retry = Retry(3, {"timeout"}), .concurrency = {}}),
            (std::vector<std::int64_t>{0}));
  EXPECT_EQ(CalledAt({.timeout_ns = {}, .retry = Retry(3, {"of_another_version"}), .concurrency = {}}),
            (std::vector<std::int64_t>{0}))
      << "a list of errors that this version has not is no empty list";
}

TEST(SettledTables, ChangeWhatIsSaidAndNothingElse) {
  const CallMesh mesh({.timeout_ns = 5 * kSecond, .concurrency = 2});
  program::SettledTables tables(
      ForWork({.timeout_ns = 9 * kSecond, .retry = std::nullopt, .concurrency = 7}));
  const contract::Version settled = tables.Apply(contract::Version(&mesh.table()));
  ASSERT_NE(settled.table, &mesh.table());
  EXPECT_EQ(settled.table->digest, mesh.table().digest);
  EXPECT_EQ(settled.table->actors[1].timeout_ns, 9 * kSecond);
  EXPECT_EQ(settled.table->actors[1].concurrency, 7U);
  EXPECT_EQ(settled.table->actors[1].retry, mesh.table().actors[1].retry);
  EXPECT_EQ(settled.table->actors[0].timeout_ns, mesh.table().actors[0].timeout_ns);
  EXPECT_EQ(mesh.table().actors[1].timeout_ns, 5 * kSecond);
}

TEST(SettledTables, LeaveAVersionAloneThatHasNoneOfTheActors) {
  const CallMesh mesh({});
  program::SettledTables tables({{"nobody", {.timeout_ns = kSecond, .retry = {}, .concurrency = {}}}});
  EXPECT_EQ(tables.Apply(contract::Version(&mesh.table())).table, &mesh.table());
}

TEST(SettledTables, LetACallStateItsOwn) {
  const CallMesh mesh({.timeout_ns = 5 * kSecond});
  contract::RouteTable table = mesh.table();
  std::vector<contract::Point> points(table.points.begin(), table.points.end());
  points.back().timeout_ns = 3 * kSecond;
  table.points = {points.data(), static_cast<contract::Index>(points.size())};
  program::SettledTables tables(ForWork({.timeout_ns = 9 * kSecond, .retry = {}, .concurrency = {}}));
  const contract::RouteTable& settled = *tables.Apply(contract::Version(&table)).table;
  EXPECT_EQ(settled.points[4].timeout_ns, 3 * kSecond);
}

TEST(SettledTables, SayWhichErrorIsUnknown) {
  const CallMesh mesh({});
  const std::vector<contract::Version> tables = {contract::Version(&mesh.table())};
  const auto unknown = [&](const char* error, const std::vector<contract::Version>& known) {
    return program::FindUnknownError(
        ForWork({.timeout_ns = {}, .retry = Retry(2, {error}), .concurrency = {}}), known);
  };
  EXPECT_EQ(unknown("busy", tables), "");
  EXPECT_EQ(unknown("buzy", tables),
            "`actors.work.retry.errors`: the mesh has no error `buzy`; did you mean `busy`?");
  // Hosts of a new version begin with the former table, which may have fewer errors.
  contract::RouteTable former = mesh.table();
  former.errors.size = static_cast<contract::Index>(contract::BuiltinError::kCount);
  EXPECT_NE(unknown("busy", {contract::Version(&former)}), "");
  EXPECT_EQ(unknown("busy", {contract::Version(&former), tables.front()}), "");
}

}  // namespace
}  // namespace mesh::test
