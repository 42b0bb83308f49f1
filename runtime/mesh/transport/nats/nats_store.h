// State on a NATS server: one document for each owner, which is compared and set as a whole.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "mesh/state/state.h"
#include "mesh/transport/clock.h"
#include "mesh/transport/nats/nats_buckets.h"
#include "mesh/transport/nats/nats_connection.h"
#include "mesh/transport/nats/nats_document.h"
#include "mesh/transport/nats/nats_names.h"
#include "mesh/transport/nats/nats_publisher.h"

namespace mesh::transport {

/// Thread rule: every function may be called from any thread, but not by listeners: most wait for the server,
/// except Seen, LoadSoon, SignFirst, WriteFirst and TookFirst.
/// As a State it is as the server has it now; but a join that was open a moment ago, and a root of which no
/// cancellation was heard, are taken to be so still.
class NatsStore final : public state::State {
 public:
  struct Parts {
    NatsConnection& connection;
    NatsPublisher& publisher;
    const NatsNames& names;
    Clock& clock;
    bool direct = true;  ///< Any copy of a bucket knows the newest.
    std::int64_t lease_ns = 0;
    std::function<std::string()> find_obstacle = {};  ///< Why the server cannot be used now; empty: it can.
  };
  explicit NatsStore(const Parts& parts);

  std::optional<std::string> Get(std::string_view key) const override;
  /// Without an owner in the prefix it reads everything, for people: where the server is away it finds less.
  std::vector<state::Entry> Scan(std::string_view prefix) const override;
  std::string obstacle() const override { return find_obstacle_(); }

  using Loaded = NatsBuckets::Found;
  using Written = NatsBuckets::Written;
  /// `fresh`: as the server has it. None: the store is closed.
  std::optional<Loaded> Load(const std::string& owner, bool fresh) const;
  /// What this process has seen last.
  std::optional<Loaded> Seen(const std::string& owner) const;
  /// See NatsBuckets::Look.
  using Looked = NatsBuckets::Looked;
  void LoadSoon(const std::string& owner, NatsBuckets::Told told) const;
  /// If nobody else has written since it was loaded.
  Written Write(const std::string& owner, Loaded& loaded);
  /// See NatsBuckets. Several of one owner may be on their way, and it is known of each whether it was
  /// stored.
  using FirstWriting = NatsBuckets::FirstWriting;
  std::shared_ptr<FirstWriting> SignFirst(const std::string& owner, Loaded loaded);
  void WriteFirst(const std::shared_ptr<FirstWriting>& writing, NatsPublisher::Told told) {
    buckets_.WriteFirst(writing, std::move(told));
  }
  /// None: LookForFirst knows.
  std::optional<Written> TookFirst(const std::string& owner, FirstWriting& writing,
                                   const NatsConfirmation& stored);
  Written LookForFirst(const std::string& owner, FirstWriting& writing);
  /// One of a few locks, for those of this process who want to write.
  std::mutex& LockOf(const std::string& owner);

  bool IsAlive(const std::string& holder) const;
  const std::string& holder() const { return holder_; }
  std::int64_t now_ns() const { return clock_.now_ns(); }
  /// This process is alive.
  void RenewLease();
  void EndLease();
  /// Others may have been cut off with this process: until it is back nobody is taken for dead, and for a
  /// lease from then on, in which they say that they live.
  void Disconnected();
  void Reconnected();
  /// See NatsBuckets.
  void Mend() { buckets_.Mend(); }
  /// Other processes are told that a root is cancelled.
  void SpreadCancellation(const std::string& owner);
  /// Whoever waits here is told that there is no answer.
  void Close() { buckets_.Close(); }

 private:
  std::string KeyOf(const std::string& owner) const;
  void Remember(const std::string& owner, const Loaded& loaded) const;
  void Forget(const std::string& owner) const;
  /// What of a document, as it is read, begins so.
  void Pick(const NatsDocument& document, std::string_view prefix, std::vector<state::Entry>& found) const;
  std::vector<state::Entry> ScanAll(std::string_view prefix) const;
  void ReadCancellations();
  bool MayBeCancelled(const std::string& owner) const;

  NatsConnection& connection_;
  NatsPublisher& publisher_;
  const NatsNames& names_;
  Clock& clock_;
  NatsBuckets buckets_;
  const std::int64_t lease_ns_;
  const std::function<std::string()> find_obstacle_;
  const std::string holder_;
  std::atomic<std::uint64_t> writings_ = 0;
  std::array<std::mutex, 64> locks_;

  mutable std::mutex mutex_;
  /// What was seen last: two generations, of which the older one goes when the younger one is full.
  mutable std::map<std::string, Loaded, std::less<>> young_, old_;
  mutable std::size_t young_bytes_ = 0;
  struct Lease {
    bool alive = false;
    std::int64_t asked_ns = 0;
  };
  mutable std::map<std::string, Lease> leases_;
  std::int64_t trusts_deaths_ns_ = 0;
  std::set<std::string, std::less<>> cancelled_;  ///< Tokens of owners.
};

}  // namespace mesh::transport
