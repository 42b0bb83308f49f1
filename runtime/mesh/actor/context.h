// What a handler may know of its visit. It gives no access to the route.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace mesh::actor {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

/// Lives for one call of one handler; use it from the handler's thread only, but for `stop_token`.
class Context {
 public:
  struct Visit {
    std::string_view envelope_id;
    std::string_view root_id;
    std::string_view actor;
    std::string_view point;
    std::string_view effect_key;
    std::uint32_t attempt = 1;
    std::optional<std::int64_t> deadline_ns;  ///< Earlier of timeout and envelope deadline.
    std::stop_token stop;
    std::function<std::int64_t()> now_ns;
    std::function<void(LogLevel, std::string_view)> log;
  };
  explicit Context(Visit visit) : visit_(std::move(visit)) {}

  /// That of a branch is its own.
  std::string_view envelope_id() const { return visit_.envelope_id; }
  /// The same for an envelope and all its branches.
  std::string_view root_id() const { return visit_.root_id; }
  std::string_view actor() const { return visit_.actor; }
  /// Where in the flow the call stands: `support/loop/judge#1`.
  std::string_view point() const { return visit_.point; }
  /// Of an actor with `effect idempotent`: the same whenever this effect is tried again, so that the
  /// system outside can tell. Empty for other actors.
  std::string_view effect_key() const { return visit_.effect_key; }
  std::uint32_t attempt() const { return visit_.attempt; }
  /// Nanoseconds on the clock of `now_ns`; none: no limit.
  std::optional<std::int64_t> deadline_ns() const { return visit_.deadline_ns; }
  /// Nanoseconds until then, 0 if it has passed: what a call of something else may take.
  std::optional<std::int64_t> remaining_ns() const {
    if (!visit_.deadline_ns) return std::nullopt;
    return std::max<std::int64_t>(*visit_.deadline_ns - now_ns(), 0);
  }
  /// True once the result is no longer wanted: timed out, cancelled or shutting down.
  bool cancelled() const { return visit_.stop.stop_requested(); }
  std::stop_token stop_token() const { return visit_.stop; }
  std::int64_t now_ns() const { return visit_.now_ns(); }
  void Log(LogLevel level, std::string_view message) const { visit_.log(level, message); }

 private:
  Visit visit_;
};

}  // namespace mesh::actor
