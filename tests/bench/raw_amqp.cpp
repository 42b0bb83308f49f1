#include "tests/bench/raw_amqp.h"

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "mesh/transport/amqp/amqp_library.h"

namespace mesh::test {

namespace {

constexpr amqp_channel_t kChannel = 1;
constexpr std::uint16_t kPrefetch = 200;

void Must(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "raw loop: %s failed\n", what);
  std::abort();
}

void MustAnswer(amqp_connection_state_t connection, const char* what) {
  Must(amqp_get_rpc_reply(connection).reply_type == AMQP_RESPONSE_NORMAL, what);
}

amqp_bytes_t Bytes(std::string_view text) { return {text.size(), const_cast<char*>(text.data())}; }
std::string_view Text(const amqp_bytes_t& bytes) {
  return {static_cast<const char*>(bytes.bytes), bytes.len};
}
std::string RawMailbox(std::size_t place) { return "raw." + std::to_string(place); }
int PortOf(const std::string& url) { return std::atoi(url.c_str() + url.rfind(':') + 1); }

}  // namespace

RawAmqp::Connection RawAmqp::Connect(int port) {
  const amqp_connection_state_t connection = amqp_new_connection();
  amqp_socket_t* const socket = amqp_tcp_socket_new(connection);
  Must(amqp_socket_open(socket, "127.0.0.1", port) == AMQP_STATUS_OK, "connecting");
  const amqp_rpc_reply_t answer =
      amqp_login(connection, "/", 0, 131'072, 0, AMQP_SASL_METHOD_PLAIN, "guest", "guest");
  Must(answer.reply_type == AMQP_RESPONSE_NORMAL, "login");
  amqp_channel_open(connection, kChannel);
  MustAnswer(connection, "a channel");
  return connection;
}

RawAmqp::RawAmqp(const std::string& broker, const std::string& store, std::string body)
    : body_(std::move(body)),
      publishing_(Connect(PortOf(broker))),
      consuming_(Connect(PortOf(broker))),
      store_(redisConnect("127.0.0.1", PortOf(store))) {
  Must(store_ != nullptr && store_->err == 0, "connecting to the store");
  amqp_confirm_select(publishing_, kChannel);
  MustAnswer(publishing_, "confirmations");
  amqp_basic_qos(consuming_, kChannel, 0, kPrefetch, false);
  MustAnswer(consuming_, "prefetch");
  amqp_table_entry_t kind{};
  kind.key = Bytes("x-queue-type");
  kind.value.kind = AMQP_FIELD_KIND_UTF8;
  kind.value.value.bytes = Bytes("quorum");
  const amqp_table_t arguments{1, &kind};
  for (std::size_t place = 0; place < kMoves; ++place) {
    const std::string name = RawMailbox(place);
    // Nobody else tells one process of ends: it has a classic queue, as hosts have.
    const bool stays = place + 1 < kMoves;
    amqp_queue_declare(consuming_, kChannel, Bytes(name), false, stays, false, false,
                       stays ? arguments : amqp_empty_table);
    MustAnswer(consuming_, "a queue");
    amqp_basic_consume(consuming_, kChannel, Bytes(name), Bytes(name), false, false, false, amqp_empty_table);
    MustAnswer(consuming_, "a consumer");
  }
}

RawAmqp::~RawAmqp() {
  amqp_destroy_connection(publishing_);
  amqp_destroy_connection(consuming_);
  redisFree(store_);
}

std::vector<RawAmqp::Taken> RawAmqp::Take() {
  std::vector<Taken> taken;
  while (taken.size() < kWindow) {
    timeval patience{taken.empty() ? 10 : 0, 0};
    amqp_maybe_release_buffers(consuming_);
    amqp_envelope_t envelope{};
    const amqp_rpc_reply_t answer = amqp_consume_message(consuming_, &envelope, &patience, 0);
    if (answer.reply_type != AMQP_RESPONSE_NORMAL) {
      Must(!taken.empty() && answer.library_error == AMQP_STATUS_TIMEOUT, "taking");
      break;
    }
    const std::string_view queue = Text(envelope.routing_key);
    taken.push_back({static_cast<std::size_t>(queue.back() - '0'),
                     std::string(Text(envelope.message.properties.headers.entries[0].value.value.bytes))});
    last_tag_ = envelope.delivery_tag;
    amqp_destroy_envelope(&envelope);
  }
  return taken;
}

void RawAmqp::Publish(std::size_t place, const std::string& id) {
  const std::string name = RawMailbox(place);
  amqp_basic_properties_t properties{};
  // The bytes of a host's: who it is, which try it is, and which message of this connection.
  const std::string number = std::to_string(++published_);
  const std::array<std::pair<std::string_view, std::string_view>, 2> told = {
      {{"mesh-id", id}, {"mesh-nonce", "0123456789abcdef0123456789abcdef"}}};
  std::array<amqp_table_entry_t, told.size()> headers{};
  for (std::size_t i = 0; i < told.size(); ++i) {
    headers[i].key = Bytes(told[i].first);
    headers[i].value.kind = AMQP_FIELD_KIND_UTF8;
    headers[i].value.value.bytes = Bytes(told[i].second);
  }
  properties._flags =
      AMQP_BASIC_DELIVERY_MODE_FLAG | AMQP_BASIC_HEADERS_FLAG | AMQP_BASIC_CORRELATION_ID_FLAG;
  properties.delivery_mode = AMQP_DELIVERY_PERSISTENT;
  properties.headers = {static_cast<int>(headers.size()), headers.data()};
  properties.correlation_id = Bytes(number);
  Must(amqp_basic_publish(publishing_, kChannel, amqp_empty_bytes, Bytes(name), true, false, &properties,
                          Bytes(body_)) == AMQP_STATUS_OK,
       "publishing");
}

void RawAmqp::AwaitConfirmations() {
  confirmed_beyond_.assign(published_ - confirmed_, false);
  for (std::uint64_t missing = published_ - confirmed_; missing > 0;) {
    amqp_maybe_release_buffers(publishing_);
    amqp_frame_t frame{};
    Must(amqp_simple_wait_frame(publishing_, &frame) == AMQP_STATUS_OK, "a confirmation");
    Must(frame.frame_type == AMQP_FRAME_METHOD && frame.payload.method.id == AMQP_BASIC_ACK_METHOD,
         "a confirmation");
    const auto& ack = *static_cast<amqp_basic_ack_t*>(frame.payload.method.decoded);
    const std::uint64_t last = ack.delivery_tag - confirmed_;
    for (std::uint64_t number = ack.multiple != 0 ? 1 : last; number <= last; ++number) {
      missing -= confirmed_beyond_[number - 1] ? 0 : 1;
      confirmed_beyond_[number - 1] = true;
    }
  }
  confirmed_ = published_;
}

void RawAmqp::Acknowledge() {
  Must(amqp_basic_ack(consuming_, kChannel, last_tag_, true) == AMQP_STATUS_OK, "acknowledging");
}

void RawAmqp::Begin(const std::string& id) {
  redisAppendCommand(store_, "MGET root:%s end:%s", id.c_str(), id.c_str());
  ++asked_of_store_;
}

void RawAmqp::End(const std::string& id) {
  redisAppendCommand(store_, "SET end:%s %b", id.c_str(), body_.data(), body_.size());
  ++asked_of_store_;
}

void RawAmqp::AwaitStore() {
  for (; asked_of_store_ > 0; --asked_of_store_) {
    void* answer = nullptr;
    Must(redisGetReply(store_, &answer) == REDIS_OK, "the store");
    freeReplyObject(answer);
  }
}

void RawAmqp::Run(int from, int count) {
  int entered = 0;
  std::vector<Taken> taken;
  for (int ended = 0; ended < count;) {
    std::vector<std::string> entering;
    for (const Taken& one : taken) {
      if (one.place + 1 == kMoves) ++ended;
      if (one.place == kActors.size()) End(one.id);
    }
    for (; entered < count && entered - ended < static_cast<int>(kWindow); ++entered) {
      entering.push_back(IdOf(from + entered));
      Begin(entering.back());
    }
    AwaitStore();
    for (const Taken& one : taken) {
      if (one.place + 1 < kMoves) Publish(one.place + 1, one.id);
    }
    for (const std::string& id : entering) Publish(0, id);
    AwaitConfirmations();
    if (!taken.empty()) Acknowledge();
    taken.clear();
    if (ended < count) taken = Take();
  }
}

}  // namespace mesh::test
