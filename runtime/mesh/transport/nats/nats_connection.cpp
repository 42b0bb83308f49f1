#include "mesh/transport/nats/nats_connection.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mesh::transport {

namespace {

constexpr std::int64_t kConnectMs = 5'000;
constexpr std::int64_t kRequestMs = 5'000;
/// A round trip is enough.
constexpr std::int64_t kDrainMs = 2'000;
constexpr int kReadAtATime = 512;

constexpr const char* kSequence = "Nats-Sequence";
/// Subjects of acknowledgements.
constexpr std::string_view kAcknowledges = "$JS.ACK.";

std::uint64_t ToSeq(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Longer and longer, and not all processes at once.
std::int64_t DelayOf(natsConnection*, int attempts, void*) {
  constexpr std::int64_t kLongestMs = 2'000;
  thread_local std::minstd_rand random(std::random_device{}());
  const std::int64_t most = std::min(kLongestMs, std::int64_t{50} << std::min(attempts, 10));
  return most / 2 + static_cast<std::int64_t>(random()) % (most / 2 + 1);
}

/// Names no secret: the library's own text might.
std::string Explain(natsStatus status, const std::string& servers) {
  switch (status) {
    case NATS_NO_SERVER: return fmt::format("no NATS server answers at `{}`", servers);
    case NATS_CONNECTION_AUTH_FAILED:
      return fmt::format("the NATS server at `{}` refuses these credentials (MESH_TRANSPORT_USER and …)",
                         servers);
    case NATS_SECURE_CONNECTION_REQUIRED:
      return fmt::format("the NATS server at `{}` wants TLS: say tls://", servers);
    case NATS_SECURE_CONNECTION_WANTED: return fmt::format("the NATS server at `{}` has no TLS", servers);
    case NATS_SSL_ERROR:
      return fmt::format(
          "TLS with `{}` fails: its certificate, MESH_TRANSPORT_CA, _CERT or _KEY is not the right one",
          servers);
    default: return fmt::format("cannot connect to `{}`: {}", servers, natsStatus_GetText(status));
  }
}

}  // namespace

std::uint64_t NatsArrival::seq() const { return ToSeq(Header(kSequence)); }
std::uint64_t NatsReply::seq() const { return ToSeq(Header(kSequence)); }

struct NatsConnection::Ear {
  std::shared_ptr<Gate> gate;
  Listener listener;
};

natsStatus NatsConnection::Configure(natsOptions* settings, const NatsOptions& options,
                                     const Credentials& known, Link& link, Haste haste) {
  std::vector<std::string> servers;
  for (std::string_view rest = options.servers; !rest.empty();) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    servers.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  std::vector<const char*> urls;
  for (const std::string& server : servers) urls.push_back(server.c_str());
  // The last one that the library calls.
  const auto closed = [](natsConnection*, void* closure) { delete static_cast<Link*>(closure); };
  const bool first = haste == Haste::kNow;
  natsStatus s = natsOptions_SetServers(settings, urls.data(), static_cast<int>(urls.size()));
  const auto set = [&s](natsStatus status) { s = s == NATS_OK ? status : s; };
  set(natsOptions_SetName(settings, options.mesh.c_str()));
  set(natsOptions_SetTimeout(settings, kConnectMs));
  set(natsOptions_SetMaxReconnect(settings, -1));
  set(natsOptions_SetCustomReconnectDelay(settings, DelayOf, nullptr));
  set(natsOptions_SetFailRequestsOnDisconnect(settings, true));
  // Otherwise what is published waits for up to a millisecond.
  set(natsOptions_SetSendAsap(settings, first));
  set(natsOptions_UseGlobalMessageDelivery(settings, true));
  set(natsOptions_SetDisconnectedCB(settings, first ? Lost : LostGathering, &link));
  set(natsOptions_SetReconnectedCB(settings, first ? Back : BackGathering, &link));
  set(natsOptions_SetErrorHandler(settings, Fail, &link));
  set(natsOptions_SetClosedCB(settings, closed, &link));
  if (!known.user.empty()) set(natsOptions_SetUserInfo(settings, known.user.c_str(), known.password.c_str()));
  if (!known.token.empty()) set(natsOptions_SetTokenHandler(settings, TokenOf, &link));
  const bool secure =
      options.servers.starts_with("tls://") || !known.ca.empty() || !known.certificate.empty();
  if (secure) set(natsOptions_SetSecure(settings, true));
  if (!known.ca.empty()) set(natsOptions_SetCATrustedCertificates(settings, known.ca.c_str()));
  if (!known.certificate.empty())
    set(natsOptions_SetCertificatesChain(settings, known.certificate.c_str(), known.key.c_str()));
  return s;
}

std::variant<std::unique_ptr<NatsConnection>, std::string> NatsConnection::Open(const NatsOptions& options) {
  auto source = AskFor(options.credentials);
  if (auto* wrong = std::get_if<std::string>(&source)) return std::move(*wrong);
  const Credentials known = std::get<Credentials>(std::move(source));
  std::unique_ptr<NatsConnection> opened(new NatsConnection);
  opened->gate_->source = options.credentials;
  // Before anything else of the library: it would spin for locks, on processors that others want.
  static const natsStatus kOpened = nats_Open(0);
  natsStatus status = kOpened;
  if (status == NATS_OK) status = opened->Connect(&opened->connection_, options, known, Haste::kNow);
  if (status != NATS_OK) return Explain(status, options.servers);
  // Where there may be no second one the first does it all.
  opened->gate_->gathers = true;
  if (opened->Connect(&opened->gathering_, options, known, Haste::kSoon) != NATS_OK)
    opened->gate_->gathers = false;
  return opened;
}

natsStatus NatsConnection::Connect(natsConnection** connection, const NatsOptions& options,
                                   const Credentials& known, Haste haste) {
  natsOptions* settings = nullptr;
  natsStatus status = natsOptions_Create(&settings);
  auto* const link = new Link{gate_, known.token};
  if (status == NATS_OK) status = Configure(settings, options, known, *link, haste);
  if (status == NATS_OK) status = natsConnection_Connect(connection, settings);
  natsOptions_Destroy(settings);
  if (status != NATS_OK) delete link;
  return status;
}

NatsConnection::~NatsConnection() {
  {
    const std::lock_guard lock(gate_->mutex);
    gate_->open = false;
  }
  for (natsSubscription* subscription : subscriptions_) natsSubscription_Destroy(subscription);
  natsConnection_Destroy(gathering_);
  natsConnection_Destroy(connection_);
}

void NatsConnection::OnChange(std::function<void(bool connected)> told) {
  const std::lock_guard lock(gate_->mutex);
  gate_->changed = std::move(told);
}

/// The library asks for it, by one thread at a time for each connection, whenever that connects.
const char* NatsConnection::TokenOf(void* closure) {
  auto& link = *static_cast<Link*>(closure);
  const auto known = AskFor(link.gate->source);
  // What cannot be read just now is as it was.
  if (const auto* credentials = std::get_if<Credentials>(&known)) link.token = credentials->token;
  return link.token.c_str();
}

void NatsConnection::Lost(natsConnection*, void* closure) {
  Change(static_cast<Link*>(closure)->gate, false);
}
void NatsConnection::Back(natsConnection*, void* closure) { Change(static_cast<Link*>(closure)->gate, true); }
/// The server answers a request that is not permitted by an error of the connection, and never by an answer.
void NatsConnection::Fail(natsConnection*, natsSubscription*, natsStatus status, void* closure) {
  if (status == NATS_NOT_PERMITTED) ++static_cast<Link*>(closure)->gate->denials;
}
void NatsConnection::LostGathering(natsConnection*, void* closure) {
  Gate& gate = *static_cast<Link*>(closure)->gate;
  ++gate.changes;
  gate.gathers = false;
  gate.gathered_loss = true;
}
void NatsConnection::BackGathering(natsConnection*, void* closure) {
  Gate& gate = *static_cast<Link*>(closure)->gate;
  ++gate.changes;
  gate.gathers = true;
}

void NatsConnection::Change(const std::shared_ptr<Gate>& gate, bool connected) {
  ++gate->changes;
  const std::lock_guard lock(gate->mutex);
  if (gate->open && gate->changed) gate->changed(connected);
}

void NatsConnection::Hear(natsConnection*, natsSubscription*, natsMsg* message, void* closure) {
  const auto& ear = *static_cast<Ear*>(closure);
  {
    const std::lock_guard lock(ear.gate->mutex);
    if (ear.gate->open) ear.listener(NatsArrival(message));
  }
  ear.gate->spent.Put(message);
}

natsSubscription* NatsConnection::Listen(const std::string& subject, Listener listener) {
  auto* const ear = new Ear{gate_, std::move(listener)};
  natsSubscription* subscription = nullptr;
  if (natsConnection_Subscribe(&subscription, connection_, subject.c_str(), Hear, ear) != NATS_OK) {
    delete ear;
    return nullptr;
  }
  // How much there can be is bounded by what was asked for.
  natsSubscription_SetPendingLimits(subscription, -1, -1);
  natsSubscription_SetOnCompleteCB(
      subscription, [](void* closure) { delete static_cast<Ear*>(closure); }, ear);
  const std::lock_guard lock(mutex_);
  subscriptions_.push_back(subscription);
  return subscription;
}

void NatsConnection::Unlisten(natsSubscription* subscription) {
  {
    const std::lock_guard lock(mutex_);
    if (std::erase(subscriptions_, subscription) == 0) return;
  }
  // What is on its way when the server learns of it still comes: else nobody would hand that back.
  const std::int64_t patience_ms = drains_ ? kDrainMs : 1;
  if (connected() && natsSubscription_DrainTimeout(subscription, patience_ms) == NATS_OK)
    drains_ = natsSubscription_WaitForDrainCompletion(subscription, patience_ms) == NATS_OK;
  natsSubscription_Destroy(subscription);
}

bool NatsConnection::Publish(const std::string& subject, const std::string& reply, const NatsHeaders& headers,
                             std::string_view body, Haste haste) {
  if (is_held() && !subject.starts_with(kAcknowledges)) return false;
  if (haste == Haste::kSoon && gate_->gathers && PublishBy(gathering_, subject, reply, headers, body))
    return true;
  return PublishBy(connection_, subject, reply, headers, body);
}

bool NatsConnection::PublishBy(natsConnection* by, const std::string& subject, const std::string& reply,
                               const NatsHeaders& headers, std::string_view body) {
  const int size = static_cast<int>(body.size());
  const char* const answers = reply.empty() ? nullptr : reply.c_str();
  if (headers.empty() && answers == nullptr)
    return natsConnection_Publish(by, subject.c_str(), body.data(), size) == NATS_OK;
  if (headers.empty())
    return natsConnection_PublishRequest(by, subject.c_str(), answers, body.data(), size) == NATS_OK;
  natsMsg* message = nullptr;
  natsStatus status = natsMsg_Create(&message, subject.c_str(), answers, body.data(), size);
  for (const auto& [name, value] : headers) {
    if (status == NATS_OK) status = natsMsgHeader_Set(message, name.c_str(), value.c_str());
  }
  if (status == NATS_OK) status = natsConnection_PublishMsg(by, message);
  gate_->spent.Put(message);
  return status == NATS_OK;
}

void NatsConnection::Flush(std::int64_t most_ms) {
  if (gate_->gathers) natsConnection_FlushTimeout(gathering_, most_ms / 2);
  if (connected()) natsConnection_FlushTimeout(connection_, most_ms / 2);
}

std::optional<NatsReply> NatsConnection::Request(const std::string& subject, std::string_view body) {
  if (is_held()) return std::nullopt;
  natsMsg* message = nullptr;
  const natsStatus status = natsConnection_Request(&message, connection_, subject.c_str(), body.data(),
                                                   static_cast<int>(body.size()), kRequestMs);
  if (status != NATS_OK) return std::nullopt;
  const NatsArrival arrival(message);
  NatsReply reply{.body = std::string(arrival.body())};
  const char** names = nullptr;
  int count = 0;
  if (natsMsgHeader_Keys(message, &names, &count) == NATS_OK) {
    for (int i = 0; i < count; ++i) reply.headers.emplace_back(names[i], arrival.Header(names[i]));
  }
  std::free(names);
  gate_->spent.Put(message);
  return reply;
}

bool NatsConnection::ReadAll(const std::string& stream, const std::string& filter,
                             const std::function<void(const NatsArrival& message)>& read) {
  if (!connected()) return false;
  const nlohmann::json config = {
      {"filter_subject", filter}, {"deliver_policy", "all"},
      {"ack_policy", "none"},     {"mem_storage", true},
      {"num_replicas", 1},        {"inactive_threshold", 6 * kRequestMs * 1'000'000}};
  const auto made = Request("$JS.API.CONSUMER.CREATE." + stream,
                            nlohmann::json{{"stream_name", stream}, {"config", config}}.dump());
  const auto answer = made ? nlohmann::json::parse(made->body, nullptr, false) : nlohmann::json();
  if (!answer.is_object() || !answer.contains("name")) return false;
  const std::string consumer = stream + "." + answer["name"].get<std::string>();
  const std::string inbox = NewInbox();
  natsSubscription* subscription = nullptr;
  bool whole = natsConnection_SubscribeSync(&subscription, connection_, inbox.c_str()) == NATS_OK;
  const std::string part = fmt::format(R"({{"batch":{},"no_wait":true}})", kReadAtATime);
  for (bool more = true; whole && more;) {
    whole = Publish("$JS.API.CONSUMER.MSG.NEXT." + consumer, inbox, {}, part) &&
            ReadPart(subscription, more, read);
  }
  natsSubscription_Destroy(subscription);
  Publish("$JS.API.CONSUMER.DELETE." + consumer, {}, {}, {});
  return whole;
}

bool NatsConnection::ReadPart(natsSubscription* inbox, bool& more,
                              const std::function<void(const NatsArrival& message)>& read) {
  for (int i = 0; i < kReadAtATime && more; ++i) {
    natsMsg* message = nullptr;
    if (natsSubscription_NextMsg(&message, inbox, kRequestMs) != NATS_OK) return false;
    const NatsArrival arrival(message);
    // A status says that there is nothing more.
    more = arrival.Header("Status").empty();
    if (more) read(arrival);
    gate_->spent.Put(message);
  }
  return true;
}

std::string NatsConnection::server_id() {
  char id[128] = {};
  const std::lock_guard lock(mutex_);
  if (natsConnection_GetConnectedServerId(connection_, id, sizeof id) == NATS_OK) server_id_ = id;
  return server_id_;
}

bool NatsConnection::knows_one_server() {
  char** servers = nullptr;
  int count = 0;
  if (natsConnection_GetServers(connection_, &servers, &count) != NATS_OK) return false;
  for (int i = 0; i < count; ++i) free(servers[i]);
  free(servers);
  return count <= 1;
}

std::vector<std::string> NatsConnection::servers() {
  std::vector<std::string> urls;
  char url[256] = {};
  if (natsConnection_GetConnectedUrl(connection_, url, sizeof url) == NATS_OK) urls.emplace_back(url);
  char** servers = nullptr;
  int count = 0;
  if (natsConnection_GetServers(connection_, &servers, &count) != NATS_OK) return urls;
  for (int i = 0; i < count; ++i) {
    if (std::ranges::find(urls, servers[i]) == urls.end()) urls.emplace_back(servers[i]);
    std::free(servers[i]);
  }
  std::free(servers);
  return urls;
}

std::string NatsConnection::NewInbox() {
  natsInbox* inbox = nullptr;
  if (natsInbox_Create(&inbox) != NATS_OK) return "_INBOX.none";
  std::string name(inbox);
  natsInbox_Destroy(inbox);
  return name;
}

}  // namespace mesh::transport
