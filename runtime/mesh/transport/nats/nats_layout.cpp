#include "mesh/transport/nats/nats_layout.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "mesh/transport/clock.h"
#include "mesh/transport/nats/nats_servers.h"

namespace mesh::transport {

namespace {

/// Within which a server knows an id again: what is sent again is sent soon.
constexpr std::int64_t kDuplicatesNs = 60 * kSecondNs;
/// What is told to a process that has died is of no use to anybody.
constexpr std::int64_t kRepliesNs = 24 * 3'600 * kSecondNs;
/// The last values of a subject that a bucket keeps. One would be enough; but a server of version 2.9 that
/// was killed loses count of subjects of which it had removed former values by itself.
constexpr std::int64_t kValuesKept = 64;
/// Of what is lent and of what is put off, which counts as lent: beyond a limit nothing else would come. The
/// library does not pass on that there is none, and the server takes 1,000 then.
constexpr std::int64_t kNoLimit = 1'000'000'000;

/// How long servers of a cluster are asked for their versions: those that hang delay the others so long; the
/// second time only where none has answered.
constexpr int kAskServersMs[] = {1'000, 4'000};

/// A server takes no longer one than what it keeps.
std::int64_t DuplicatesOf(std::int64_t max_age_ns) {
  return max_age_ns > 0 ? std::min(max_age_ns, kDuplicatesNs) : kDuplicatesNs;
}

/// Servers of a cluster say so while they elect, or while too few of them are there.
bool IsElection(jsErrCode code) {
  switch (code) {
    case JSClusterNoPeersErr:
    case JSClusterNotAvailErr:
    case JSClusterNotLeaderErr:
    case JSClusterPeerNotMemberErr:
    case JSClusterServerNotMemberErr:
    case JSRaftGeneralErr:
    case JSStreamOfflineErr: return true;
    default: return false;
  }
}

/// Null: there is one server.
bool IsWhole(const jsClusterInfo* cluster) {
  if (cluster == nullptr) return true;
  const auto is_there = [](const jsPeerInfo* peer) { return peer->Current && !peer->Offline; };
  return cluster->Leader != nullptr &&
         std::all_of(cluster->Replicas, cluster->Replicas + cluster->ReplicasLen, is_there);
}

struct ConsumerAnswer {
  natsStatus status;
  jsErrCode code;
};

/// Asks for a consumer that lends without limit, or with `otherwise` where the account has one.
template <typename Ask>
natsStatus AskUnlimited(jsConsumerConfig& config, std::int64_t otherwise, const Ask& ask) {
  config.MaxAckPending = kNoLimit;
  const ConsumerAnswer answer = ask();
  if (answer.status == NATS_OK || answer.code != JSConsumerMaxPendingAckExcessErr) return answer.status;
  config.MaxAckPending = otherwise;
  return ask().status;
}

}  // namespace

struct NatsLayout::StreamPlan {
  std::string name;
  std::vector<std::string> subjects;
  jsRetentionPolicy retention = js_LimitsPolicy;
  std::int64_t max_age_ns = 0;
  bool bucket = false;
};

NatsLayout::NatsLayout(NatsConnection& connection, const NatsNames& names, const NatsOptions& options)
    : connection_(connection), names_(names), options_(options) {
  natsConnection_JetStream(&js_, connection_.raw(), nullptr);
}

NatsLayout::~NatsLayout() { jsCtx_Destroy(js_); }

/// Returns true if the failure ends by itself. Without a leader a request has no answer. A request that is
/// not permitted has none either, but the server counts it among the denials of the connection.
bool NatsLayout::Passes(natsStatus status, jsErrCode code, std::uint64_t denials) const {
  if (status == NATS_TIMEOUT) return connection_.denials() == denials;
  return IsElection(code) || status == NATS_CONNECTION_DISCONNECTED;
}

std::string NatsLayout::Explain(natsStatus status, jsErrCode code, const std::string& stream,
                                std::uint64_t denials) {
  passes_ = Passes(status, code, denials);
  if (passes_)
    return fmt::format(
        "the stream `{}` has no leader: the NATS servers elect one, or too few of them are there ({})",
        stream, status == NATS_TIMEOUT ? "no answer" : nats_GetLastError(nullptr));
  if (code == JSNotEnabledErr || code == JSNotEnabledForAccountErr || status == NATS_NO_RESPONDERS)
    return "the NATS server has no JetStream: start it with -js, or allow it for this account";
  if (status == NATS_TIMEOUT || status == NATS_NOT_PERMITTED)
    return fmt::format("the NATS server gives no right to use the stream `{}`", stream);
  return fmt::format("the stream `{}` cannot be used: {}", stream, nats_GetLastError(nullptr));
}

std::string NatsLayout::Describe() const { return fmt::format("mesh {} of meshc", options_.mesh); }

std::string NatsLayout::Prepare() {
  passes_ = false;
  const std::int64_t most = natsConnection_GetMaxPayload(connection_.raw());
  if (most > 0 && static_cast<std::uint64_t>(most) < options_.largest_payload)
    return fmt::format("the NATS server takes messages of {} bytes (max_payload), and a payload may have {}",
                       most, options_.largest_payload);
  const bool keeps_state = options_.store == nullptr;
  if (keeps_state && options_.replicas > 1) replicated_ = fmt::format("?replicas={}", options_.replicas);
  if (std::string problem = FindOldServer(); !problem.empty()) {
    // Servers that are away tell no version.
    passes_ = !connection_.connected();
    return problem;
  }
  const bool was_checked = replicates_state();
  const StreamPlan plans[] = {
      {.name = names_.stream(),
       .subjects = {names_.AllSubjects(), names_.AllLater()},
       .retention = js_WorkQueuePolicy},
      // Not by interest: a server that shuts down ends its consumers first, and confirms what it drops then.
      {.name = names_.replies(),
       .subjects = {names_.AllReplies()},
       .retention = js_WorkQueuePolicy,
       .max_age_ns = kRepliesNs},
      {.name = names_.state(), .subjects = {NatsNames::Entry(names_.state(), ">")}, .bucket = true},
      {.name = names_.ended(),
       .subjects = {NatsNames::Entry(names_.ended(), ">")},
       .max_age_ns = kNatsMemoryNs,
       .bucket = true},
      {.name = names_.hosts(),
       .subjects = {NatsNames::Entry(names_.hosts(), ">")},
       .max_age_ns = options_.redelivery_ns,
       .bucket = true}};
  for (const StreamPlan& plan : plans) {
    if (plan.bucket && !keeps_state) continue;
    std::string problem = PrepareStream(plan);
    if (!problem.empty()) return problem;
  }
  return was_checked ? std::string() : FindOldServer();
}

std::string NatsLayout::FindOldServer() const {
  if (!replicates_state()) return {};
  const std::vector<std::string> urls = connection_.servers();
  std::vector<NatsServerInfo> answers;
  for (const int most_ms : kAskServersMs) {
    if (answers.empty()) answers = AskNatsServers(urls, most_ms);
  }
  std::set<std::string> addresses;
  for (const std::string& url : urls) addresses.insert(ReadNatsAddress(url).Shown());
  const std::lock_guard lock(versions_mutex_);
  versions_ = LastAnswers(answers, versions_, addresses);
  std::vector<NatsServerInfo> servers;
  for (const auto& [address, server] : versions_) servers.push_back(server);
  return FindVersionObstacle(servers, replicated_);
}

std::string NatsLayout::PrepareStream(const StreamPlan& plan) {
  const std::string description = Describe();
  const std::uint64_t denials = connection_.denials();
  jsStreamInfo* info = nullptr;
  auto code = static_cast<jsErrCode>(0);
  natsStatus status = js_GetStreamInfo(&info, js_, plan.name.c_str(), nullptr, &code);
  if (status == NATS_NOT_FOUND && code == JSStreamNotFoundErr) {
    if (!options_.create)
      return fmt::format(
          "the NATS server has no stream `{}`: --provision makes it, or a host without ?create=never",
          plan.name);
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    std::vector<const char*> subjects;
    for (const std::string& subject : plan.subjects) subjects.push_back(subject.c_str());
    config.Name = plan.name.c_str();
    config.Description = description.c_str();
    config.Subjects = subjects.data();
    config.SubjectsLen = static_cast<int>(subjects.size());
    config.Retention = plan.retention;
    config.Storage = js_FileStorage;
    config.Replicas = options_.replicas;
    config.MaxAge = plan.max_age_ns;
    config.Duplicates = DuplicatesOf(plan.max_age_ns);
    config.Discard = js_DiscardNew;
    config.AllowDirect = true;
    if (plan.bucket) {
      config.MaxMsgsPerSubject = kValuesKept;
      config.AllowRollup = true;
      // Of several copies of a stream not all know the newest: then only its leader is asked.
      config.AllowDirect = options_.replicas == 1;
    }
    status = js_AddStream(&info, js_, &config, nullptr, &code);
  }
  if (status != NATS_OK) return Explain(status, code, plan.name, denials);
  const std::string found = info->Config->Description == nullptr ? "" : info->Config->Description;
  if (plan.bucket) direct_ = direct_ && info->Config->AllowDirect;
  if (plan.bucket && info->Config->Replicas > 1 && !replicates_state())
    replicated_ = fmt::format("the bucket `{}` has {} replicas", plan.name, info->Config->Replicas);
  const bool keeps_another_count = plan.bucket && info->Config->MaxMsgsPerSubject != kValuesKept;
  if (found == description && options_.create &&
      (keeps_another_count || info->Config->MaxAge != plan.max_age_ns)) {
    jsStreamConfig config = *info->Config;
    if (plan.bucket) config.MaxMsgsPerSubject = kValuesKept;
    config.MaxAge = plan.max_age_ns;
    config.Duplicates = DuplicatesOf(plan.max_age_ns);
    jsStreamInfo* changed = nullptr;
    status = js_UpdateStream(&changed, js_, &config, nullptr, &code);
    jsStreamInfo_Destroy(changed);
  }
  jsStreamInfo_Destroy(info);
  if (status != NATS_OK) return Explain(status, code, plan.name, denials);
  if (found == description) return {};
  return fmt::format("the stream `{}` belongs to something else (`{}`): choose another ?prefix=", plan.name,
                     found);
}

/// Nobody else could have made that of a process.
bool NatsLayout::MayMake(const std::string& stream) const {
  return options_.create || stream == names_.replies();
}

bool NatsLayout::PrepareConsumer(const std::string& stream, const std::string& consumer,
                                 const std::string& subject) {
  const std::uint64_t denials = connection_.denials();
  jsConsumerInfo* info = nullptr;
  auto code = static_cast<jsErrCode>(0);
  natsStatus status = js_GetConsumerInfo(&info, js_, stream.c_str(), consumer.c_str(), nullptr, &code);
  if (status == NATS_NOT_FOUND && code == JSConsumerNotFoundErr && MayMake(stream)) {
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    config.Durable = consumer.c_str();
    config.FilterSubject = subject.c_str();
    config.AckPolicy = js_AckExplicit;
    config.AckWait = options_.redelivery_ns;
    config.MaxDeliver = -1;
    if (stream == names_.replies()) config.InactiveThreshold = 3'600 * kSecondNs;
    // Zero: as many as the account may have.
    status = AskUnlimited(config, 0, [&] {
      return ConsumerAnswer{js_AddConsumer(&info, js_, stream.c_str(), &config, nullptr, &code), code};
    });
  } else if (status == NATS_OK && MayMake(stream) &&
             (info->Config->AckWait != options_.redelivery_ns || info->Config->MaxAckPending != kNoLimit)) {
    jsConsumerConfig config = *info->Config;
    config.AckWait = options_.redelivery_ns;
    jsConsumerInfo* changed = nullptr;
    const natsStatus updated = AskUnlimited(config, info->Config->MaxAckPending, [&] {
      return ConsumerAnswer{js_UpdateConsumer(&changed, js_, stream.c_str(), &config, nullptr, &code), code};
    });
    jsConsumerInfo_Destroy(changed);
    // Hosts extend what they hold by the time that they were told: the server has to know the same. How many
    // it lends may be for others to say.
    if (info->Config->AckWait != options_.redelivery_ns) status = updated;
  }
  jsConsumerInfo_Destroy(info);
  passes_ = status != NATS_OK && Passes(status, code, denials);
  return status == NATS_OK;
}

bool NatsLayout::Look(const std::string& stream, const std::string& consumer, Waiting& waiting) {
  jsConsumerInfo* info = nullptr;
  auto code = static_cast<jsErrCode>(0);
  if (js_GetConsumerInfo(&info, js_, stream.c_str(), consumer.c_str(), nullptr, &code) != NATS_OK)
    return false;
  waiting = {.pending = info->NumPending,
             .lent = static_cast<std::uint64_t>(info->NumAckPending),
             .lent_again = static_cast<std::uint64_t>(info->NumRedelivered),
             .is_active = info->Delivered.Last != 0,
             .is_whole = IsWhole(info->Cluster)};
  jsConsumerInfo_Destroy(info);
  return true;
}

void NatsLayout::RemoveConsumer(const std::string& stream, const std::string& consumer) {
  js_DeleteConsumer(js_, stream.c_str(), consumer.c_str(), nullptr, nullptr);
}

}  // namespace mesh::transport
