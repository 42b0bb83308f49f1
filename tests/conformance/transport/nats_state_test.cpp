// How a mesh on a NATS server writes its state: what is compared with what, and where it lies.
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/state/keys.h"
#include "mesh/transport/nats/nats_names.h"
#include "mesh/transport/nats/nats_store.h"
#include "tests/conformance/transport/nats_fixture.h"

namespace mesh::test {
namespace {

/// The state as a process sees it that has no transport.
struct OtherStore {
  OtherStore(const transport::NatsOptions& options, transport::Clock& clock)
      : connection(std::get<0>(transport::NatsConnection::Open(options))),
        names("shop", options.prefix),
        store({.connection = *connection, .publisher = publisher, .names = names, .clock = clock}) {}
  ~OtherStore() { publisher.Close(); }

  const std::unique_ptr<transport::NatsConnection> connection;
  transport::NatsPublisher publisher{*connection, [](const std::string&) {}};
  const transport::NatsNames names;
  transport::NatsStore store;
};

/// Neither waits for the other: what one has written says nothing of the other one.
TEST_F(NatsMesh, OfTwoWhoWriteFirstOneIsToldThatHeHas) {
  using transport::NatsStore;
  const auto makes_buckets = Open();
  OtherStore other_store(OptionsOf(Server(), prefix_), clock_);
  NatsStore& store = other_store.store;
  const std::string owner = state::RootKey("r");
  const auto first = [&](const std::string& end) {
    NatsStore::Loaded nothing;
    nothing.document.Make({.key = state::EndKey("r"), .value = end, .expires_ns = 1'000}, store.holder());
    return store.SignFirst(owner, std::move(nothing));
  };
  const auto write = [&](const std::shared_ptr<NatsStore::FirstWriting>& writing) {
    std::promise<transport::NatsConfirmation> stored;
    store.WriteFirst(writing, [&](const auto& confirmation) { stored.set_value(confirmation); });
    const auto written = store.TookFirst(owner, *writing, stored.get_future().get());
    return written ? *written : store.LookForFirst(owner, *writing);
  };
  const auto one = first("one");
  const auto other = first("other");
  EXPECT_EQ(write(other), NatsStore::Written::kDone);
  EXPECT_EQ(write(one), NatsStore::Written::kConflict);
  EXPECT_EQ(write(other), NatsStore::Written::kDone) << "its confirmation may have been lost";
  EXPECT_EQ(store.Get(state::EndKey("r")), "other");
  // Nor is who waits under the lock told that he has done it.
  auto loaded = *store.Load(owner, true);
  loaded.revision = 0;
  loaded.place = transport::NatsBuckets::Place::kNone;
  EXPECT_EQ(store.Write(owner, loaded), NatsStore::Written::kConflict);
}

/// Whoever keeps the messages of a mesh elsewhere plans on what he has read here, which may be long ago.
TEST_F(NatsMesh, WhatWasPlannedBeforeIsWrittenOnlyIfItHolds) {
  const auto transport = Open();
  const std::string key = state::EndKey("r");
  const auto put = [&key](std::optional<std::string> before, std::string value) {
    transport::Transition transition;
    transition.conditions.push_back({key, std::move(before)});
    transition.changes.push_back({.key = key, .value = std::move(value), .expires_ns = 1'000});
    return transition;
  };
  EXPECT_EQ(transport->ledger()->state().Get(key), std::nullopt) << "so it is known that nothing is there";
  bool planned_before = true;
  const auto plan = [&](const state::State& state) {
    return std::exchange(planned_before, false) ? put("was there", "stale") : put(state.Get(key), "fresh");
  };
  EXPECT_EQ(transport->ledger()->CarryOut(std::nullopt, plan), transport::Outcome::kDone);
  EXPECT_EQ(transport->ledger()->state().Get(key), "fresh");
}

/// Its documents are asked for meanwhile.
TEST_F(NatsMesh, WhatBeginsIsPlannedOnceUnlessSomethingIsThere) {
  const auto transport = Open();
  for (const bool is_there : {false, true}) {
    const std::string root = is_there ? "old" : "new";
    // Of another process: this one knows nothing of it.
    if (is_there) {
      const auto remember = [&](const state::State&) {
        return transport::Transition{
            .changes = {{.key = state::EndKey(root), .value = "ended", .expires_ns = 1'000'000}}};
      };
      ASSERT_EQ(Open()->ledger()->CarryOut(std::nullopt, remember), transport::Outcome::kDone);
    }
    std::vector<std::optional<std::string>> ends;
    const auto enter = [&](const state::State& state) {
      ends.push_back(state.Get(state::EndKey(root)));
      transport::Transition transition;
      if (!ends.back()) transition.sends.push_back({.mailbox = "work", .letter = {.id = root, .body = "b"}});
      return transition;
    };
    EXPECT_EQ(transport->ledger()->CarryOut(std::nullopt, enter), transport::Outcome::kDone);
    EXPECT_EQ(ends.size(), is_there ? 2U : 1U);
    EXPECT_EQ(ends.back(), is_there ? std::optional<std::string>("ended") : std::nullopt);
  }
  EXPECT_EQ(transport->Open("work").depth(), 1U);
}

/// What a root stays with, and what is only remembered of it: a signal that nobody waits for yet.
transport::Transition Put(const std::string& key, std::int64_t expires_ns) {
  return {.conditions = {{key, std::nullopt}},
          .changes = {{.key = key, .value = "v", .expires_ns = expires_ns}},
          .sends = {}};
}

TEST_F(NatsMesh, WhatTwoWriteAtOnceIsBothThereWhereverItStands) {
  const auto one = Open();
  const auto other = Open();
  constexpr std::int64_t kLater = 1'000'000'000'000;
  const std::vector<std::pair<std::int64_t, std::int64_t>> cases = {
      {state::kNeverExpires, kLater},
      {kLater, state::kNeverExpires},
      {kLater, kLater},
      {state::kNeverExpires, state::kNeverExpires}};
  for (const bool known : {false, true}) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const std::string root = "r" + std::to_string(i) + (known ? "k" : "");
      const auto remember = [&](const state::State&) { return Put(state::JoinKey(root, "j"), kLater); };
      if (known) one->ledger()->CarryOut(std::nullopt, remember);
      const auto inner = [&](const state::State&) { return Put(state::WaitsKey(root), cases[i].second); };
      int planned = 0;
      const auto outer = [&](const state::State& state) {
        const auto before = state.Get(state::WaitsKey(root));
        // Somebody else writes between what was read and what is written.
        if (++planned == 1) other->ledger()->CarryOut(std::nullopt, inner);
        auto transition = Put(state::RootKey(root), cases[i].first);
        transition.conditions.push_back({state::WaitsKey(root), before});
        return transition;
      };
      ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, outer), transport::Outcome::kDone);
      EXPECT_EQ(planned, 2) << root;
      EXPECT_EQ(other->ledger()->state().Get(state::RootKey(root)), "v") << root;
      EXPECT_EQ(one->ledger()->state().Get(state::WaitsKey(root)), "v") << root;
    }
  }
}

TEST_F(NatsMesh, WhatComesWhenAllIsOverDoesNotCount) {
  const std::string root = "r";
  const auto one = Open();
  const auto stays = [&](const state::State&) { return Put(state::RootKey(root), state::kNeverExpires); };
  ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, stays), transport::Outcome::kDone);
  const transport::NatsNames names("shop", prefix_);
  auto opened = transport::NatsConnection::Open(OptionsOf(Server(), prefix_));
  auto& connection = *std::get<std::unique_ptr<transport::NatsConnection>>(opened);
  const std::string subject = transport::NatsNames::Entry(names.state(), "root.r");
  const auto late = connection.Request("$JS.API.DIRECT.GET." + names.state() + "." + subject, "");
  ASSERT_TRUE(late && !late->body.empty());
  const auto ends = [&](const state::State&) {
    auto transition = Put(state::EndKey(root), 1'000'000'000'000);
    transition.changes.push_back({.kind = state::Change::Kind::kErase, .key = state::RootKey(root)});
    return transition;
  };
  ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, ends), transport::Outcome::kDone);
  // Who had decided that it stays, and was held up since.
  ASSERT_TRUE(connection.Request(subject, late->body));
  const auto other = Open();
  EXPECT_EQ(other->ledger()->state().Get(state::EndKey(root)), "v");
  EXPECT_EQ(other->ledger()->state().Get(state::RootKey(root)), std::nullopt);
  EXPECT_TRUE(other->ledger()->state().Scan("root").empty()) << "and it is gone";
}

TEST_F(NatsMesh, WhatIsSentAgainByItselfIsNotKept) {
  using transport::NatsStore;
  const auto one = Open();
  OtherStore other_store(OptionsOf(Server(), prefix_), clock_);
  NatsStore& store = other_store.store;
  for (const bool sends_again : {false, true}) {
    const std::string root = sends_again ? "again" : "once";
    const auto ends = [&](const state::State&) {
      auto transition = Put(state::EndKey(root), 1'000'000'000'000);
      transition.sends = {{.mailbox = "a", .letter = {.id = root, .body = "told"}}};
      transition.sends_again = sends_again;
      return transition;
    };
    ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, ends), transport::Outcome::kDone);
    const auto kept = store.Load(state::RootKey(root), true);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->document.batches.size(), sends_again ? 0U : 1U);
  }
  EXPECT_EQ(one->Open("a").depth(), 2U) << "both were sent";
}

TEST_F(NatsMesh, WhatHasNotComeIsBroughtByWhoeverFindsIt) {
  const std::string root = "r";
  const auto one = Open();
  const auto stays = [&](const state::State&) {
    return Put(state::ParkKey(root, "p"), state::kNeverExpires);
  };
  ASSERT_EQ(one->ledger()->CarryOut(std::nullopt, stays), transport::Outcome::kDone);
  const transport::NatsNames names("shop", prefix_);
  auto opened = transport::NatsConnection::Open(OptionsOf(Server(), prefix_));
  auto& connection = *std::get<std::unique_ptr<transport::NatsConnection>>(opened);
  // As if its process had ended between the two writings.
  ASSERT_TRUE(connection.Request("$JS.API.STREAM.PURGE." + names.state(), ""));
  const auto other = Open();
  EXPECT_EQ(other->ledger()->state().Get(state::ParkKey(root, "p")), "v");
  EXPECT_EQ(other->ledger()->state().Scan(state::AllParks()).size(), 1U) << "and there operators look";
}

}  // namespace
}  // namespace mesh::test
