// Copies that taps make are part of the work, and of the credit.
#include <atomic>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

Envelope Bare(std::string id) { return NewEnvelope(std::move(id), ValueList(1)); }

/// `copy` waits at the gate, `work` does not.
class TappedMesh {
 public:
  explicit TappedMesh(host::HostOptions options, Answer copy = nullptr)
      : fixture_(mesh_.table(),
                 {EntryOf(mesh_.table(), "copy",
                          copy ? copy
                               : [this](auto, auto&) {
                                   gate_.Pass();
                                   ++copies_;
                                   return actor::Results{};
                                 }),
                  EntryOf(mesh_.table(), "work", Returns(Value::Int(1)))},
                 std::move(options)) {}

  HostFixture& fixture() { return fixture_; }
  Gate& gate() { return gate_; }
  int copies() const { return copies_; }

 private:
  Gate gate_;
  std::atomic<int> copies_ = 0;
  TapMesh mesh_{/*concurrency=*/1};
  HostFixture fixture_;
};

TEST(Taps, EveryCopyRunsBeforeTheHostHasNothingMoreToDo) {
  constexpr int kEnvelopes = 100;
  TappedMesh mesh({});
  for (int i = 0; i < kEnvelopes; ++i) ASSERT_TRUE(mesh.fixture().Submit(Bare(std::to_string(i))));
  mesh.fixture().arrivals.WaitFor(kEnvelopes);
  EXPECT_EQ(mesh.copies(), 0) << "all have ended, and no copy has";
  std::thread opener([&mesh] { mesh.gate().Open(); });
  mesh.fixture().host.Drain();
  EXPECT_EQ(mesh.copies(), kEnvelopes);
  opener.join();
  EXPECT_EQ(mesh.fixture().host.retained(), host::Retained{});
}

TEST(Taps, CopiesCountTowardsTheCredit) {
  constexpr std::uint32_t kCredit = 4;
  constexpr std::size_t kEnvelopes = 20;
  TappedMesh mesh({.max_envelopes = kCredit});
  std::thread submitter([&mesh] {
    for (std::size_t i = 0; i < kEnvelopes; ++i) EXPECT_TRUE(mesh.fixture().Submit(Bare(std::to_string(i))));
  });
  mesh.fixture().arrivals.WaitFor(kCredit);
  EXPECT_TRUE(Eventually([&mesh] { return mesh.fixture().host.retained().inside == kCredit; }));
  // Each envelope has ended before the next entered, or entered beside it; its copy holds a place.
  EXPECT_LE(mesh.fixture().arrivals.size(), 2 * kCredit);
  mesh.gate().Open();
  submitter.join();
  mesh.fixture().arrivals.WaitFor(kEnvelopes);
  mesh.fixture().host.Drain();
  EXPECT_EQ(mesh.copies(), static_cast<int>(kEnvelopes));
}

TEST(Taps, TheErrorOfACopyIsCountedAndNotRaised) {
  TappedMesh mesh({}, Raises("crash"));
  EXPECT_EQ(mesh.fixture().Run(Bare("e")).status.phase, Phase::kSucceeded);
  mesh.fixture().host.Drain();
  EXPECT_EQ(mesh.fixture().host.counts().failed.at("crash"), 1U);
}

TEST(Taps, AnEnvelopeWhoseCopyRunsIsUnderWay) {
  TappedMesh mesh({});
  mesh.fixture().Run(Bare("e"));
  EXPECT_FALSE(mesh.fixture().Submit(Bare("e"))) << "what it leaves behind would be mixed up";
  mesh.gate().Open();
  mesh.fixture().host.Drain();
  EXPECT_TRUE(mesh.fixture().Submit(Bare("e")));
}

}  // namespace
}  // namespace mesh::test
