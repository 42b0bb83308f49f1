#include "mesh/monitoring/metrics_text.h"

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

namespace mesh::monitoring {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

class Families {
 public:
  explicit Families(const Reading& reading) : reading_(reading) {}

  void Counter(const char* name, const char* help, std::uint64_t value) {
    Begin(name, help, MetricType::Counter);
    Add({}).counter.value = static_cast<double>(value);
  }
  void Gauge(const char* name, const char* help, std::uint64_t value) {
    Begin(name, help, MetricType::Gauge);
    Add({}).gauge.value = static_cast<double>(value);
  }
  void CounterByActor(const char* name, const char* help, std::uint64_t ActorReading::*member) {
    Begin(name, help, MetricType::Counter);
    for (const ActorReading& actor : reading_.actors)
      Add({{"actor", actor.name}}).counter.value = static_cast<double>(actor.*member);
  }
  void GaugeByActor(const char* name, const char* help, std::uint64_t ActorReading::*member) {
    Begin(name, help, MetricType::Gauge);
    for (const ActorReading& actor : reading_.actors)
      Add({{"actor", actor.name}}).gauge.value = static_cast<double>(actor.*member);
  }
  void HistogramByActor(const char* name, const char* help, Durations ActorReading::*member) {
    Begin(name, help, MetricType::Histogram);
    for (const ActorReading& actor : reading_.actors) Fill(Add({{"actor", actor.name}}), actor.*member);
  }

  void Begin(const char* name, const char* help, MetricType type) {
    families_.push_back({.name = name, .help = help, .type = type, .metric = {}});
  }
  ClientMetric& Add(Labels labels) {
    ClientMetric& metric = families_.back().metric.emplace_back();
    labels.insert(labels.begin(), {"mesh", reading_.mesh});
    metric.label = std::move(labels);
    return metric;
  }
  std::string Write() const { return prometheus::TextSerializer().Serialize(families_); }

 private:
  static void Fill(ClientMetric& metric, const Durations& durations) {
    std::uint64_t cumulative = 0;
    for (std::size_t i = 0; i < durations.counts.size(); ++i) {
      cumulative += durations.counts[i];
      const double bound =
          i < kBoundsSeconds.size() ? kBoundsSeconds[i] : std::numeric_limits<double>::infinity();
      metric.histogram.bucket.push_back({cumulative, bound});
    }
    metric.histogram.sample_count = cumulative;
    metric.histogram.sample_sum = durations.sum_seconds;
  }

  const Reading& reading_;
  std::vector<MetricFamily> families_;
};

void AddActors(Families& families) {
  families.CounterByActor("mesh_deliveries_total", "Visits begun, retries and replays included.",
                          &ActorReading::deliveries);
  families.CounterByActor("mesh_handled_total", "Calls of handlers that ended inside their limit.",
                          &ActorReading::handled);
  families.CounterByActor("mesh_retried_total", "Failed attempts that were sent back.",
                          &ActorReading::retried);
  families.CounterByActor("mesh_redeliveries_total", "Messages that were on loan before.",
                          &ActorReading::redeliveries);
  families.CounterByActor("mesh_suspects_total", "Messages whose holder died.", &ActorReading::suspects);
  families.CounterByActor("mesh_duplicates_suppressed_total", "Stored results of effects that were taken.",
                          &ActorReading::duplicates_suppressed);
  families.CounterByActor("mesh_route_drift_total",
                          "Envelopes left to other hosts: no table or handler here fits.",
                          &ActorReading::drifted);
  families.CounterByActor("mesh_schema_rejects_total", "Messages and envelopes that break their contract.",
                          &ActorReading::rejected);
  families.GaugeByActor("mesh_in_flight", "Handlers that run.", &ActorReading::in_flight);
  families.HistogramByActor("mesh_handler_seconds", "How long calls of handlers take.",
                            &ActorReading::handler);
  families.HistogramByActor("mesh_wait_seconds", "From the last step of an envelope to its visit.",
                            &ActorReading::wait);
}

void AddEnds(Families& families, const Reading& reading) {
  families.Begin("mesh_failed_total", "Visits that failed for good, by error.", MetricType::Counter);
  for (const auto& [error, count] : reading.failed)
    families.Add({{"error", error}}).counter.value = static_cast<double>(count);
  families.Begin("mesh_ended_total", "Envelopes whose end was recorded here.", MetricType::Counter);
  families.Add({{"outcome", "succeeded"}}).counter.value = static_cast<double>(reading.ended_succeeded);
  families.Add({{"outcome", "failed"}}).counter.value = static_cast<double>(reading.ended_failed);
  families.Counter("mesh_dropped_copies_total", "Copies of envelopes that were dropped.",
                   reading.dropped_copies);
  families.Counter("mesh_late_branches_total", "Branches that ended after their join was decided.",
                   reading.late_branches);
  families.Gauge("mesh_inside", "Envelopes that entered here and have not ended.", reading.inside);
  if (reading.open_joins)
    families.Gauge("mesh_joins_open", "Forks that wait for branches.", *reading.open_joins);
  if (reading.open_parks)
    families.Gauge("mesh_parks_open", "Envelopes that wait for signals.", *reading.open_parks);
}

void AddMailboxes(Families& families, const Reading& reading) {
  const auto add = [&](const char* name, const char* help, auto value) {
    families.Begin(name, help, MetricType::Gauge);
    for (const MailboxReading& mailbox : reading.mailboxes) {
      if (const auto known = value(mailbox.contents))
        families.Add({{"mailbox", mailbox.name}}).gauge.value = static_cast<double>(*known);
    }
  };
  add("mesh_mailbox_depth", "Messages that wait.",
      [](const transport::Contents& contents) { return std::optional(contents.waiting); });
  add("mesh_mailbox_lent", "Messages on loan.",
      [](const transport::Contents& contents) { return contents.lent; });
  add("mesh_mailbox_delayed", "Messages whose moment has not come.",
      [](const transport::Contents& contents) { return contents.delayed; });
  add("mesh_mailbox_oldest_seconds", "How long the first one has waited.",
      [&](const transport::Contents& contents) -> std::optional<double> {
        if (!contents.oldest_ns) return 0.0;
        return static_cast<double>(reading.now_ns - *contents.oldest_ns) / 1e9;
      });
}

}  // namespace

std::string WriteMetrics(const Reading& reading) {
  Families families(reading);
  AddActors(families);
  AddEnds(families, reading);
  AddMailboxes(families, reading);
  return families.Write();
}

}  // namespace mesh::monitoring
