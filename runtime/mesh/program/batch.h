// One run of a threaded host over JSON lines: reading, signals, stops, and what is told in the end.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/host/host.h"
#include "mesh/lines/input_signals.h"
#include "mesh/lines/json_lines.h"
#include "mesh/lines/line_writer.h"
#include "mesh/lines/root_inputs.h"
#include "mesh/lines/signal_feed.h"
#include "mesh/program/error_lines.h"
#include "mesh/program/events.h"
#include "mesh/program/serve.h"
#include "mesh/program/stoppable_input.h"
#include "mesh/program/stopping.h"
#include "mesh/program/traffic.h"
#include "mesh/program/waiting_limit.h"
#include "mesh/transport/clock.h"

namespace mesh::program {

class Batch {
 public:
  struct Parts {
    const CommandLine& line;
    const RunStreams& streams;
    std::span<const contract::Version> versions;  ///< That are known at first.
    contract::Index flow = contract::kNone;
    host::Host& host;
    transport::Clock& clock;
    ErrorLines& errors;
    std::shared_ptr<Events> events;  ///< The host tells its changes there, too.
    lines::RootInputs& inputs;
    Traffic* traffic = nullptr;  ///< Null: nobody counts.
    std::function<std::string()> next_id;
  };
  /// All parts outlive it.
  explicit Batch(const Parts& parts);

  /// Runs to the end of the input and of what came in; tells on standard error how that went. Yields the
  /// exit code.
  int Run();
  /// Calls that still run, losers of joins among them, are told to stop and have a moment to put things in
  /// order. False: some have not come back.
  bool StopCalls();
  /// Any thread.
  Stopping& stopping() { return stopping_; }

 private:
  lines::JsonLinesOptions OptionsOf(const Parts& parts);
  /// Lines may enter about in their order, and the entrance is no farther away than the workers.
  static bool WorkersTakeLines(const Parts& parts);
  std::optional<lines::Obstacle> Start(lines::InputPlace place, Envelope envelope, lines::Ended ended);
  std::optional<lines::Obstacle> Submit(lines::InputPlace place, Envelope&& envelope, lines::Ended ended);
  /// At most so many inputs as the mesh may hold envelopes are under way or wait to be printed.
  std::optional<lines::Credit> WaitForRoom();
  std::optional<lines::Credit> FindRoom();
  void WatchOutput();
  /// Until all has ended, copies of taps too, or the time of a stop is up. Where nothing but a signal helps
  /// and none can come, or nobody waits for it any more, what is parked is given up.
  void Drain();
  void LeaveToOthers();
  bool IsStuck() const;
  void EndParked();
  /// A few of them in a run: the results tell all.
  void TellWaits();
  /// Once in a run: results that are printed in the order of the inputs wait for one that is parked.
  void TellHeldBack();
  /// Where calls of an unhealthy actor do not come back for as long as the grace, what waits for it is given
  /// up: without an sla nothing else ends it.
  void WatchLost();
  /// The time is up: calls are stopped, and given up then.
  void EndAll();
  void WaitForWriter();
  void Give(std::uint64_t input, const std::string& id, const lines::InputSignal& signal);
  int Tell(const std::string& problem);
  int Complain(const std::string& text, int exit_code);

  void TakeSignal(std::size_t number, std::string_view line);
  void Deliver(std::uint64_t input, const lines::InputSignal& signal);
  std::string UnmetSignal();

  const Parts parts_;
  const std::int64_t begun_ns_;
  const std::string flow_name_;
  std::atomic<std::uint32_t> in_room_ = 0;  ///< Outlives the credits that give it back.
  StoppableInput buffer_;
  Stopping stopping_;  ///< Outlives the writer, which asks for a stop from a thread of its own.
  lines::LineWriter writer_;
  const lines::JsonLinesOptions options_;
  lines::JsonLines json_lines_;
  const lines::SignalReader signal_reader_;
  WaitingLimit waiting_limit_;
  /// Held from the moment at which an input is under way until it has the signals that came before.
  std::mutex signals_mutex_;
  std::uint64_t last_started_ = 0;
  std::map<std::uint64_t, std::vector<lines::InputSignal>> early_;
  std::atomic<bool> bad_signal_ = false;
  std::size_t waits_told_ = 0;
  bool held_back_told_ = false;
  /// Null: no actor is unhealthy. Outlives this object in a timer that is planned.
  std::shared_ptr<std::atomic<bool>> lost_too_long_;
  std::optional<lines::SignalFeed> feed_;
};

}  // namespace mesh::program
