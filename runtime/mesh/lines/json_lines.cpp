#include "mesh/lines/json_lines.h"

#include <istream>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/payload_json.h"
#include "mesh/host/outcome.h"
#include "mesh/lines/entrance.h"
#include "mesh/lines/read_line.h"
#include "mesh/lines/result_line.h"

namespace mesh::lines {

namespace {

bool Blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

JsonLines::JsonLines(const route::Router& router, const JsonLinesOptions& options, LineOutput& output)
    : options_(options), results_(output, options.order) {
  now_ = &readings_.Add(router, options.flow, options);
}

const JsonLines::Reading& JsonLines::Now() {
  if (!options_.router_of) return *now_;
  const route::Router& router = *options_.router_of({});
  if (const Reading* const found = Find(router)) return *(now_ = found);
  if (std::exchange(refused_, &router) != &router && options_.tell) {
    options_.tell(fmt::format("table {} has no flow `{}`: inputs go on entering on table {}",
                              router.table().digest, now_->router.table().flows[now_->flow].name,
                              now_->router.table().digest));
  }
  return *now_;
}

const JsonLines::Reading& JsonLines::Of(const Envelope& envelope) {
  const bool entered = options_.router_of && !envelope.route.table.empty();
  const route::Router* const router = entered ? options_.router_of(envelope.route.table) : nullptr;
  const Reading* const found = router == nullptr ? nullptr : Find(*router);
  return found == nullptr ? readings_.front() : *found;
}

const JsonLines::Reading* JsonLines::Find(const route::Router& router) {
  const std::lock_guard lock(readings_mutex_);
  for (const Reading& reading : readings_) {
    if (&reading.router == &router) return &reading;
  }
  const Reading& first = readings_.front();
  const auto flow = ChooseFlow(router.table(), first.router.table().flows[first.flow].name, router.former());
  const auto* const found = std::get_if<contract::Index>(&flow);
  return found == nullptr ? nullptr : &readings_.Add(router, *found, options_);
}

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

std::variant<Envelope, Error> JsonLines::Parse(std::string_view line, bool too_long) {
  if (too_long) {
    return Error{.name = "contract_violation",
                 .message = fmt::format("an input of more than {} bytes", options_.max_payload_bytes),
                 .actor = {},
                 .detail = {}};
  }
  const Reading& now = Now();
  auto read =
      options_.whole_envelopes ? now.reader.ReadEnvelope(line, line_) : now.reader.ReadFields(line, line_);
  if (auto* const envelope = std::get_if<Envelope>(&read); envelope != nullptr && options_.router_of) {
    envelope->route.table = now.router.table().digest;
    envelope->route.flow = now.router.table().flows[now.flow].name;
  }
  return read;
}

std::size_t JsonLines::SlotsAtFirst() const {
  const Reading& first = readings_.front();
  return FieldsOf(first.router.table(), first.flow).size;
}

void JsonLines::Refuse(const std::string& line, bool too_long, Error error) {
  // A line that is too long was handed on while it was read.
  if (options_.reject) options_.reject(too_long ? "\n" : line + '\n');
  Envelope refused;
  refused.status.phase = Phase::kFailed;
  refused.status.error = std::move(error);
  refused.payload.resize(SlotsAtFirst());
  End(read_, refused);
}

void JsonLines::End(std::uint64_t input, Envelope& envelope) {
  auto taken = under_way_.Remove(input);
  if (!taken) return;
  Count(envelope);
  const bool ended = host::HasEnded(envelope.status.phase);
  results_.Put(input, {Print(taken->place, envelope), std::move(taken->credit)}, ended);
}

void JsonLines::Count(const Envelope& envelope) {
  const Phase phase = envelope.status.phase;
  ++(phase == Phase::kSucceeded ? succeeded_ : host::HasEnded(phase) ? failed_ : unfinished_);
  std::int64_t last = last_end_ns_;
  while (last < envelope.status.updated_at_ns &&
         !last_end_ns_.compare_exchange_weak(last, envelope.status.updated_at_ns)) {
  }
}

std::string JsonLines::Print(InputPlace place, Envelope& envelope) {
  const Reading& of = Of(envelope);
  if (!options_.whole_envelopes || envelope.id.empty())
    return ResultLine(of.router.table(), of.flow, place, envelope);
  // Where a whole envelope stands is told by its route.
  if (!host::HasEnded(envelope.status.phase)) envelope.status.error.reset();
  return of.codec.Encode(envelope, of.router.NextStops(envelope));
}

void JsonLines::Finish() {
  for (const std::uint64_t input : under_way_.Numbers()) {
    Envelope lost;
    lost.status.error = Error{
        .name = "unfinished", .message = "it had not ended when the run did", .actor = {}, .detail = {}};
    lost.payload.resize(SlotsAtFirst());
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

}  // namespace mesh::lines
