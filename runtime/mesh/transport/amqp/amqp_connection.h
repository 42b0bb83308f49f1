// One connection to RabbitMQ, and what is asked on it. Belongs to one thread, but for Interrupt.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/amqp/amqp_library.h"

namespace mesh::transport {

/// So often a thread that has a connection looks after heartbeats, and tries again what could not be done.
inline constexpr int kAmqpLookMs = 1'000;
/// So long such a thread may take to end before its connection is interrupted.
inline constexpr std::chrono::seconds kAmqpEndPatience{2};

inline amqp_bytes_t AmqpBytes(std::string_view text) {
  return {.len = text.size(), .bytes = const_cast<char*>(text.data())};
}
inline std::string_view AmqpText(const amqp_bytes_t& bytes) {
  return {static_cast<const char*>(bytes.bytes), bytes.len};
}

/// Arguments of queues, or headers: texts and whole numbers. It refers to what it is given.
class AmqpTable {
 public:
  void Add(const char* name, std::string_view value);
  void Add(const char* name, std::int64_t value);
  void Add(const char* name, bool value);
  void Add(const char* name, AmqpTable& value);
  amqp_table_t raw() {
    return {.num_entries = static_cast<int>(entries_.size()), .entries = entries_.data()};
  }

 private:
  std::vector<amqp_table_entry_t> entries_;
};

class AmqpConnection {
 public:
  /// What is sent while it lives leaves together, at its end: so no answer is awaited meanwhile.
  class Burst {
   public:
    explicit Burst(AmqpConnection& connection);
    ~Burst();
    Burst(const Burst&) = delete;
    Burst& operator=(const Burst&) = delete;

   private:
    const int descriptor_;
  };

  enum class Answer : std::uint8_t {
    kDone,
    kRefused,  ///< The channel is closed: `problem` says why; it can be opened anew.
    kBroken,   ///< So is the connection.
  };

  /// Connects to the first server that answers, and logs in. `role`: what it is for, as operators see it. The
  /// text says why it cannot.
  static std::variant<std::unique_ptr<AmqpConnection>, std::string> Open(const AmqpOptions& options,
                                                                         const char* role);
  ~AmqpConnection();
  AmqpConnection(const AmqpConnection&) = delete;
  AmqpConnection& operator=(const AmqpConnection&) = delete;

  bool OpenChannel(amqp_channel_t channel);
  /// One that is open.
  void CloseChannel(amqp_channel_t channel);
  /// What a method that was asked for came to. Of one that was refused the channel is closed on this side,
  /// too.
  Answer Check(amqp_channel_t channel);
  /// A quorum queue if `arguments` say so; none: whether there is one is asked, and nothing else.
  Answer DeclareQueue(amqp_channel_t channel, const std::string& queue, AmqpTable* arguments,
                      std::uint64_t* messages = nullptr);

  /// The next frame, if there is one: it does not wait. None, and `broken`: there will be no more.
  std::optional<amqp_frame_t> Next();
  /// What follows a frame that announces a message. False: it is broken.
  bool ReadMessage(amqp_channel_t channel, amqp_message_t& message);
  /// The broker has closed a channel; `frame` says so.
  void TakeClose(const amqp_frame_t& frame);
  /// Of something that was sent without an answer.
  bool Sent(int status);
  /// It is not used any more; `problem` stays.
  void GiveUp() { broken_ = true; }
  /// Waits for the broker, or for `wake`, so many milliseconds at most.
  void Wait(int wake, int milliseconds) const;
  /// Frees what frames referred to.
  void Recycle() { amqp_maybe_release_buffers(raw_); }

  bool broken() const { return broken_; }
  const std::string& problem() const { return problem_; }
  amqp_connection_state_t raw() { return raw_; }
  /// From any thread: whoever sends or waits gives up. It outlives the call.
  void Interrupt() const;

 private:
  AmqpConnection() : raw_(amqp_new_connection()) {}
  /// Empty: it is.
  std::string Connect(const AmqpOptions& options, const Credentials& known, const AmqpServer& server,
                      const char* role);
  std::string OpenSocket(const AmqpOptions& options, const Credentials& known, const AmqpServer& server);
  std::string PrepareTls(amqp_socket_t* socket, const Credentials& known);
  void Break(std::string problem);

  amqp_connection_state_t raw_;
  bool broken_ = false;
  std::string problem_;
};

}  // namespace mesh::transport
