// What a mesh needs on a NATS server: streams, buckets, consumers. Made where it is missing, and looked at
// where it is there.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

#include "mesh/transport/nats/nats_connection.h"
#include "mesh/transport/nats/nats_names.h"
#include "mesh/transport/nats/nats_version.h"

namespace mesh::transport {

/// For one thread at a time; its functions wait for the server.
class NatsLayout {
 public:
  /// Both outlive it.
  NatsLayout(NatsConnection& connection, const NatsNames& names, const NatsOptions& options);
  ~NatsLayout();
  NatsLayout(const NatsLayout&) = delete;
  NatsLayout& operator=(const NatsLayout&) = delete;

  /// Why the server cannot be used, in one sentence; empty: it can.
  std::string Prepare();
  /// True if the last failure is one that ends by itself: the servers elect a leader, or one has not come
  /// back.
  bool passes() const { return passes_; }
  /// True if each copy of the buckets may be asked: with several, not all of them know the newest.
  bool direct() const { return direct_; }
  /// True if state lies here with more than one replica.
  bool replicates_state() const { return !replicated_.empty(); }
  /// Why the servers of the cluster must not keep it so, in one sentence; empty: they may. Thread-safe after
  /// Prepare.
  std::string FindOldServer() const;
  /// Consumers of that stream, where one is missing.
  bool MayMake(const std::string& stream) const;
  /// Makes the consumer of a mailbox if it is missing. False: not now.
  bool PrepareConsumer(const std::string& stream, const std::string& consumer, const std::string& subject);
  /// What waits there for a consumer, and what of it is lent; none is told where nobody answers.
  struct Waiting {
    std::uint64_t pending = 0;  ///< And is not lent.
    std::uint64_t lent = 0;
    std::uint64_t lent_again = 0;  ///< Some of these.
    bool is_active = false;        ///< Something was lent since the server was started.
    bool is_whole = true;          ///< Each server of its cluster is there, and has all of it.
  };
  bool Look(const std::string& stream, const std::string& consumer, Waiting& waiting);
  void RemoveConsumer(const std::string& stream, const std::string& consumer);

 private:
  struct StreamPlan;
  std::string PrepareStream(const StreamPlan& plan);
  std::string Describe() const;
  std::string Explain(natsStatus status, jsErrCode code, const std::string& stream, std::uint64_t denials);
  bool Passes(natsStatus status, jsErrCode code, std::uint64_t denials) const;

  NatsConnection& connection_;
  const NatsNames& names_;
  const NatsOptions& options_;
  jsCtx* js_ = nullptr;
  bool direct_ = true;
  bool passes_ = false;
  mutable std::mutex versions_mutex_;
  mutable NatsVersions versions_;  ///< Of the servers that the cluster tells of.
  std::string replicated_;         ///< The setting or the bucket that asks for replicas; empty: none does.
};

}  // namespace mesh::transport
