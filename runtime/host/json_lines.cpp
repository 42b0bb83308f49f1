#include "mesh/host/json_lines.h"

#include <istream>
#include <utility>

#include <fmt/format.h>

#include "mesh/host/outcome.h"
#include "mesh/host/read_line.h"
#include "mesh/host/result_line.h"

namespace mesh::host {

namespace {

bool Blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

JsonLines::JsonLines(const route::Router& router, const JsonLinesOptions& options, LineOutput& output)
    : router_(router),
      table_(router.table()),
      options_(options),
      codec_(table_),
      reader_(router, options.flow, options.next_id),
      results_(output, options.order) {}

std::string JsonLines::Read(std::istream& input, const Runner& runner) {
  std::string line;
  // Room first: so the last line that was read is the last that was taken.
  for (auto credit = Room(); credit; credit = Room()) {
    ReadLineResult read;
    do {
      if (Stopped()) return {};
      read = ReadLine(input, line, options_.max_payload_bytes, options_.reject);
      // Some tools begin a text with a byte order mark.
      if (++line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    } while (read.ending == Ending::kLine && !read.too_long && Blank(line));
    if (read.ending == Ending::kProblem) return read.problem;
    // A stop cuts the last line off wherever the reading was.
    const bool whole = read.ending == Ending::kLine || (read.ending == Ending::kInput && !Stopped());
    if (!whole || (!read.too_long && Blank(line))) return {};
    if (!Take(std::move(line), read.too_long, std::move(*credit), runner)) return {};
  }
  return {};
}

std::optional<Credit> JsonLines::Room() const { return options_.room ? options_.room() : Credit(); }

bool JsonLines::Take(std::string line, bool too_long, Credit credit, const Runner& runner) {
  const InputPlace place{++read_, line_};
  const std::uint64_t line_before = last_line_.exchange(place.line);
  auto parsed = Parse(line, too_long);
  auto* envelope = std::get_if<Envelope>(&parsed);
  under_way_.Add({place, envelope == nullptr ? std::string() : envelope->id, std::move(credit)});
  if (envelope == nullptr) {
    Refuse(line, too_long, std::get<Error>(std::move(parsed)));
    return true;
  }
  auto obstacle =
      runner(place, std::move(*envelope), [this, input = place.input](Envelope done) { End(input, done); });
  if (!obstacle) return true;
  if (obstacle->error) {
    Refuse(line, too_long, std::move(*obstacle->error));
    return true;
  }
  under_way_.Remove(place.input);
  last_line_ = line_before;
  --read_;
  return false;
}

std::variant<Envelope, Error> JsonLines::Parse(std::string_view line, bool too_long) const {
  if (too_long) {
    return Error{.name = "contract_violation",
                 .message = fmt::format("an input of more than {} bytes", options_.max_payload_bytes),
                 .actor = {},
                 .detail = {}};
  }
  return options_.whole_envelopes ? reader_.ReadEnvelope(line, line_) : reader_.ReadFields(line, line_);
}

void JsonLines::Refuse(const std::string& line, bool too_long, Error error) {
  // A line that is too long was handed on while it was read.
  if (options_.reject) options_.reject(too_long ? "\n" : line + '\n');
  Envelope refused;
  refused.status.phase = Phase::kFailed;
  refused.status.error = std::move(error);
  refused.payload.resize(table_.envelopes[table_.flows[options_.flow].envelope].fields.count);
  End(read_, refused);
}

void JsonLines::End(std::uint64_t input, Envelope& envelope) {
  auto taken = under_way_.Remove(input);
  if (!taken) return;
  Count(envelope);
  const bool ended = HasEnded(envelope.status.phase);
  results_.Put(input, {Print(taken->place, envelope), std::move(taken->credit)}, ended);
}

void JsonLines::Count(const Envelope& envelope) {
  const Phase phase = envelope.status.phase;
  ++(phase == Phase::kSucceeded ? succeeded_ : HasEnded(phase) ? failed_ : unfinished_);
  std::int64_t last = last_end_ns_;
  while (last < envelope.status.updated_at_ns &&
         !last_end_ns_.compare_exchange_weak(last, envelope.status.updated_at_ns)) {
  }
}

std::string JsonLines::Print(InputPlace place, Envelope& envelope) const {
  if (!options_.whole_envelopes || envelope.id.empty())
    return ResultLine(table_, options_.flow, place, envelope);
  // Where a whole envelope stands is told by its route.
  if (!HasEnded(envelope.status.phase)) envelope.status.error.reset();
  return codec_.Encode(envelope, router_.NextStops(envelope));
}

void JsonLines::Finish() {
  for (const std::uint64_t input : under_way_.Numbers()) {
    Envelope lost;
    lost.status.error = Error{
        .name = "unfinished", .message = "it had not ended when the run did", .actor = {}, .detail = {}};
    lost.payload.resize(table_.envelopes[table_.flows[options_.flow].envelope].fields.count);
    End(input, lost);
  }
  results_.Finish();
}

Tally JsonLines::tally() const {
  return {.read = read_,
          .succeeded = succeeded_,
          .failed = failed_,
          .unfinished = unfinished_,
          .last = {read_, last_line_},
          .last_end_ns = last_end_ns_};
}

}  // namespace mesh::host
