#include "compiler/language_server/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <thread>

#include "compiler/language_server/errors.h"
#include "compiler/language_server/framing.h"
#include "compiler/language_server/message_queue.h"
#include "compiler/pipeline/run_stages.h"

namespace meshc::language_server {
namespace {

/// Deeper JSON is no message of this protocol.
constexpr int kMostDepth = 500;

Incoming Parse(const std::string& body) {
  Incoming incoming;
  incoming.bytes = body.size();
  bool too_deep = false;
  const auto within = [&](int depth, Json::parse_event_t, Json&) {
    too_deep = too_deep || depth > kMostDepth;
    return !too_deep;
  };
  try {
    incoming.message = Json::parse(body, within);
    if (!too_deep) return incoming;
    incoming.problem = fmt::format("the message is nested more than {} levels deep", kMostDepth);
  } catch (const Json::parse_error& error) {
    // What stands before it was read; the byte it tells of is the last one read, counted from 1.
    const std::size_t at = std::min(error.byte == 0 ? 0 : error.byte - 1, body.size());
    incoming.problem = at == body.size()
                           ? fmt::format("the message ends before its JSON does, after {} bytes", at)
                           : fmt::format("the message is no JSON from byte {} on", at);
  } catch (const Json::exception&) {
    incoming.problem = "the message holds a number that is out of range";
  }
  incoming.kind = Incoming::Kind::kNoJson;
  incoming.message = nullptr;
  return incoming;
}

class Server {
 public:
  Server(const source::FileSystem& disk, const SessionDefaults& defaults, ServerStreams streams)
      : streams_(streams), session_(disk, defaults, [this](const Json& message) { Send(message); }) {}

  int RunOneByOne() {
    while (!session_.exit_code()) {
      const Incoming incoming = Read();
      if (incoming.kind == Incoming::Kind::kEnd) return 1;
      Handle(incoming);
      if (!session_.exit_code() && session_.has_news()) Publish();
    }
    return *session_.exit_code();
  }

  int RunAsTheyCome() {
    std::thread worker([this] { Work(); });
    for (;;) {
      Incoming incoming = Read();
      const bool last = incoming.kind == Incoming::Kind::kEnd || IsMethod(incoming, "exit");
      if (IsMethod(incoming, "$/cancelRequest")) {
        const auto params = incoming.message.find("params");
        if (params != incoming.message.end() && params->is_object() && params->contains("id"))
          queue_.Cancel((*params)["id"]);
        continue;
      }
      queue_.Put(std::move(incoming));
      if (last) break;
    }
    queue_.Put({Incoming::Kind::kEnd, nullptr, "", 0});
    worker.join();
    return session_.exit_code().value_or(1);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point kNever = Clock::time_point::max();

  static bool IsMethod(const Incoming& incoming, const char* method) {
    return incoming.kind == Incoming::Kind::kMessage && incoming.message.is_object() &&
           incoming.message.value("method", Json()) == method;
  }

  /// What is no message is said, and the next one is read.
  Incoming Read() {
    Frame frame = ReadFrame(streams_.in);
    if (frame.kind == Frame::Kind::kTooLarge) {
      streams_.err << "meshc: a message of more than " << kMostMessageBytes << " bytes: the session ends\n";
      return {Incoming::Kind::kEnd, nullptr, "", 0};
    }
    if (frame.kind == Frame::Kind::kEnd) return {Incoming::Kind::kEnd, nullptr, "", 0};
    if (frame.kind == Frame::Kind::kMalformed)
      return {Incoming::Kind::kNoJson, nullptr, "no header of the message is Content-Length", 0};
    if (streams_.record != nullptr) WriteFrame(*streams_.record, frame.body);
    return Parse(frame.body);
  }

  void Send(const Json& message) {
    // Texts of the disk may hold anything.
    WriteFrame(streams_.out, message.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  void Handle(const Incoming& incoming, const std::vector<Json>& overtaking = {},
              const Meanwhile& meanwhile = {}) {
    if (incoming.kind == Incoming::Kind::kNoJson)
      session_.Refuse(nullptr, static_cast<int>(ErrorCode::kParseError), incoming.problem);
    else
      session_.Handle(incoming.message, overtaking, meanwhile);
  }

  /// True: some findings were held back. None: somebody asks or writes meanwhile, who comes first.
  /// A text that is too much for a check ends no session: the next one may be less.
  std::optional<bool> Publish(bool gone_only = false, bool gives_way = true) {
    try {
      return session_.Publish(gone_only, [&] { return gives_way && !queue_.empty(); });
    } catch (const pipeline::Interrupted&) {
      return std::nullopt;
    } catch (const std::exception& error) {
      session_.Notify("window/logMessage", {{"type", 1}, {"message", error.what()}});
      return false;
    }
  }

  void Work() {
    while (!session_.exit_code()) {
      const auto incoming = queue_.Take(held_back() ? MillisecondsUntilDue() : 0);
      // Whoever sends all that it has in one go is told what was found of it, too.
      if (incoming && IsLast(*incoming) && (session_.has_news() || held_back())) {
        Publish(false, false);
        due_ = kNever;
      }
      if (incoming && incoming->kind == Incoming::Kind::kEnd) return;
      if (incoming) Take(*incoming);
      if (!session_.exit_code() && queue_.empty()) PublishWhatIsDue();
    }
  }

  void PublishWhatIsDue() {
    if (session_.has_news()) {
      const auto held_back = Publish(session_.delay_ms() > 0);
      if (held_back)
        due_ = *held_back ? Clock::now() + std::chrono::milliseconds(session_.delay_ms()) : kNever;
    } else if (held_back() && Clock::now() >= due_) {
      if (Publish()) due_ = kNever;
    }
  }

  bool held_back() const { return due_ != kNever; }

  /// At least 1: 0 waits for ever.
  std::int64_t MillisecondsUntilDue() const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(due_ - Clock::now());
    return std::max<std::int64_t>(left.count(), 1);
  }

  static bool IsLast(const Incoming& incoming) {
    return incoming.kind == Incoming::Kind::kEnd || IsMethod(incoming, "shutdown") ||
           IsMethod(incoming, "exit");
  }

  /// A request is asked of the newest text that has been read.
  void Take(const Incoming& incoming) {
    const bool request = incoming.message.is_object() && incoming.message.contains("id") &&
                         incoming.message.contains("method");
    if (!request) return Handle(incoming);
    const Json& id = incoming.message["id"];
    if (queue_.IsCancelled(id))
      return session_.Refuse(id, static_cast<int>(ErrorCode::kCancelled), "cancelled");
    std::vector<Json> edits;
    for (Incoming& edit : queue_.TakeEdits()) {
      Handle(edit);
      edits.push_back(std::move(edit.message));
    }
    Handle(incoming, edits,
           {[&] { return queue_.IsCancelled(id); }, [this] { return queue_.WaitingEdits(); }});
  }

  ServerStreams streams_;
  Session session_;
  MessageQueue queue_;
  Clock::time_point due_ = kNever;  ///< When findings that are held back have been so for long enough.
};

}  // namespace

int Serve(const source::FileSystem& disk, const SessionDefaults& defaults, ServerStreams streams, Pace pace) {
  Server server(disk, defaults, streams);
  return pace == Pace::kOneByOne ? server.RunOneByOne() : server.RunAsTheyCome();
}

}  // namespace meshc::language_server
