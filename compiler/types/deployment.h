// Where and how actors run: flavors and deploys as the platform team declares them.
//
// Nothing here is part of a route table or its digest. What is absent was not stated: back ends then
// take their own default. `ActorSettings` is one layer of settings, `SettingsOf` lays them over each
// other: `default`, then those of the pool that the actor runs in, then its flavors from left to right, then
// its own block.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/types/ids.h"
#include "compiler/types/origin.h"
#include "compiler/types/retry.h"

namespace meshc::types {

/// A value with the place that states it, for findings about what is stated elsewhere.
template <typename T>
struct Stated {
  T value{};
  source::SourceRange range;
};

struct Replicas {
  std::uint32_t min = 0;
  std::uint32_t max = 1;
};

/// Each part is overridden on its own: a later `scale 0..3;` keeps an earlier cooldown.
struct Scale {
  std::optional<Stated<Replicas>> replicas;
  std::optional<std::uint32_t> per;  ///< Waiting messages for each replica.
  std::optional<Stated<std::int64_t>> cooldown_ns;
  std::optional<std::int64_t> polling_ns;
  std::optional<std::uint32_t> activation;  ///< Waiting messages that do not yet wake an actor.
};

/// A layer that states the request alone states the limit with it.
struct Amount {
  std::optional<Stated<std::int64_t>> request;
  std::optional<Stated<std::int64_t>> limit;
};

/// Whole devices, requested and limited alike: they cannot be shared.
struct Gpu {
  std::uint32_t count = 0;
  std::string device = "nvidia.com/gpu";  ///< The resource that nodes offer.
};

struct Resources {
  Amount milli_cpu;
  Amount memory_bytes;
  Amount ephemeral_bytes;
  std::optional<Gpu> gpu;
};

struct NodeSelector {
  std::string key;
  std::string value;
};

struct Toleration {
  std::string key;
  std::string value;  ///< Empty: any.
};

enum class VolumeKind : std::uint8_t {
  kClaim,   ///< One that is there, or one that is made.
  kEmpty,   ///< A folder of the pod on the disk of its node.
  kMemory,  ///< A folder of the pod in memory.
};

/// What is mounted. A later one of the same name or path takes the place of this one.
struct Volume {
  std::string name;
  VolumeKind kind = VolumeKind::kClaim;
  std::string claim;                       ///< Empty unless `kClaim`.
  std::optional<std::int64_t> size_bytes;  ///< None only of a claim: it is there.
  bool shared = false;                     ///< Pods on many nodes mount the claim that is made.
  std::string path;                        ///< Absolute.
  bool read_only = false;
  source::SourceRange range = {};  ///< Of the name of its claim, or of its size if it has none.
};

/// Where pods may connect to, beside what the mesh itself needs.
struct Egress {
  std::string network;  ///< `10.2.0.0/16`; empty: anywhere.
  std::uint32_t port = 0;
};

/// A variable of the environment: `value`, or what a secret holds. A later one takes its place.
struct EnvVariable {
  std::string name;
  std::string value;
  std::string secret;  ///< Empty: `value` holds.
  std::string key;     ///< Within the secret.
};

/// What one flavor, one `default` or one block of an actor states.
struct ActorSettings {
  std::optional<std::string> image;
  Scale scale;
  Resources resources;
  std::vector<NodeSelector> selectors;  ///< In source order, keys unique; so are the lists below.
  std::vector<Toleration> tolerations;
  std::vector<Volume> volumes;
  std::vector<EnvVariable> env;
  std::vector<Egress> egress;
  std::optional<std::uint32_t> concurrency;        ///< Overrides the processor's.
  std::optional<std::string> priority;             ///< A class of Kubernetes.
  std::optional<std::string> service_account;      ///< One that is there.
  std::optional<Stated<std::int64_t>> timeout_ns;  ///< Overrides the processor's, but no call's own.
  std::optional<Stated<std::int64_t>> grace_ns;    ///< Time that a pod has to end.
  std::optional<Retry> retry;                      ///< Overrides the processor's, but no call's own.
};

struct Flavor {
  std::string name;
  ActorSettings settings;
  Origin origin;
};

enum class TransportKind : std::uint8_t { kNats, kAmqp };

/// How a broker or a store is reached. What is empty was not stated.
struct Server {
  std::string url;
  std::string secret;              ///< The Secret that holds who connects, and the certificates.
  bool tls = false;                ///< Also where the URL does not say so.
  std::string prefix;              ///< Before the names of queues.
  std::string account;             ///< Of NATS.
  source::SourceRange range = {};  ///< Of the words before its block: `transport nats`.
};

struct Transport : Server {
  TransportKind kind = TransportKind::kNats;
  std::string monitoring;  ///< Where queue lengths are asked for; empty: not stated.
  /// After this the broker hands out again what was not acknowledged.
  std::optional<Stated<std::int64_t>> redelivery_ns;
};

enum class StateKind : std::uint8_t { kNatsKv, kRedis };

/// `nats_kv`: the URL is empty where that of the transport serves.
struct State : Server {
  StateKind kind = StateKind::kNatsKv;
};

enum class LanePolicy : std::uint8_t { kStrict, kWeighted };

struct Lanes {
  std::vector<std::string> names;  ///< The first one is the default; empty: one lane without a name.
  LanePolicy policy = LanePolicy::kStrict;
  std::vector<std::uint32_t> weights;            ///< As `names`; empty: strict.
  std::vector<source::SourceRange> ranges = {};  ///< Of the names.
};

/// Actors that share a pod, and with it all settings but those of their calls: timeout, retry, concurrency.
struct Pool {
  std::string name;
  std::vector<ActorId> actors;    ///< In source order.
  std::vector<FlavorId> flavors;  ///< Left to right.
  ActorSettings own;              ///< Its block.
  source::SourceRange range;      ///< Of its name.
};

/// An actor that a deploy names, by itself or in a pool.
struct DeployedActor {
  ActorId actor;
  std::vector<FlavorId> flavors;           ///< Left to right.
  ActorSettings own;                       ///< Its block.
  std::optional<std::uint32_t> pool = {};  ///< Index in `Deploy::pools`; none: it has pods of its own.
};

struct Deploy {
  std::string name;
  std::string kube_namespace;  ///< Empty: not stated.
  std::optional<Transport> transport;
  std::optional<State> state;
  Lanes lanes;
  ActorSettings defaults;
  std::vector<DeployedActor> actors;  ///< Those that are named, sorted by id.
  std::vector<Pool> pools;            ///< In source order.
  bool is_whole = true;               ///< Else part of it could not be read.
  Origin origin;

  /// Null: the actor is not named, so it takes `defaults`.
  const DeployedActor* Find(ActorId actor) const;
  /// Null: it has pods of its own.
  const Pool* PoolOf(ActorId actor) const;
};

struct Declarations;

/// The layers of an actor's settings, first to last. They live as long as `declarations`.
std::vector<const ActorSettings*> LayersOf(const Declarations& declarations, const Deploy& deploy,
                                           ActorId actor);

/// The settled settings of an actor: later layers win, lists append. A request that no layer states
/// equals the limit.
ActorSettings SettingsOf(const Declarations& declarations, const Deploy& deploy, ActorId actor);

/// The same of the pods of a pool.
std::vector<const ActorSettings*> LayersOf(const Declarations& declarations, const Deploy& deploy,
                                           const Pool& pool);
ActorSettings SettingsOf(const Declarations& declarations, const Deploy& deploy, const Pool& pool);

}  // namespace meshc::types
