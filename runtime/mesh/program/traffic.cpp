#include "mesh/program/traffic.h"

#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "mesh/envelope/stops.h"
#include "mesh/host/outcome.h"
#include "mesh/observation/describe_outcome.h"

namespace mesh::program {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kNanosecondsPerMillisecond = 1e6;

Json P99(const monitoring::Quantiles& durations) {
  if (durations.empty()) return {};
  return static_cast<double>(durations.At(0.99)) / kNanosecondsPerMillisecond;
}

}  // namespace

void Traffic::Observe(const observation::Event& event) {
  if (const auto* handled = std::get_if<observation::Handled>(&event.what)) {
    Add({handled->visit, observation::ErrorOf(*handled), handled->took_ns});
  } else if (const auto* refused = std::get_if<observation::Refused>(&event.what)) {
    if (refusals_ == Refusals::kAreVisits) Add({refused->visit, refused->error.name, std::nullopt});
  }
}

void Traffic::Note(ByName& visits, std::string_view name, const Hop& hop) {
  Visits& noted = visits[std::string(name)];
  ++noted.count;
  if (hop.visit.envelope.status.attempt > 1) ++noted.retries;
  if (!hop.error.empty()) ++noted.errors[std::string(hop.error)];
  if (hop.took_ns) noted.durations.Add(*hop.took_ns);
}

void Traffic::Add(const Hop& hop) {
  const Envelope& envelope = hop.visit.envelope;
  const std::string_view last = LastStop(envelope.route.prev);
  const bool is_copy = !envelope.root_id.empty();
  // A copy knows nothing of who had it before.
  std::string from = last.empty() && !is_copy ? Start() : std::string(last);
  const std::lock_guard lock(mutex_);
  Note(actors_, hop.visit.actor.name, hop);
  Note(points_, observation::PointOf(hop.visit), hop);
  if (envelope.status.attempt == 1) ++edges_[{std::move(from), std::string(hop.visit.actor.name)}];
}

void Traffic::AddEnd(const Envelope& envelope) {
  const std::string_view last = LastStop(envelope.route.prev);
  const std::lock_guard lock(mutex_);
  ++ends_[std::string(host::OutcomeOf(envelope.status.phase))];
  // What failed may have done so at an actor that is no stop: where it came from is not known.
  if (envelope.status.phase == Phase::kSucceeded)
    ++edges_[{last.empty() ? Start() : std::string(last), "success"}];
}

std::string Traffic::Print(std::string_view mesh, std::string_view table) const {
  const auto print = [](const ByName& all) {
    auto object = Json::object();
    for (const auto& [name, visits] : all) {
      object[name] = {{"visits", visits.count},
                      {"retries", visits.retries},
                      {"errors", visits.errors},
                      {"p99_ms", P99(visits.durations)}};
    }
    return object;
  };
  const std::lock_guard lock(mutex_);
  auto edges = Json::array();
  for (const auto& [edge, count] : edges_) {
    const auto& [from, to] = edge;
    edges.push_back({{"from", from.empty() ? Json() : Json(from)}, {"to", to}, {"count", count}});
  }
  const Json json = {{"counts", 1},
                     {"mesh", mesh},
                     {"table", table},
                     {"ends", ends_},
                     {"actors", print(actors_)},
                     {"points", print(points_)},
                     {"edges", std::move(edges)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

lines::Runner Counted(lines::Runner runner, Traffic& traffic) {
  return
      [runner = std::move(runner), &traffic](lines::InputPlace place, Envelope envelope, lines::Ended ended) {
        return runner(place, std::move(envelope), [&traffic, ended = std::move(ended)](Envelope done) {
          traffic.AddEnd(done);
          ended(std::move(done));
        });
      };
}

}  // namespace mesh::program
