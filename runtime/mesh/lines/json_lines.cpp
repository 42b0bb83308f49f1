#include "mesh/lines/json_lines.h"

#include <istream>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/payload_json.h"
#include "mesh/host/outcome.h"
#include "mesh/lines/entrance.h"
#include "mesh/lines/result_line.h"

namespace mesh::lines {

namespace {

/// So many lines at most are read before they are taken.
constexpr std::size_t kMostRead = 256;

bool Blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

}  // namespace

JsonLines::JsonLines(const route::Router& router, const JsonLinesOptions& options, LineOutput& output)
    : options_(options), results_(output, options.order) {
  now_ = &readings_.Add(router, options.flow, options);
}

const JsonLines::Reading& JsonLines::Now() {
  const Reading& now = *now_;
  const route::Router& router = options_.router_of ? *options_.router_of({}) : now.router;
  if (&router == &now.router) return now;
  if (const Reading* const found = Find(router)) {
    now_ = found;
    return *found;
  }
  if (refused_.exchange(&router) != &router && options_.tell) {
    options_.tell(fmt::format("table {} has no flow `{}`: inputs go on entering on table {}",
                              router.table().digest, now.router.table().flows[now.flow].name,
                              now.router.table().digest));
  }
  return now;
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
  LineReader reader(*input.rdbuf(), options_.max_payload_bytes, options_.reject);
  std::optional<LineFeed> feed;
  if (options_.host != nullptr) {
    feed.emplace(*options_.host,
                 LineFeed::Actions{.begin = [this](const RawLine& line) { Begin(line); },
                                   .take = [this, &runner](RawLine& line) { Start(line, runner); },
                                   .stopped = [this] { return Stopped(); }});
  }
  // Room first: so the last line that was read is the last that was taken.
  for (auto credit = Room(true); credit; credit = Room(true)) {
    const ReadLine read = NextLine(reader);
    if (read.ending == Ending::kProblem) return read.problem;
    // A stop cuts the last line off wherever the reading was.
    const bool whole = read.ending == Ending::kLine || (read.ending == Ending::kInput && !Stopped());
    if (!whole || (!read.too_long && Blank(read.text))) return {};
    RawLine line{{read_ + 1, line_}, read.text, read.too_long, std::move(*credit)};
    const bool many = feed && !read.too_long;
    if (!(many ? TakeMany(std::move(line), reader, *feed) : Take(std::move(line), runner))) return {};
  }
  return {};
}

std::optional<Credit> JsonLines::Room(bool waits) const {
  return options_.room ? options_.room(waits) : Credit();
}

ReadLine JsonLines::NextLine(LineReader& reader) {
  ReadLine read;
  do {
    if (Stopped()) return {};
    read = reader.Next();
    read.text = CountLine(read.text);
  } while (read.ending == Ending::kLine && !read.too_long && Blank(read.text));
  return read;
}

std::optional<std::string_view> JsonLines::NextRead(LineReader& reader) {
  auto line = reader.NextRead();
  for (; line; line = reader.NextRead()) {
    line = CountLine(*line);
    if (!Blank(*line)) break;
  }
  return line;
}

std::string_view JsonLines::CountLine(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (++line_ == 1 && text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

void JsonLines::Begin(const RawLine& line) {
  read_ = line.place.input;
  last_line_ = line.place.line;
}

bool JsonLines::Take(RawLine line, const Runner& runner) {
  const InputPlace before{read_, last_line_};
  Begin(line);
  if (Start(line, runner)) {
    if (line.refused) Reject(line);
    return true;
  }
  under_way_.Remove(line.place.input);
  read_ = before.input;
  last_line_ = before.line;
  return false;
}

bool JsonLines::TakeMany(RawLine first, LineReader& reader, LineFeed& feed) {
  std::vector<RawLine> lines = AllRead(std::move(first), reader);
  for (std::span<RawLine> left(lines); !left.empty();) {
    const std::uint32_t places = options_.host->Enter(static_cast<std::uint32_t>(left.size()));
    const std::size_t taken = places == 0 ? 0 : feed.Work(left.first(places));
    options_.host->Leave(places - static_cast<std::uint32_t>(taken));
    for (const RawLine& line : left.first(taken)) {
      if (line.refused) Reject(line);
    }
    if (taken == 0 || taken < places) return false;
    left = left.subspan(taken);
  }
  return true;
}

std::vector<RawLine> JsonLines::AllRead(RawLine first, LineReader& reader) {
  std::vector<RawLine> lines;
  std::uint64_t input = first.place.input;
  lines.push_back(std::move(first));
  while (lines.size() < kMostRead) {
    auto credit = Room(false);
    if (!credit) break;
    const auto text = NextRead(reader);
    if (!text) break;
    lines.push_back({{++input, line_}, *text, false, std::move(*credit)});
  }
  return lines;
}

bool JsonLines::Start(RawLine& line, const Runner& runner) {
  auto parsed = Parse(line);
  auto* envelope = std::get_if<Envelope>(&parsed);
  under_way_.Add({line.place, envelope == nullptr ? std::string() : envelope->id, std::move(line.credit)});
  if (envelope == nullptr) {
    if (options_.host != nullptr && !line.too_long) options_.host->Leave(1);
    Refuse(line, std::get<Error>(std::move(parsed)));
    return true;
  }
  auto obstacle = runner(line.place, std::move(*envelope),
                         [this, input = line.place.input](Envelope&& done) { End(input, done); });
  if (!obstacle) return true;
  if (!obstacle->error) return false;
  Refuse(line, std::move(*obstacle->error));
  return true;
}

std::variant<Envelope, Error> JsonLines::Parse(const RawLine& line) {
  if (line.too_long) {
    return Error{.name = "contract_violation",
                 .message = fmt::format("an input of more than {} bytes", options_.max_payload_bytes),
                 .actor = {},
                 .detail = {}};
  }
  const Reading& now = Now();
  auto read = options_.whole_envelopes ? now.reader.ReadEnvelope(line.text, line.place.line)
                                       : now.reader.ReadFields(line.text, line.place.line);
  if (auto* const envelope = std::get_if<Envelope>(&read); envelope != nullptr && options_.router_of) {
    envelope->route.table = now.router.table().digest;
    envelope->route.flow = now.router.table().flows[now.flow].name;
  }
  return read;
}

void JsonLines::Refuse(RawLine& line, Error error) {
  line.refused = true;
  Envelope refused;
  refused.status.phase = Phase::kFailed;
  refused.status.error = std::move(error);
  refused.payload.resize(SlotsAtFirst());
  End(line.place.input, refused);
}

void JsonLines::Reject(const RawLine& line) const {
  if (options_.reject) options_.reject(line.too_long ? "\n" : std::string(line.text) + '\n');
}

std::size_t JsonLines::SlotsAtFirst() const {
  const Reading& first = readings_.front();
  return FieldsOf(first.router.table(), first.flow).size;
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
