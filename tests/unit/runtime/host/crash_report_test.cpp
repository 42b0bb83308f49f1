// A handler that kills the process: its last words.
#include "mesh/host/crash_report.h"

#include <csignal>
#include <cstdlib>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

/// Runs two envelopes: one hangs in `fallback`'s place, the other does what `work` does.
[[noreturn]] void RunAndCrash(const Answer& work) {
  const ForkMesh mesh;
  Gate other;
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "left",
                                             [&](auto arguments, auto& context) {
                                               other.WaitForArrivals(1);
                                               return work(arguments, context);
                                             }),
                                     EntryOf(mesh.table(), "right", [&other](auto, auto&) {
                                       other.Pass();
                                       return actor::Results{{Value::Int(2)}};
                                     })});
  const host::CrashReport report(fixture.host.call_marks());
  if (!fixture.Submit(NewEnvelope("order 7", ValueList(3)))) std::_Exit(1);
  fixture.arrivals.WaitFor(1);
  std::_Exit(0);
}

class CrashReportTest : public testing::Test {
 protected:
  CrashReportTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

/// Stands for any fault: sanitizers have ideas of their own about real ones.
Answer Raising(int signal) {
  return [signal](auto, auto&) -> actor::Outcome {
    std::raise(signal);
    return actor::Results{};
  };
}

TEST_F(CrashReportTest, SaysWhichSignalAndWhichEnvelopesWereInWhichActor) {
  EXPECT_EXIT(RunAndCrash(Raising(SIGSEGV)), testing::KilledBySignal(SIGSEGV),
              "the process ends by SIGSEGV \\(segmentation fault\\) in the handler of `left` with envelope "
              "[-0-9a-f]+\nunder way then: `right` with envelope [-0-9a-f]+\n");
}

TEST_F(CrashReportTest, AnAbortIsReportedToo) {
  EXPECT_EXIT(RunAndCrash([](auto, auto&) -> actor::Outcome { std::abort(); }),
              testing::KilledBySignal(SIGABRT), "ends by SIGABRT \\(aborted\\) in the handler of `left`");
}

/// Deeper than any stack; the writes keep the compiler from making a loop of it.
std::size_t Recurse(const volatile char* above, std::size_t depth) {
  if (depth == 0) return 0;
  volatile char here[4096];
  here[0] = above == nullptr ? 'x' : above[0];
  return Recurse(here, depth - 1) + (here[0] == 'x' ? 1U : 0U);
}

TEST_F(CrashReportTest, AStackThatIsUsedUpIsReportedToo) {
  EXPECT_EXIT(RunAndCrash([](auto, auto&) -> actor::Outcome {
                return actor::Results{{Value::Int(static_cast<std::int64_t>(Recurse(nullptr, 1'000'000)))}};
              }),
              testing::KilledBySignal(SIGSEGV), "ends by SIGSEGV .* in the handler of `left`");
}

TEST_F(CrashReportTest, OutsideOfAnyHandlerItSaysSo) {
  const auto crash = [] {
    const host::CrashReport report({});
    std::raise(SIGFPE);
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGFPE),
              "SIGFPE \\(arithmetic fault\\), outside of any handler");
}

TEST_F(CrashReportTest, NothingInAnIdMakesALineOfItsOwn) {
  const auto crash = [] {
    host::CallMark mark;
    mark.Set("work", "a\nforged: \x1b[31m");
    const host::CrashReport report({&mark});
    std::raise(SIGBUS);
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGBUS),
              "in the handler of `work` with envelope a\\?forged: \\?");
}

TEST_F(CrashReportTest, ItIsGoneWithTheReport) {
  const auto crash = [] {
    { const host::CrashReport report({}); }
    std::raise(SIGABRT);
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGABRT), "^$");
}

TEST(CallMark, ShortensWhatIsLong) {
  host::CallMark mark;
  mark.Set(std::string(1'000, 'a'), std::string(1'000, 'e'));
  EXPECT_EQ(std::string(mark.actor()), std::string(63, 'a'));
  EXPECT_EQ(std::string(mark.envelope_id()), std::string(63, 'e'));
}

}  // namespace
}  // namespace mesh::test
