// A connection to a NATS server that comes back when it was lost: what is published, what arrives, and
// requests that wait.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nats/nats.h>

#include "mesh/transport/nats/nats.h"
#include "mesh/transport/nats/nats_spent.h"

namespace mesh::transport {

/// The status of an answer that nobody has given.
inline constexpr std::string_view kNobodyListens = "503";

using NatsHeaders = std::vector<std::pair<std::string, std::string>>;

/// A message that has arrived; valid while its listener is told.
class NatsArrival {
 public:
  explicit NatsArrival(natsMsg* message) : message_(message) {}
  std::string_view subject() const { return View(natsMsg_GetSubject(message_)); }
  std::string_view reply() const { return View(natsMsg_GetReply(message_)); }
  std::string_view body() const {
    return {natsMsg_GetData(message_), static_cast<std::size_t>(natsMsg_GetDataLength(message_))};
  }
  /// Empty: there is none of that name.
  std::string_view Header(const char* name) const {
    const char* value = nullptr;
    return natsMsgHeader_Get(message_, name, &value) == NATS_OK ? View(value) : std::string_view();
  }
  /// Where it stands in its stream; 0: it comes from none.
  std::uint64_t seq() const;

 private:
  static std::string_view View(const char* text) { return text == nullptr ? "" : text; }
  natsMsg* message_;
};

struct NatsReply {
  std::string body = {};
  NatsHeaders headers = {};
  /// Empty: there is none of that name.
  std::string_view Header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
      if (key == name) return value;
    }
    return {};
  }
  /// Where it stands in its stream; 0: it comes from none.
  std::uint64_t seq() const;
};

/// Thread rule: every function may be called from any thread.
class NatsConnection {
 public:
  using Listener = std::function<void(const NatsArrival& arrival)>;

  static std::variant<std::unique_ptr<NatsConnection>, std::string> Open(const NatsOptions& options);
  /// No listener is told any more when it returns.
  ~NatsConnection();
  NatsConnection(const NatsConnection&) = delete;
  NatsConnection& operator=(const NatsConnection&) = delete;

  /// Told when the connection is lost, and when it is there again, from a thread of its own.
  void OnChange(std::function<void(bool connected)> told);
  /// Tells what arrives at a subject. All listeners are told by one thread, and must not wait.
  natsSubscription* Listen(const std::string& subject, Listener listener);
  /// The server sends nothing more to it, and what it had sent was told, unless it is away, or so busy that
  /// this takes seconds. Null: does nothing. Not for listeners.
  void Unlisten(natsSubscription* subscription);
  /// When what is published goes to the server.
  enum class Haste : std::uint8_t {
    kNow,
    kSoon,  ///< Within about a millisecond, many at a time.
  };
  /// Does not wait for an answer. What goes soon may be passed by what goes now. False: it was not handed
  /// over, and may be later.
  bool Publish(const std::string& subject, const std::string& reply, const NatsHeaders& headers,
               std::string_view body, Haste haste = Haste::kNow);
  /// Waits until the server has read what was published, for about so long at most. Not for listeners.
  void Flush(std::int64_t most_ms);
  /// None: there was no answer, and may be later. Not for listeners.
  std::optional<NatsReply> Request(const std::string& subject, std::string_view body);
  /// Reads what a stream has at the subjects that `filter` covers, all of it once, which takes nothing away;
  /// what is stored meanwhile may be read too. False: not all of it, because nobody answered in time. Not for
  /// listeners, and not for work queues.
  bool ReadAll(const std::string& stream, const std::string& filter,
               const std::function<void(const NatsArrival& message)>& read);
  /// True once after the second connection was lost: what has gone by it may not have come.
  bool TakeGatheredLoss() { return gate_->gathered_loss.exchange(false); }
  bool connected() const { return natsConnection_Status(connection_) == NATS_CONN_STATUS_CONNECTED; }
  /// Counts what the server has refused because these credentials have no right to it.
  std::uint64_t denials() const { return gate_->denials; }
  /// Counts connections that were lost or came back.
  std::uint64_t changes() const { return gate_->changes; }
  /// From now on nothing but acknowledgements is published after a change beyond `seen` until Release: the
  /// connection may have come back to another server.
  void HoldAfterChanges(std::uint64_t seen) {
    gate_->released = seen;
    gate_->guarded = true;
  }
  /// The servers are the right ones as of that change.
  void Release(std::uint64_t seen) { gate_->released = seen; }
  bool is_held() const { return gate_->guarded && gate_->released != gate_->changes; }
  /// URLs of all servers of its cluster that are known, and of that which it is connected to.
  std::vector<std::string> servers();
  /// Which start of which server it is connected to, or was last.
  std::string server_id();
  /// None other of its cluster is known.
  bool knows_one_server();
  /// A subject of its own, below which answers may be asked for.
  std::string NewInbox();

  natsConnection* raw() { return connection_; }

 private:
  /// What the library calls back to, which may outlive the connection for a moment.
  struct Gate {
    std::mutex mutex;
    bool open = true;
    std::function<void(bool connected)> changed;
    CredentialSource source = {};
    NatsSpent spent;
    /// The second connection is there. To ask the library takes a lock that it holds while it sends.
    std::atomic<bool> gathers = false;
    std::atomic<bool> gathered_loss = false;
    std::atomic<std::uint64_t> denials = 0;
    // HoldAfterChanges sets these.
    std::atomic<bool> guarded = false;
    std::atomic<std::uint64_t> changes = 0;
    std::atomic<std::uint64_t> released = 0;
  };
  /// The same, of one connection of the library.
  struct Link {
    std::shared_ptr<Gate> gate;
    std::string token;  ///< Of TokenOf.
  };
  struct Ear;

  NatsConnection() = default;
  bool PublishBy(natsConnection* by, const std::string& subject, const std::string& reply,
                 const NatsHeaders& headers, std::string_view body);
  bool ReadPart(natsSubscription* inbox, bool& more,
                const std::function<void(const NatsArrival& message)>& read);
  static void Hear(natsConnection* connection, natsSubscription* subscription, natsMsg* message,
                   void* closure);
  static void Lost(natsConnection* connection, void* closure);
  static void Back(natsConnection* connection, void* closure);
  static void Fail(natsConnection* connection, natsSubscription* subscription, natsStatus status,
                   void* closure);
  static void LostGathering(natsConnection* connection, void* closure);
  static void BackGathering(natsConnection* connection, void* closure);
  static void Change(const std::shared_ptr<Gate>& gate, bool connected);
  static const char* TokenOf(void* closure);
  static natsStatus Configure(natsOptions* settings, const NatsOptions& options, const Credentials& known,
                              Link& link, Haste haste);
  natsStatus Connect(natsConnection** connection, const NatsOptions& options, const Credentials& known,
                     Haste haste);

  natsConnection* connection_ = nullptr;
  /// What goes soon: the library sends either at once or many at a time, as a connection has it. Null: there
  /// may be no second one.
  natsConnection* gathering_ = nullptr;
  const std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
  std::mutex mutex_;
  std::vector<natsSubscription*> subscriptions_;
  std::string server_id_;
  std::atomic<bool> drains_ = true;  ///< Else nobody waits for a server that hangs twice.
};

}  // namespace mesh::transport
