#include "tests/property/host_side.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/route_table/route_table.h"
#include "mesh/envelope/stops.h"
#include "mesh/host/host.h"
#include "mesh/transport/inproc/inproc.h"
#include "tests/property/ranked_clock.h"
#include "tests/support/broker/fiber.h"

namespace meshc::property {
namespace {

/// More calls of one actor than any program makes at a time.
constexpr std::uint32_t kManyCalls = 64;

class PlayedHandler final : public mesh::actor::Handler {
 public:
  using Play = std::function<mesh::actor::Outcome(std::span<const mesh::Value>, const mesh::actor::Context&)>;
  explicit PlayedHandler(Play play) : play_(std::move(play)) {}
  mesh::actor::Outcome Invoke(std::span<const mesh::Value> arguments,
                              mesh::actor::Context& context) override {
    return play_(arguments, context);
  }

 private:
  const Play play_;
};

class HostSide {
 public:
  HostSide(const Compilation& c, const PipelineRun& run)
      : c_(c), run_(run), data_(codegen::BuildTable(c.mesh, c.facts)) {
    for (mesh::contract::Actor& actor : data_.actors) actor.concurrency = kManyCalls;
    table_ = data_.View();
    for (const Visited& visited : run.visited) answers_[visited.envelope].push_back(&visited);
    for (const mesh::contract::Actor& actor : table_.actors) actors_.push_back(EntryOf(actor));
  }

  std::string Compare(const mesh::ValueList& fields, const Signals& signals) {
    transport_ = mesh::transport::MakeInproc(messages_);
    const std::vector<mesh::contract::Version> tables = {mesh::contract::Version(&table_)};
    mesh::host::Host host(
        {tables, actors_, *transport_, limits_, effects_},
        {.threads = 0, .max_envelopes = 1'000'000, .max_overruns = kManyCalls, .random = [] { return 1.0; }});
    Run(host, fields, signals);
    if (!end_) return "it has not ended";
    Check(host);
    return fmt::format("{}", fmt::join(differences_, "\n"));
  }

 private:
  mesh::actor::Entry EntryOf(const mesh::contract::Actor& actor) {
    const auto play = [this, &actor](std::span<const mesh::Value> arguments,
                                     const mesh::actor::Context& context) {
      return Answer(actor, arguments, context);
    };
    return {.actor = actor.name, .contract = actor.contract, .make = [play] {
              return std::make_unique<PlayedHandler>(play);
            }};
  }

  mesh::actor::Outcome Answer(const mesh::contract::Actor& actor, std::span<const mesh::Value> arguments,
                              const mesh::actor::Context& context) {
    const std::string envelope(context.envelope_id());
    const std::string text = PrintVisit(actor.name, {arguments.begin(), arguments.end()}, context.now_ns());
    auto& answers = answers_[envelope];
    if (answers.empty() || answers.front()->text != text) {
      differences_.push_back(fmt::format("{} visits {}, and there {}", envelope, text,
                                         answers.empty() ? "nobody" : answers.front()->text));
      return mesh::Error{.name = "crash"};
    }
    const Visited& visited = *answers.front();
    answers.pop_front();
    if (visited.takes_ns > 0) {
      mesh::test::Fibers::Fiber& self = *fibers_.current();
      answered_.At(answered_.now_ns() + visited.takes_ns, [this, &self] { fibers_.Resume(self); });
      fibers_.Wait();
    }
    return visited.outcome;
  }

  void Run(mesh::host::Host& host, const mesh::ValueList& fields, const Signals& signals) {
    mesh::Envelope envelope;
    envelope.id = "e";
    envelope.payload = fields;
    const auto ended = [this](mesh::Envelope end) { end_ = std::move(end); };
    if (!host.Submit(host.router().FindFlow("main"), std::move(envelope), ended))
      differences_.push_back("it is not let in");
    for (const auto& [name, values] : signals) {
      for (const mesh::Value& value : values) host.Signal("e", name, TextOf(value));
    }
    do {
      while (host.queued() > 0) fibers_.Run([&host] { host.RunQueued(); });
    } while (clock_.RunNext());
  }

  static std::string TextOf(const mesh::Value& value) {
    if (value.kind() == mesh::ValueKind::kInt) return std::to_string(value.integer());
    if (value.kind() == mesh::ValueKind::kString) return fmt::format("\"{}\"", value.text());
    return "null";
  }

  static std::vector<std::string> LogOf(const mesh::Envelope& envelope) {
    std::vector<std::string> log;
    for (const mesh::LogEntry& entry : envelope.status.log) {
      log.push_back(fmt::format("{} of {} at {}: {} @{}ms", entry.error, entry.actor, entry.at, entry.action,
                                entry.time_ns / 1'000'000));
    }
    return log;
  }

  template <typename List>
  void Same(const char* what, const List& here, const List& there) {
    if (here == there) return;
    differences_.push_back(
        fmt::format("{} here:\n  {}\nthere:\n  {}", what, fmt::join(here, "\n  "), fmt::join(there, "\n  ")));
  }

  void Check(const mesh::host::Host& host) {
    Observation here;
    Observe(c_, *end_, here);
    Same("payload", here.payload, run_.observation.payload);
    using Texts = std::vector<std::string>;
    Same("outcome", Texts{here.outcome}, Texts{run_.observation.outcome});
    Same("recovery log", LogOf(*end_), LogOf(run_.end));
    Same("stops", mesh::ExpandStops(end_->route.prev), mesh::ExpandStops(run_.end.route.prev));
    Same("cancelled", Texts{end_->cancelled ? "yes" : "no"}, Texts{run_.end.cancelled ? "yes" : "no"});
    CheckMissed();
    const mesh::host::Retained retained = host.retained();
    if (retained.inside + retained.parked + retained.joins + retained.decided_joins + retained.families > 0)
      differences_.push_back("something is left in the host");
  }

  /// What was not done here though it was done there; and whose effects therefore count nothing.
  void CheckMissed() {
    std::set<std::string> missed;
    for (const auto& [envelope, answers] : answers_) {
      for (const Visited* visited : answers) {
        if (!visited->may_miss && !visited->is_late)
          differences_.push_back(fmt::format("{} does not visit {}", envelope, visited->text));
        missed.insert(envelope);
      }
    }
    for (const Visited& visited : run_.visited) {
      if (visited.is_late) missed.insert(visited.envelope);
    }
    // What is undone further up erases the records of calls below.
    const auto is_missed = [&](std::string line) {
      while (!line.empty() && !missed.contains(line)) {
        const auto parent = run_.parents.find(line);
        line = parent == run_.parents.end() ? "" : parent->second;
      }
      return !line.empty();
    };
    const auto counted = [&is_missed](std::vector<EffectNote> notes) {
      std::vector<std::string> texts;
      for (const EffectNote& note : notes) {
        if (is_missed(note.key.substr(0, note.key.find('/')))) continue;
        texts.push_back(fmt::format("{} {} {}", note.actor, note.key, note.erased ? "erased" : "kept"));
      }
      std::ranges::sort(texts);
      return texts;
    };
    Same("effects", counted(effects_.notes()), counted(run_.effects));
  }

  const Compilation& c_;
  const PipelineRun& run_;
  mesh::route::TableData data_;
  mesh::contract::RouteTable table_;
  std::vector<mesh::actor::Entry> actors_;
  std::map<std::string, std::deque<const Visited*>> answers_;  ///< By envelope.
  RankedClock clock_;
  // What comes at the moment at which something is given up is still in time.
  RankedClock::Rank answered_{clock_, 0};
  RankedClock::Rank messages_{clock_, 1};
  RankedClock::Rank limits_{clock_, 2};
  mesh::test::Fibers fibers_;
  EffectNotes effects_;
  std::unique_ptr<mesh::transport::Transport> transport_;
  std::optional<mesh::Envelope> end_;
  std::vector<std::string> differences_;
};

}  // namespace

std::string CompareHost(const Compilation& c, const mesh::ValueList& fields, const Signals& signals,
                        const PipelineRun& run) {
  return HostSide(c, run).Compare(fields, signals);
}

}  // namespace meshc::property
