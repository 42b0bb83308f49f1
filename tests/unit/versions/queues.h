// Hosts of several versions on one home, each as in a process of its own, on one manual clock.
#pragma once

#include <poll.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/transport/steady_clock.h"
#include "tests/support/times.h"
#include "two_versions.h"

namespace meshc::test {

using mesh::test::kSecondNs;

/// A host of one version that knows the tables of several, on a connection of its own.
class VersionHost {
 public:
  VersionHost(const mesh::test::DurableHome& home, mesh::transport::Clock& clock, const MeshVersion& own,
              const Answers& answers, std::vector<const MeshVersion*> known,
              mesh::host::HostOptions options = {.threads = 16})
      : actors_(HandlersOf(own, answers)) {
    for (const MeshVersion* version : known) tables_.push_back(version->version());
    transport_ = home.Open(clock);
    host_ = std::make_unique<mesh::host::Host>(
        mesh::host::HostParts{tables_, actors_, *transport_, clock, idempotency_, own.version()},
        std::move(options));
  }
  mesh::host::Host& host() { return *host_; }
  mesh::transport::Transport& transport() { return *transport_; }

 private:
  mesh::state::MemoryIdempotencyStore idempotency_;
  std::vector<mesh::contract::Version> tables_;
  std::vector<mesh::actor::Entry> actors_;
  std::unique_ptr<mesh::transport::Transport> transport_;
  std::unique_ptr<mesh::host::Host> host_;
};

/// Of a mesh `a.b`. On a file time passes at will; on a server, of which nobody sees whether all is at rest,
/// it is that of the machine.
class Queues {
 public:
  explicit Queues(mesh::test::DurableKind kind = mesh::test::DurableKind::kSqlite) : home_(kind, "a.b") {}

  VersionHost& Serve(const MeshVersion& own, const Answers& answers, std::vector<const MeshVersion*> known) {
    return *hosts_.emplace_back(
        std::make_unique<VersionHost>(home_, clock(), own, answers, std::move(known)));
  }
  /// New envelopes enter on the first one.
  VersionHost& Entrance(std::vector<const MeshVersion*> known) {
    const MeshVersion& newest = *known.front();
    return *hosts_.emplace_back(std::make_unique<VersionHost>(
        home_, clock(), newest, Answers{}, std::move(known),
        mesh::host::HostOptions{.max_envelopes = 100,
                                .waiter = "entrance" + std::to_string(hosts_.size()),
                                .serves_sink = false,
                                .serves_control = false}));
  }
  void Submit(VersionHost& entrance, const MeshVersion& version, const std::string& id, const Json& fields) {
    ASSERT_TRUE(entrance.host().Submit(0, EnvelopeOf(version, id, fields), arrivals_.Waiter()));
  }
  /// Lets time pass until so many envelopes have ended, but never while anything can be done without it.
  std::vector<mesh::Envelope> Await(std::size_t count) {
    Until([&] { return arrivals_.size() >= count; });
    return arrivals_.WaitFor(count);
  }
  /// As Await, for what stands elsewhere.
  template <typename Condition>
  void Until(const Condition& condition) {
    ASSERT_TRUE(mesh::test::Eventually([&] {
      // It may come to hold while it is looked whether anything can be done.
      const bool rests = !condition() && at_rest();
      // Who has asked to be woken at a moment that had come is woken, too.
      if (!condition()) clock_.Advance(rests ? kSecondNs : 0);
      // A busy machine is not to let an hour pass before anybody has looked.
      if (!condition()) poll(nullptr, 0, 1);
      return condition();
    }));
  }
  /// Lets so many seconds pass, and all do what they can at each.
  void Pass(int seconds) {
    for (int i = 0; i < seconds; ++i) {
      ComeToRest();
      clock_.Advance(kSecondNs);
    }
    ComeToRest();
  }
  /// The process ends.
  void Stop(VersionHost& host) {
    std::erase_if(hosts_, [&](const auto& each) { return each.get() == &host; });
  }
  std::int64_t now_ns() const { return clock_.now_ns(); }
  /// As `--transport` names them.
  std::string url() const { return "sqlite:" + home_.path(); }
  std::size_t ended() const { return arrivals_.size(); }

 private:
  /// True: every letter waits for a moment that has not come. Somebody serves each mailbox that has any.
  bool at_rest() const {
    if (home_.kind() == mesh::test::DurableKind::kNats) return false;
    for (const auto& host : hosts_) host->host().Flush();
    constexpr std::size_t kMost = 1000;
    const auto letters = hosts_.front()->transport().Find("", kMost);
    return letters &&
           std::ranges::all_of(*letters, [](const auto& letter) { return letter.not_before_ns.has_value(); });
  }
  void ComeToRest() {
    ASSERT_TRUE(mesh::test::Eventually([this] {
      clock_.Advance(0);
      return at_rest();
    }));
  }

  mesh::transport::Clock& clock() {
    if (home_.kind() == mesh::test::DurableKind::kNats) return steady_;
    return clock_;
  }

  const mesh::test::DurableHome home_;
  mesh::test::ManualClock clock_;
  mesh::transport::SteadyClock steady_;
  mesh::test::Arrivals arrivals_;
  std::vector<std::unique_ptr<VersionHost>> hosts_;
};

}  // namespace meshc::test
