#include "mesh/host/json_lines.h"

#include <atomic>
#include <istream>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/envelope_json.h"
#include "mesh/host/ordered_lines.h"
#include "mesh/host/read_input.h"
#include "mesh/host/result_line.h"

namespace mesh::host {

namespace {

/// What ended the reading of a line.
enum class Ending : std::uint8_t {
  kLine,     ///< The end of the line.
  kInput,    ///< The end of the input, after some of the line.
  kNothing,  ///< The end of the input, where a line would begin.
};

/// Reads a line without its end; what goes beyond `limit` bytes is dropped, but for one byte that
/// shows it.
Ending ReadLine(std::istream& input, std::string& line, std::size_t limit) {
  line.clear();
  std::streambuf& source = *input.rdbuf();
  Ending ending = Ending::kNothing;
  for (int c = source.sbumpc(); c != std::char_traits<char>::eof(); c = source.sbumpc()) {
    if (c == '\n') return Ending::kLine;
    ending = Ending::kInput;
    if (line.size() <= limit) line.push_back(static_cast<char>(c));
  }
  return ending;
}

bool Blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

class Loop {
 public:
  Loop(const route::Router& router, const JsonLinesOptions& options, std::ostream& output,
       const Runner& runner)
      : router_(router),
        table_(router.table()),
        options_(options),
        runner_(runner),
        codec_(table_),
        reader_(table_, options.flow, options.next_id),
        lines_(output) {}

  Tally Run(std::istream& input) {
    std::string line;
    while (NextLine(input, line)) {
      if (!Blank(line)) Start(inputs_ = lines_.Announce(), line);
    }
    lines_.WaitForAll();
    return {succeeded_, failed_, inputs_};
  }

 private:
  bool NextLine(std::istream& input, std::string& line) const {
    if (Stopped()) return false;
    const Ending ending = ReadLine(input, line, options_.max_payload_bytes);
    // A stop cuts the last line off wherever the reading was.
    return ending == Ending::kLine || (ending == Ending::kInput && !Stopped());
  }

  bool Stopped() const { return options_.stopped && options_.stopped(); }

  void Start(std::uint64_t number, std::string_view line) {
    auto read = Read(line);
    if (auto* error = std::get_if<Error>(&read)) {
      Envelope refused;
      refused.status.phase = Phase::kFailed;
      refused.status.error = std::move(*error);
      refused.payload.resize(table_.envelopes[table_.flows[options_.flow].envelope].fields.count);
      Finish(number, refused);
      return;
    }
    runner_(number, std::get<Envelope>(std::move(read)),
            [this, number](Envelope envelope) { Finish(number, envelope); });
  }

  std::variant<Envelope, Error> Read(std::string_view line) const {
    if (line.size() > options_.max_payload_bytes) {
      return Error{.name = "contract_violation",
                   .message = fmt::format("an input of more than {} bytes", options_.max_payload_bytes),
                   .actor = {},
                   .detail = {}};
    }
    return options_.whole_envelopes ? reader_.ReadEnvelope(line) : reader_.ReadFields(line);
  }

  void Finish(std::uint64_t number, const Envelope& envelope) {
    ++(envelope.status.phase == Phase::kSucceeded ? succeeded_ : failed_);
    lines_.Put(number, Print(number, envelope));
  }

  std::string Print(std::uint64_t number, const Envelope& envelope) const {
    if (options_.whole_envelopes && !envelope.id.empty())
      return codec_.Encode(envelope, router_.NextStops(envelope));
    return ResultLine(table_, options_.flow, number, envelope);
  }

  const route::Router& router_;
  const contract::RouteTable& table_;
  const JsonLinesOptions& options_;
  const Runner& runner_;
  const EnvelopeCodec codec_;
  const InputReader reader_;
  OrderedLines lines_;
  std::uint64_t inputs_ = 0;
  std::atomic<std::uint64_t> succeeded_ = 0;
  std::atomic<std::uint64_t> failed_ = 0;
};

}  // namespace

Tally RunJsonLines(const route::Router& router, const JsonLinesOptions& options, std::istream& input,
                   std::ostream& output, const Runner& runner) {
  return Loop(router, options, output, runner).Run(input);
}

}  // namespace mesh::host
