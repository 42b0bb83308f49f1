// What becomes of an envelope whose handler throws, lies, fails or never returns.
#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

TEST(FailingHandlers, AHandlerThatReturnsEndsTheEnvelopeWell) {
  const CallMesh mesh({});
  HostFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String("done"))));
  const Envelope ended = fixture.Run(Text());
  EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  EXPECT_EQ(ReplyOf(ended), "done");
  EXPECT_EQ(fixture.host.counts().handled, 1U);
}

TEST(FailingHandlers, AnExceptionIsACrashThatAClauseCatches) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCrash});
  HostFixture fixture(mesh.table(),
                      Calls(mesh, [](auto, auto&) -> actor::Outcome { throw std::runtime_error("boom"); }));
  const Envelope ended = fixture.Run(Text());
  EXPECT_EQ(ended.status.phase, Phase::kSucceeded);
  EXPECT_EQ(ReplyOf(ended), "fallback");
  EXPECT_EQ(fixture.host.counts().failed.at("crash"), 1U);
}

TEST(FailingHandlers, AnUncaughtCrashTellsWhatWasThrownAndWhere) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  HostFixture fixture(mesh.table(),
                      Calls(mesh, [](auto, auto&) -> actor::Outcome { throw std::runtime_error("boom"); }));
  const Envelope ended = fixture.Run(Text());
  EXPECT_EQ(ended.status.phase, Phase::kFailed);
  ASSERT_TRUE(ended.status.error);
  EXPECT_EQ(ended.status.error->name, "crash");
  EXPECT_EQ(ended.status.error->message, "boom");
  EXPECT_EQ(ended.status.error->actor, "work");
}

TEST(FailingHandlers, AConstructorThatThrowsIsACrashToo) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  auto handlers = Calls(mesh, Returns(Value::String("never")));
  handlers.front().make = []() -> std::unique_ptr<actor::Handler> {
    throw std::runtime_error("no model file");
  };
  HostFixture fixture(mesh.table(), std::move(handlers));
  const Envelope ended = fixture.Run(Text());
  ASSERT_TRUE(ended.status.error);
  EXPECT_EQ(ended.status.error->message, "no model file");
}

TEST(FailingHandlers, AResultOutsideItsSchemaIsAContractViolation) {
  const CallMesh mesh({.retry = {.attempts = 3}, .caught = contract::BuiltinError::kCount});
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(), Calls(mesh, [&calls](auto, auto&) -> actor::Outcome {
                        ++calls;
                        return actor::Results{{Value::String(std::string(2000, 'x'))}};
                      }));
  const Envelope ended = fixture.Run(Text());
  ASSERT_TRUE(ended.status.error);
  EXPECT_EQ(ended.status.error->name, "contract_violation");
  EXPECT_FALSE(ended.payload[CallMesh::kReply].present());
  EXPECT_EQ(calls, 1) << "a fatal error is not retried";
}

TEST(FailingHandlers, AResultOfTheWrongKindIsAContractViolation) {
  const CallMesh mesh({.caught = contract::BuiltinError::kContractViolation});
  HostFixture fixture(mesh.table(),
                      Calls(mesh, [](auto, auto&) -> actor::Outcome { return actor::Choice{0}; }));
  EXPECT_EQ(ReplyOf(fixture.Run(Text())), "fallback");
}

TEST(FailingHandlers, ATooLargePayloadIsAContractViolationOfWhoMadeIt) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  HostFixture fixture(mesh.table(), Calls(mesh, Returns(Value::String(std::string(900, 'x')))),
                      {.max_payload_bytes = 500});
  const Envelope ended = fixture.Run(Text());
  ASSERT_TRUE(ended.status.error);
  EXPECT_EQ(ended.status.error->name, "contract_violation");
}

TEST(FailingHandlers, AnErrorThatAlwaysComesIsRetriedAsOftenAsSaidAndThenCaught) {
  const CallMesh mesh({.retry = {.attempts = 4}});
  std::atomic<int> calls = 0;
  std::vector<std::uint32_t> attempts;
  HostFixture fixture(mesh.table(), Calls(mesh, [&](auto, actor::Context& context) -> actor::Outcome {
                        attempts.push_back(context.attempt());
                        ++calls;
                        return Error{.name = "busy", .message = {}, .actor = {}, .detail = {}};
                      }));
  const Envelope ended = fixture.Run(Text());
  EXPECT_EQ(ReplyOf(ended), "fallback");
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(attempts, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(fixture.host.counts().retried, 3U);
  EXPECT_EQ(fixture.host.counts().failed.at("busy"), 1U);
}

TEST(FailingHandlers, AHandlerThatNeverReturnsTimesOutAndTheClauseRuns) {
  const CallMesh mesh({.timeout_ns = kSecondNs, .caught = contract::BuiltinError::kTimeout});
  Gate gate;
  HostFixture fixture(mesh.table(),
                      Calls(mesh,
                            [&gate](auto, auto&) -> actor::Outcome {
                              gate.Pass();
                              return actor::Results{{Value::String("too late")}};
                            }),
                      {.threads = 1});
  ASSERT_TRUE(fixture.Submit(Text()));
  gate.WaitForArrivals(1);
  fixture.clock.Advance(kSecondNs);
  const Envelope ended = fixture.arrivals.WaitFor(1).front();
  EXPECT_EQ(ReplyOf(ended), "fallback") << "the only worker hangs: another one has taken its place";
  EXPECT_EQ(fixture.host.overruns(), 1U);
  gate.Open();
}

TEST(FailingHandlers, ADisownedResultChangesNothing) {
  const CallMesh mesh({.timeout_ns = kSecondNs, .retry = {.attempts = 2}});
  Gate gate;
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(), Calls(mesh, [&](auto, auto&) -> actor::Outcome {
                        const bool first = ++calls == 1;
                        if (first) gate.Pass();
                        return actor::Results{{Value::String(first ? "disowned" : "second")}};
                      }));
  ASSERT_TRUE(fixture.Submit(Text()));
  gate.WaitForArrivals(1);
  fixture.clock.Advance(kSecondNs);
  const Envelope ended = fixture.arrivals.WaitFor(1).front();
  gate.Open();
  EXPECT_EQ(ReplyOf(ended), "second");
  EXPECT_EQ(fixture.host.counts().handled, 1U);
  EXPECT_EQ(fixture.arrivals.size(), 1U);
}

TEST(FailingHandlers, TheContextTellsAHandlerThatItTimedOut) {
  const CallMesh mesh({.timeout_ns = kSecondNs});
  Gate started;
  std::atomic<bool> told = false;
  HostFixture fixture(mesh.table(), Calls(mesh, [&](auto, actor::Context& context) -> actor::Outcome {
                        Gate stopped;
                        const std::stop_callback on_stop(context.stop_token(),
                                                         [&stopped] { stopped.Open(); });
                        started.Open();
                        started.Pass();
                        stopped.Pass();
                        told = context.cancelled();
                        return actor::Results{{Value::String("late")}};
                      }));
  ASSERT_TRUE(fixture.Submit(Text()));
  started.WaitForArrivals(1);
  fixture.clock.Advance(kSecondNs);
  EXPECT_EQ(ReplyOf(fixture.arrivals.WaitFor(1).front()), "fallback");
  fixture.host.Stop(0);
  EXPECT_TRUE(Eventually([&] { return fixture.host.overruns() == 0; }));
  EXPECT_TRUE(told);
}

TEST(FailingHandlers, AFactoryThatReturnsNullIsACrash) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  auto handlers = Calls(mesh, Returns(Value::String("never")));
  handlers.front().make = [] { return std::unique_ptr<actor::Handler>(); };
  HostFixture fixture(mesh.table(), std::move(handlers));
  const Envelope ended = fixture.Run(Text());
  ASSERT_TRUE(ended.status.error);
  EXPECT_EQ(ended.status.error->name, "crash");
  EXPECT_EQ(ended.status.error->message, "the factory of its handler returned null");
}

TEST(FailingHandlers, AnErrorIsBoundedLikeAPayload) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  HostFixture fixture(
      mesh.table(),
      Calls(mesh, [](auto, auto&) -> actor::Outcome { throw std::runtime_error(std::string(100'000, 'x')); }),
      {.max_payload_bytes = 5'000});
  const Envelope ended = fixture.Run(Text());
  ASSERT_TRUE(ended.status.error);
  EXPECT_EQ(ended.status.error->name, "contract_violation");
  EXPECT_LT(ended.status.error->message.size(), 200U);
}

TEST(FailingHandlers, ErrorsThatAreNotDeclaredAreCountedAsOne) {
  const CallMesh mesh({.caught = contract::BuiltinError::kCount});
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(), Calls(mesh, [&calls](auto, auto&) -> actor::Outcome {
                        return Error{.name = "e" + std::to_string(++calls)};
                      }));
  for (int i = 0; i < 10; ++i) fixture.Run(Text());
  EXPECT_EQ(fixture.host.counts().failed, (std::map<std::string, std::uint64_t>{{"contract_violation", 10}}));
}

TEST(FailingHandlers, AnActorWhoseCallsNeverComeBackTakesNoMore) {
  const CallMesh mesh(
      {.timeout_ns = kSecondNs, .concurrency = 1, .caught = contract::BuiltinError::kTimeout});
  Gate gate;
  std::atomic<int> calls = 0;
  HostFixture fixture(mesh.table(),
                      Calls(mesh,
                            [&](auto, auto&) -> actor::Outcome {
                              ++calls;
                              gate.Pass();
                              return actor::Results{{Value::String("late")}};
                            }),
                      {.threads = 2, .max_overruns = 2});
  for (std::uint32_t i = 1; i <= 2; ++i) {
    ASSERT_TRUE(fixture.Submit(Text("hangs" + std::to_string(i))));
    gate.WaitForArrivals(i);
    fixture.clock.Advance(kSecondNs);
    fixture.arrivals.WaitFor(i);
  }
  EXPECT_EQ(fixture.host.unhealthy(), std::vector<std::string>{"work"});
  ASSERT_TRUE(fixture.Submit(Text("waits")));
  fixture.Settle();
  EXPECT_EQ(calls, 2) << "the third envelope did not reach a handler";
  gate.Open();
  EXPECT_EQ(ReplyOf(fixture.arrivals.WaitFor(3).back()), "late") << "calls came back, so it takes more";
  EXPECT_TRUE(fixture.host.unhealthy().empty());
}

}  // namespace
}  // namespace mesh::test
