// One run of a threaded host over JSON lines: reading, signals, stops, and what is told in the end.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/host/error_lines.h"
#include "mesh/host/events.h"
#include "mesh/host/host.h"
#include "mesh/host/input_signals.h"
#include "mesh/host/json_lines.h"
#include "mesh/host/line_writer.h"
#include "mesh/host/serve.h"
#include "mesh/host/signal_feed.h"
#include "mesh/host/stoppable_input.h"
#include "mesh/host/stopping.h"
#include "mesh/transport/clock.h"

namespace mesh::host {

class Batch {
 public:
  struct Parts {
    const CommandLine& line;
    const RunStreams& streams;
    contract::Index flow = contract::kNone;
    Host& host;
    transport::Clock& clock;
    ErrorLines& errors;
    std::shared_ptr<Events> events;
    std::function<std::string()> next_id;
  };
  /// All parts outlive it.
  explicit Batch(const Parts& parts);

  /// Runs to the end of the input and of what came in; tells on standard error how that went. Yields the
  /// exit code.
  int Run();
  /// Any thread.
  Stopping& stopping() { return stopping_; }
  const InputsUnderWay& under_way() const { return json_lines_.under_way(); }

 private:
  JsonLinesOptions OptionsOf(const Parts& parts);
  std::optional<Error> Start(std::uint64_t input, Envelope envelope, Ended ended);
  /// At most so many inputs as the mesh may hold envelopes are under way or wait to be printed.
  std::optional<Credit> WaitForRoom();
  void WatchOutput();
  void Drain();
  /// Copies of taps are part of the work, though nobody is told when they end.
  void WaitForCopies();
  /// The time is up: calls are told, and have a moment to put things in order.
  void TellCalls();
  /// Until `done` or `until_ns`.
  void LookUntil(const std::function<bool()>& done, std::int64_t until_ns);
  void WaitForWriter();
  int Tell(const std::string& problem);
  int Complain(int exit_code, const std::string& text);

  void TakeSignal(std::size_t number, std::string_view line);
  void Deliver(std::uint64_t input, const InputSignal& signal);
  std::string UnmetSignal();

  const Parts parts_;
  const std::int64_t begun_ns_;
  std::atomic<std::uint32_t> in_room_ = 0;  ///< Outlives the credits that give it back.
  StoppableInput buffer_;
  LineWriter writer_;
  const JsonLinesOptions options_;
  JsonLines json_lines_;
  Stopping stopping_;
  const SignalReader signal_reader_;
  /// Held from the moment at which an input is under way until it has the signals that came before.
  std::mutex signals_mutex_;
  std::uint64_t last_started_ = 0;
  std::map<std::uint64_t, std::vector<InputSignal>> early_;
  std::atomic<bool> bad_signal_ = false;
  std::optional<SignalFeed> feed_;
};

}  // namespace mesh::host
