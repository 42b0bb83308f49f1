#include "mesh/transport/amqp/amqp_connection.h"

#include <cstring>

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace mesh::transport {

namespace {

constexpr timeval kConnectTime = {.tv_sec = 10, .tv_usec = 0};
/// A busy broker takes its time; of one that is dead its heartbeats tell.
constexpr timeval kAnswerTime = {.tv_sec = 60, .tv_usec = 0};
constexpr timeval kGoodbyeTime = {.tv_sec = 10, .tv_usec = 0};
constexpr int kHeartbeatSeconds = 30;
/// Where certificates stand that the system trusts.
constexpr const char* kTrusted = "/etc/ssl/certs/ca-certificates.crt";

/// A text as a file that nobody else sees, for a library that reads files.
class SecretFile {
 public:
  explicit SecretFile(std::string_view text) : descriptor_(memfd_create("mesh", MFD_CLOEXEC)) {
    whole_ =
        descriptor_ >= 0 && write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  ~SecretFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  SecretFile(const SecretFile&) = delete;
  SecretFile& operator=(const SecretFile&) = delete;
  bool whole() const { return whole_; }
  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
  bool whole_ = false;
};

/// What the broker gives as its reason, without the codes in front.
std::string ReasonOf(const amqp_rpc_reply_t& reply) {
  if (reply.reply_type == AMQP_RESPONSE_LIBRARY_EXCEPTION) return amqp_error_string2(reply.library_error);
  if (reply.reply_type != AMQP_RESPONSE_SERVER_EXCEPTION) return "no answer";
  if (reply.reply.id == AMQP_CHANNEL_CLOSE_METHOD)
    return std::string(AmqpText(static_cast<amqp_channel_close_t*>(reply.reply.decoded)->reply_text));
  if (reply.reply.id == AMQP_CONNECTION_CLOSE_METHOD)
    return std::string(AmqpText(static_cast<amqp_connection_close_t*>(reply.reply.decoded)->reply_text));
  return "an answer that is none";
}

/// What cannot be held back leaves at once.
void SetCork(int descriptor, int holds) {
  setsockopt(descriptor, IPPROTO_TCP, TCP_CORK, &holds, sizeof holds);
}

bool IsRefusedLogin(const amqp_rpc_reply_t& reply) {
  if (reply.reply_type != AMQP_RESPONSE_SERVER_EXCEPTION || reply.reply.id != AMQP_CONNECTION_CLOSE_METHOD)
    return false;
  return static_cast<amqp_connection_close_t*>(reply.reply.decoded)->reply_code == AMQP_ACCESS_REFUSED;
}

}  // namespace

void AmqpTable::Add(const char* name, std::string_view value) {
  amqp_table_entry_t entry{};
  entry.key = amqp_cstring_bytes(name);
  entry.value.kind = AMQP_FIELD_KIND_UTF8;
  entry.value.value.bytes = AmqpBytes(value);
  entries_.push_back(entry);
}

void AmqpTable::Add(const char* name, std::int64_t value) {
  amqp_table_entry_t entry{};
  entry.key = amqp_cstring_bytes(name);
  entry.value.kind = AMQP_FIELD_KIND_I64;
  entry.value.value.i64 = value;
  entries_.push_back(entry);
}

void AmqpTable::Add(const char* name, bool value) {
  amqp_table_entry_t entry{};
  entry.key = amqp_cstring_bytes(name);
  entry.value.kind = AMQP_FIELD_KIND_BOOLEAN;
  entry.value.value.boolean = value ? 1 : 0;
  entries_.push_back(entry);
}

void AmqpTable::Add(const char* name, AmqpTable& value) {
  amqp_table_entry_t entry{};
  entry.key = amqp_cstring_bytes(name);
  entry.value.kind = AMQP_FIELD_KIND_TABLE;
  entry.value.value.table = value.raw();
  entries_.push_back(entry);
}

std::variant<std::unique_ptr<AmqpConnection>, std::string> AmqpConnection::Open(const AmqpOptions& options,
                                                                                const char* role) {
  std::string problem;
  auto known = AskFor(options.credentials);
  if (auto* wrong = std::get_if<std::string>(&known)) return std::move(*wrong);
  for (const AmqpServer& server : options.servers) {
    std::unique_ptr<AmqpConnection> opened(new AmqpConnection);
    problem = opened->Connect(options, std::get<Credentials>(known), server, role);
    if (problem.empty()) return opened;
  }
  return problem;
}

AmqpConnection::~AmqpConnection() {
  // Who says goodbye is not held for dead; but nobody waits for a broker that is gone.
  if (!broken_) {
    amqp_set_rpc_timeout(raw_, &kGoodbyeTime);
    amqp_connection_close(raw_, AMQP_REPLY_SUCCESS);
  }
  amqp_destroy_connection(raw_);
}

std::string AmqpConnection::PrepareTls(amqp_socket_t* socket, const Credentials& known) {
  const SecretFile ca(known.ca);
  const SecretFile certificate(known.certificate);
  const SecretFile key(known.key);
  if (!ca.whole() || !certificate.whole() || !key.whole()) return "the system keeps no secrets in memory";
  if (amqp_ssl_socket_set_cacert(socket, known.ca.empty() ? kTrusted : ca.path().c_str()) != AMQP_STATUS_OK)
    return "MESH_TRANSPORT_CA is no certificate";
  if (known.certificate.empty()) return {};
  const int set = amqp_ssl_socket_set_key(socket, certificate.path().c_str(), key.path().c_str());
  return set == AMQP_STATUS_OK ? "" : "MESH_TRANSPORT_CERT and _KEY are no certificate and its key";
}

std::string AmqpConnection::OpenSocket(const AmqpOptions& options, const Credentials& known,
                                       const AmqpServer& server) {
  const std::string shown = fmt::format("{}:{}", server.host, server.port);
  amqp_socket_t* const socket = options.tls ? amqp_ssl_socket_new(raw_) : amqp_tcp_socket_new(raw_);
  if (socket == nullptr) return "the system gives no socket";
  if (options.tls) {
    if (std::string problem = PrepareTls(socket, known); !problem.empty()) return problem;
  }
  const int status = amqp_socket_open_noblock(socket, server.host.c_str(), server.port, &kConnectTime);
  if (status == AMQP_STATUS_OK) return {};
  if (status <= AMQP_STATUS_SSL_ERROR) {
    return fmt::format(
        "TLS with `{}` fails: its certificate, MESH_TRANSPORT_CA, _CERT or _KEY is not the right one", shown);
  }
  return fmt::format("no AMQP broker answers at `{}`", shown);
}

std::string AmqpConnection::Connect(const AmqpOptions& options, const Credentials& known,
                                    const AmqpServer& server, const char* role) {
  broken_ = true;
  amqp_set_handshake_timeout(raw_, &kConnectTime);
  amqp_set_rpc_timeout(raw_, &kAnswerTime);
  if (std::string problem = OpenSocket(options, known, server); !problem.empty()) return problem;
  // What a broker knows without being told, for those who are on its own machine.
  const std::string user = known.user.empty() ? "guest" : known.user;
  const std::string password = known.user.empty() ? "guest" : known.password;
  const std::string name = fmt::format("{} ({})", options.mesh, role);
  // Without these the broker says neither that it takes nothing any more, nor that a queue is gone.
  AmqpTable capabilities;
  for (const char* capability :
       {"connection.blocked", "consumer_cancel_notify", "authentication_failure_close"})
    capabilities.Add(capability, true);
  AmqpTable properties;
  properties.Add("capabilities", capabilities);
  properties.Add("connection_name", std::string_view(name));
  const amqp_table_t table = properties.raw();
  const amqp_rpc_reply_t reply =
      amqp_login_with_properties(raw_, options.vhost.c_str(), 0, AMQP_DEFAULT_FRAME_SIZE, kHeartbeatSeconds,
                                 &table, AMQP_SASL_METHOD_PLAIN, user.c_str(), password.c_str());
  if (reply.reply_type == AMQP_RESPONSE_NORMAL) {
    broken_ = false;
    return {};
  }
  const std::string shown = fmt::format("{}:{}", server.host, server.port);
  if (IsRefusedLogin(reply))
    return fmt::format("the AMQP broker at `{}` refuses these credentials (MESH_TRANSPORT_USER and …)",
                       shown);
  return fmt::format("the AMQP broker at `{}` lets nobody in: {}", shown, ReasonOf(reply));
}

void AmqpConnection::Break(std::string problem) {
  broken_ = true;
  problem_ = std::move(problem);
}

AmqpConnection::Answer AmqpConnection::Check(amqp_channel_t channel) {
  const amqp_rpc_reply_t reply = amqp_get_rpc_reply(raw_);
  if (reply.reply_type == AMQP_RESPONSE_NORMAL) return Answer::kDone;
  if (reply.reply_type == AMQP_RESPONSE_SERVER_EXCEPTION && reply.reply.id == AMQP_CHANNEL_CLOSE_METHOD) {
    problem_ = ReasonOf(reply);
    amqp_channel_close_ok_t ok{};
    Sent(amqp_send_method(raw_, channel, AMQP_CHANNEL_CLOSE_OK_METHOD, &ok));
    return broken_ ? Answer::kBroken : Answer::kRefused;
  }
  Break(ReasonOf(reply));
  return Answer::kBroken;
}

bool AmqpConnection::OpenChannel(amqp_channel_t channel) {
  amqp_channel_open(raw_, channel);
  return Check(channel) == Answer::kDone;
}

void AmqpConnection::CloseChannel(amqp_channel_t channel) {
  const amqp_rpc_reply_t reply = amqp_channel_close(raw_, channel, AMQP_REPLY_SUCCESS);
  if (reply.reply_type != AMQP_RESPONSE_NORMAL) Break(ReasonOf(reply));
}

AmqpConnection::Answer AmqpConnection::DeclareQueue(amqp_channel_t channel, const std::string& queue,
                                                    AmqpTable* arguments, std::uint64_t* messages) {
  const amqp_table_t table = arguments == nullptr ? amqp_empty_table : arguments->raw();
  const amqp_queue_declare_ok_t* const declared =
      amqp_queue_declare(raw_, channel, AmqpBytes(queue), arguments == nullptr, 1, 0, 0, table);
  if (declared != nullptr && messages != nullptr) *messages = declared->message_count;
  return Check(channel);
}

std::optional<amqp_frame_t> AmqpConnection::Next() {
  if (broken_) return std::nullopt;
  const timeval at_once{};
  amqp_frame_t frame{};
  const int status = amqp_simple_wait_frame_noblock(raw_, &frame, &at_once);
  if (status == AMQP_STATUS_OK) {
    if (frame.frame_type == AMQP_FRAME_METHOD && frame.payload.method.id == AMQP_CONNECTION_CLOSE_METHOD) {
      const auto& closing = *static_cast<amqp_connection_close_t*>(frame.payload.method.decoded);
      Break(std::string(AmqpText(closing.reply_text)));
      return std::nullopt;
    }
    return frame;
  }
  if (status != AMQP_STATUS_TIMEOUT) Break(amqp_error_string2(status));
  return std::nullopt;
}

bool AmqpConnection::ReadMessage(amqp_channel_t channel, amqp_message_t& message) {
  const amqp_rpc_reply_t reply = amqp_read_message(raw_, channel, &message, 0);
  if (reply.reply_type != AMQP_RESPONSE_NORMAL) Break(ReasonOf(reply));
  return !broken_;
}

void AmqpConnection::TakeClose(const amqp_frame_t& frame) {
  problem_ = AmqpText(static_cast<amqp_channel_close_t*>(frame.payload.method.decoded)->reply_text);
  amqp_channel_close_ok_t ok{};
  Sent(amqp_send_method(raw_, frame.channel, AMQP_CHANNEL_CLOSE_OK_METHOD, &ok));
}

bool AmqpConnection::Sent(int status) {
  if (status != AMQP_STATUS_OK && !broken_) Break(amqp_error_string2(status));
  return !broken_;
}

void AmqpConnection::Wait(int wake, int milliseconds) const {
  // Read already, while an answer was waited for.
  if (!broken_ && (amqp_frames_enqueued(raw_) != 0 || amqp_data_in_buffer(raw_) != 0)) return;
  pollfd waits[] = {{.fd = broken_ ? -1 : amqp_get_sockfd(raw_), .events = POLLIN, .revents = 0},
                    {.fd = wake, .events = POLLIN, .revents = 0}};
  poll(waits, 2, milliseconds);
}

// Each message that leaves alone costs this process, and the broker, more than its bytes.

AmqpConnection::Burst::Burst(AmqpConnection& connection) : descriptor_(amqp_get_sockfd(connection.raw())) {
  SetCork(descriptor_, 1);
}

AmqpConnection::Burst::~Burst() { SetCork(descriptor_, 0); }

void AmqpConnection::Interrupt() const {
  const int descriptor = amqp_get_sockfd(raw_);
  if (descriptor >= 0) shutdown(descriptor, SHUT_RDWR);
}

}  // namespace mesh::transport
