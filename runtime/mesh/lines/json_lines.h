// Envelopes in as JSON lines, results out as JSON lines. The loop of `meshc run --stub` and of every
// generated host; who runs an envelope is a parameter.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/durable/growing_list.h"
#include "mesh/envelope/envelope.h"
#include "mesh/envelope/envelope_json.h"
#include "mesh/host/host.h"
#include "mesh/lines/inputs_under_way.h"
#include "mesh/lines/line_feed.h"
#include "mesh/lines/line_output.h"
#include "mesh/lines/line_reader.h"
#include "mesh/lines/read_input.h"
#include "mesh/lines/results.h"
#include "mesh/route/router.h"

namespace mesh::lines {

/// Why an envelope could not enter: an error, or a stop, at which it counts as not taken.
struct Obstacle {
  Obstacle(Error why) : error(std::move(why)) {}  // NOLINT(google-explicit-constructor): `return error;`
  static Obstacle Stop() { return {}; }

  std::optional<Error> error;  ///< None: a stop.

 private:
  Obstacle() = default;
};

/// Runs one filled envelope and hands it to `ended` exactly once, from any thread, before it returns or
/// later. Or yields why it could not enter; then `ended` is not called. Where workers take lines it is called
/// from any thread, several times at a time, and the envelope holds a place of Host::Enter.
using Ended = std::function<void(Envelope&& envelope)>;
using Runner = std::function<std::optional<Obstacle>(InputPlace place, Envelope envelope, Ended ended)>;

struct JsonLinesOptions {
  contract::Index flow = contract::kNone;     ///< Whose `in` fields a line holds.
  bool whole_envelopes = false;               ///< Lines in and out are whole envelopes.
  Order order = Order::kOfInputs;             ///< Of the results.
  std::function<std::string()> next_id = {};  ///< Ids of new envelopes.
  /// Asked before each line; true: the input ends there, and with it a line that has no end yet.
  std::function<bool()> stopped = {};
  /// Room for the next input. If it `waits`, none means that the input ends here; else that there is none
  /// just now. Empty: there always is room.
  std::function<std::optional<Credit>(bool waits)> room = {};
  /// Its workers take lines, too, where many wait: they enter about in their order. Null: the thread that
  /// reads takes all of them, one after the other. Not with whole envelopes, whose ids may meet.
  host::Host* host = nullptr;
  /// Gets the lines that could not enter, as they were, with their ends, in their order; may get one in
  /// pieces. Called by the thread that reads. May be empty.
  std::function<void(std::string_view)> reject = {};
  std::size_t max_payload_bytes = std::size_t{1} << 20U;  ///< A longer line is refused.
  /// The router of the table with that digest, or, if it is empty, for the next input; null: there is none.
  /// Where tables come and go inputs say in `route` which table and flow they were read for. Empty: there is
  /// one table. Any thread.
  std::function<const route::Router*(std::string_view digest)> router_of = {};
  /// Is told where inputs go on entering as before though they should not; may be empty.
  std::function<void(const std::string& problem)> tell = {};
};

/// How the inputs ended.
struct Tally {
  std::uint64_t read = 0;  ///< Lines that were not blank.
  std::uint64_t succeeded = 0;
  std::uint64_t failed = 0;  ///< Refused lines included.
  std::uint64_t unfinished = 0;
  InputPlace last = {};          ///< The last input that was taken; 0: none.
  std::int64_t last_end_ns = 0;  ///< On the clock of the envelopes.
  bool all_succeeded() const { return succeeded == read; }
};

/// Thread rule: Read and Finish belong to one thread; the rest may be called from any.
class JsonLines {
 public:
  /// All outlive it.
  JsonLines(const route::Router& router, const JsonLinesOptions& options, LineOutput& output);

  /// Takes the lines of `input` to its end or until `stopped`. Yields why it cannot be read; empty: it
  /// could. Blank lines are skipped. A line that does not fit the flow's `in` fields becomes a failed
  /// result with `contract_violation`, a result line also where whole envelopes are printed.
  std::string Read(std::istream& input, const Runner& runner);
  /// See Results::BeginStop.
  void BeginStop() { results_.BeginStop(); }
  /// Nothing is under way any more, or never will end.
  void Finish();

  const InputsUnderWay& under_way() const { return under_way_; }
  Tally tally() const;

 private:
  /// One table, and what reads and prints by it.
  struct Reading {
    Reading(const route::Router& of, contract::Index entered, const JsonLinesOptions& options)
        : router(of), flow(entered), codec(of.table()), reader(of, entered, options.next_id) {}

    const route::Router& router;
    const contract::Index flow;
    const EnvelopeCodec codec;
    const InputReader reader;
  };

  /// For the next input.
  const Reading& Now();
  /// By the table that the envelope is on.
  const Reading& Of(const Envelope& envelope);
  /// Null: the table has no such flow.
  const Reading* Find(const route::Router& router);
  bool Stopped() const { return options_.stopped && options_.stopped(); }
  std::optional<Credit> Room(bool waits) const;

  /// The next line that is not blank; kNothing where there is a stop before it.
  ReadLine NextLine(LineReader& reader);
  std::optional<std::string_view> NextRead(LineReader& reader);
  /// Without the mark with which some tools begin a text.
  std::string_view CountLine(std::string_view text);
  void Begin(const RawLine& line);
  /// These two are false where the input ends before one of the lines.
  bool Take(RawLine line, const Runner& runner);
  bool TakeMany(RawLine first, LineReader& reader, LineFeed& feed);
  std::vector<RawLine> AllRead(RawLine first, LineReader& reader);

  /// False: it came to a stop.
  bool Start(RawLine& line, const Runner& runner);
  std::variant<Envelope, Error> Parse(const RawLine& line);
  void Refuse(RawLine& line, Error error);
  void Reject(const RawLine& line) const;
  void End(std::uint64_t input, Envelope& envelope);
  void Count(const Envelope& envelope);
  std::string Print(InputPlace place, Envelope& envelope);
  /// Of an envelope that never was on any table.
  std::size_t SlotsAtFirst() const;

  const JsonLinesOptions& options_;
  durable::GrowingList<Reading> readings_;
  std::mutex readings_mutex_;  ///< Held while one is added.
  std::atomic<const Reading*> now_ = nullptr;
  std::atomic<const route::Router*> refused_ =
      nullptr;  ///< The table that was told last to have no such flow.
  InputsUnderWay under_way_;
  Results results_;
  std::atomic<std::uint64_t> read_ = 0;
  std::uint64_t line_ = 0;  ///< The last line that was read.
  std::atomic<std::uint64_t> last_line_ = 0;
  std::atomic<std::uint64_t> succeeded_ = 0;
  std::atomic<std::uint64_t> failed_ = 0;
  std::atomic<std::uint64_t> unfinished_ = 0;
  std::atomic<std::int64_t> last_end_ns_ = 0;
};

}  // namespace mesh::lines
