// Retries wait their turn on the clock, and no longer than the deadline.
#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/support/times.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {
namespace {

/// Fails at once on every attempt and notes when it was called.
class BusyMesh {
 public:
  explicit BusyMesh(const CallOptions& options, host::HostOptions host_options = {})
      : mesh_(options),
        fixture_(
            mesh_.table(),
            {EntryOf(mesh_.table(), "work", [this](auto, actor::Context& context) { return Note(context); }),
             EntryOf(mesh_.table(), "fallback", Returns(Value::String("fallback")))},
            std::move(host_options)) {}

  /// Moves the clock from one planned moment to the next until the envelope has ended.
  Envelope Run() {
    EXPECT_TRUE(fixture_.Submit(Text()));
    // Only while nothing runs: a call whose limit has come before it returns would be disowned.
    for (fixture_.Settle(); fixture_.arrivals.size() == 0; fixture_.Settle()) {
      const auto next = fixture_.clock.next_ns();
      if (!next) {
        ADD_FAILURE() << "nothing is under way any more";
        return {};
      }
      fixture_.clock.Advance(*next - fixture_.clock.now_ns());
    }
    return fixture_.arrivals.WaitFor(1).front();
  }

  const std::vector<std::int64_t>& called_at() const { return called_at_; }

 private:
  actor::Outcome Note(const actor::Context& context) {
    called_at_.push_back(context.now_ns());
    return Error{.name = "busy", .message = {}, .actor = {}, .detail = {}};
  }

  std::vector<std::int64_t> called_at_;
  CallMesh mesh_;
  HostFixture fixture_;
};

TEST(Retry, ConstantDelaysStayTheSame) {
  BusyMesh mesh({.retry = {.attempts = 4, .backoff = contract::Backoff::kConstant, .delay_ns = kSecondNs}});
  mesh.Run();
  EXPECT_EQ(mesh.called_at(), (std::vector<std::int64_t>{0, kSecondNs, 2 * kSecondNs, 3 * kSecondNs}));
}

TEST(Retry, LinearDelaysGrowByTheFirst) {
  BusyMesh mesh({.retry = {.attempts = 4, .backoff = contract::Backoff::kLinear, .delay_ns = kSecondNs}});
  mesh.Run();
  EXPECT_EQ(mesh.called_at(), (std::vector<std::int64_t>{0, kSecondNs, 3 * kSecondNs, 6 * kSecondNs}));
}

TEST(Retry, ExponentialDelaysDoubleUpToTheirBound) {
  BusyMesh mesh({.retry = {.attempts = 5,
                           .backoff = contract::Backoff::kExponential,
                           .delay_ns = kSecondNs,
                           .max_delay_ns = 3 * kSecondNs}});
  mesh.Run();
  EXPECT_EQ(mesh.called_at(),
            (std::vector<std::int64_t>{0, kSecondNs, 3 * kSecondNs, 6 * kSecondNs, 9 * kSecondNs}));
}

TEST(Retry, JitterPlacesADelayBetweenItsHalfAndItsWhole) {
  BusyMesh mesh({.retry = {.attempts = 2, .jitter = true, .delay_ns = 4 * kSecondNs}},
                {.random = [] { return 0.25; }});
  mesh.Run();
  EXPECT_EQ(mesh.called_at(), (std::vector<std::int64_t>{0, 2 * kSecondNs + kSecondNs / 2}));
}

TEST(Retry, TheDeadlineEndsTheWaiting) {
  BusyMesh mesh({.sla_ns = 5 * kSecondNs,
                 .retry = {.attempts = 3, .delay_ns = 60 * kSecondNs},
                 .caught = contract::BuiltinError::kCount});
  const Envelope ended = mesh.Run();
  ASSERT_TRUE(ended.status.error);
  EXPECT_EQ(ended.status.error->name, "deadline_exceeded");
  EXPECT_EQ(mesh.called_at().size(), 1U);
  EXPECT_EQ(ended.status.updated_at_ns, 5 * kSecondNs + 1);
}

}  // namespace
}  // namespace mesh::test
