// Hosts of several versions on one file, each as in a process of its own, on one manual clock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "two_versions.h"

namespace meshc::test {

inline constexpr std::int64_t kSecondNs = 1'000'000'000;

/// A host of one version that knows the tables of several, on a connection of its own.
class VersionHost {
 public:
  VersionHost(const std::string& path, mesh::transport::Clock& clock, const MeshVersion& own,
              const Answers& answers, std::vector<const MeshVersion*> known,
              mesh::host::HostOptions options = {.threads = 16})
      : actors_(HandlersOf(own, answers)) {
    for (const MeshVersion* version : known) tables_.push_back(version->version());
    auto opened = mesh::transport::OpenSqlite({.path = path, .sync_full = false, .mesh = "a.b"}, clock);
    transport_ = std::get<std::unique_ptr<mesh::transport::Transport>>(std::move(opened));
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

class Queues {
 public:
  VersionHost& Serve(const MeshVersion& own, const Answers& answers, std::vector<const MeshVersion*> known) {
    return *hosts_.emplace_back(
        std::make_unique<VersionHost>(file_.path(), clock_, own, answers, std::move(known)));
  }
  /// New envelopes enter on the first one.
  VersionHost& Entrance(std::vector<const MeshVersion*> known) {
    const MeshVersion& newest = *known.front();
    return *hosts_.emplace_back(std::make_unique<VersionHost>(
        file_.path(), clock_, newest, Answers{}, std::move(known),
        mesh::host::HostOptions{.max_envelopes = 100,
                                .waiter = "entrance" + std::to_string(hosts_.size()),
                                .serves_sink = false,
                                .serves_control = false}));
  }
  void Submit(VersionHost& entrance, const MeshVersion& version, const std::string& id, const Json& fields) {
    ASSERT_TRUE(entrance.host().Submit(0, EnvelopeOf(version, id, fields), arrivals_.Waiter()));
  }
  /// Lets time pass until so many envelopes have ended, but never while a call runs.
  std::vector<mesh::Envelope> Await(std::size_t count) {
    while (arrivals_.size() < count) {
      if (at_rest()) clock_.Advance(kSecondNs);
      std::this_thread::yield();
    }
    return arrivals_.WaitFor(count);
  }
  /// As Await, for what stands elsewhere.
  template <typename Condition>
  void Until(const Condition& condition) {
    while (!condition()) {
      if (at_rest()) clock_.Advance(kSecondNs);
      std::this_thread::yield();
    }
  }
  /// Lets so many seconds pass, and all do what they can at each.
  void Pass(int seconds) {
    for (int i = 0; i < seconds; ++i) {
      ASSERT_TRUE(mesh::test::Eventually([this] { return at_rest(); }));
      clock_.Advance(kSecondNs);
    }
    ASSERT_TRUE(mesh::test::Eventually([this] { return at_rest(); }));
  }
  /// The process ends.
  void Stop(VersionHost& host) {
    std::erase_if(hosts_, [&](const auto& each) { return each.get() == &host; });
  }
  std::int64_t now_ns() const { return clock_.now_ns(); }
  std::size_t ended() const { return arrivals_.size(); }

 private:
  bool at_rest() const {
    return std::ranges::all_of(hosts_, [](const auto& each) { return each->host().at_rest(); });
  }

  mesh::test::ScratchFile file_{"mesh.db"};
  mesh::test::ManualClock clock_;
  mesh::test::Arrivals arrivals_;
  std::vector<std::unique_ptr<VersionHost>> hosts_;
};

}  // namespace meshc::test
