// The raw limit of a mesh on NATS: the same messages and values, moved by the client library alone.
#pragma once

#include <nats/nats.h>

#include <array>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "tests/bench/line_mesh.h"

namespace mesh::test {

/// One connection; all is done by the thread by which the library tells of what has come: nothing waits for
/// anything but the confirmation of what it follows from.
class RawNats {
 public:
  /// On a server where it has not been yet.
  RawNats(const std::string& url, std::string body);
  ~RawNats();
  RawNats(const RawNats&) = delete;
  RawNats& operator=(const RawNats&) = delete;

  /// Until as many have ended.
  void Run(int from, int count);

 private:
  /// Called with `mutex_` held, with what the server says.
  using Then = std::function<void(std::string_view answer)>;

  void MakeStream(const char* name, const char* subjects, bool keeps_values);
  void MakeConsumer(std::size_t place);
  void Pull(std::size_t place);
  void Send(const std::string& subject, std::string_view body, const std::string& id, Then then);
  /// A value, if the last one there is the expected one.
  void Put(const std::string& subject, std::uint64_t expected, Then then);
  void Enter(int number);
  void End(const std::string& id, const std::string& loan);
  void Move(std::size_t place, const std::string& id, const std::string& loan);
  void Acknowledge(const std::string& loan);

  static void Arrive(natsConnection*, natsSubscription*, natsMsg* message, void* self);
  static void Answer(natsConnection*, natsSubscription*, natsMsg* message, void* self);

  const std::string body_;
  natsConnection* connection_ = nullptr;
  jsCtx* context_ = nullptr;
  natsSubscription* arrivals_ = nullptr;
  natsSubscription* answers_ = nullptr;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<int, kMoves> asked_{};  ///< How many may still come of what was asked for.
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, Then> waiting_;
  int ended_ = 0;
};

}  // namespace mesh::test
