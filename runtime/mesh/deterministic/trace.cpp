#include "mesh/deterministic/trace.h"

#include <variant>

#include "mesh/envelope/payload_json.h"
#include "mesh/envelope/stops.h"
#include "mesh/observation/describe_outcome.h"

namespace mesh::deterministic {
namespace {

using observation::Handled;
using observation::Visit;

/// The fields that the results of a call are written to.
std::vector<std::string> FieldsWritten(const Visit& visit, const ValueList& results) {
  const contract::RouteTable& table = visit.table;
  const contract::Point& point = table.points[visit.envelope.route.at];
  if (point.kind != contract::PointKind::kCall) return {};
  std::vector<std::string> names;
  const auto fields = FieldsOf(table, point.flow);
  for (const contract::Write& write : Slice(table.writes, point.writes)) {
    const bool written = write.result < results.size() && results[write.result].present();
    if (write.field != contract::kNone && written) names.emplace_back(fields[write.field].name);
  }
  return names;
}

}  // namespace

void Trace::Observe(const observation::Event& event) {
  if (const auto* delivered = std::get_if<observation::Delivered>(&event.what)) {
    if (delivered->visit.envelope.status.attempt == 1) ++hops_;
  } else if (const auto* started = std::get_if<observation::Started>(&event.what)) {
    Begin(started->visit, event.time_ns);
  } else if (const auto* handled = std::get_if<Handled>(&event.what)) {
    End(*handled, event.time_ns);
  } else if (const auto* ended = std::get_if<observation::Ended>(&event.what)) {
    if (ended->line == observation::Ended::Line::kRoot) ++hops_;
  }
}

void Trace::Begin(const Visit& visit, std::int64_t now_ns) {
  const Envelope& envelope = visit.envelope;
  entries_.push_back({.actor = std::string(visit.actor.name),
                      .point = std::string(observation::PointOf(visit)),
                      .from = std::string(LastStop(envelope.route.prev)),
                      .is_copy = !envelope.root_id.empty(),
                      .attempt = envelope.status.attempt,
                      .outcome = {},
                      .fields = {},
                      .started_ns = now_ns});
}

void Trace::End(const Handled& handled, std::int64_t now_ns) {
  TraceEntry& entry = entries_.back();
  entry.outcome = observation::DescribeOutcome(handled);
  entry.ended_ns = now_ns;
  const auto* const results = std::get_if<actor::Results>(&handled.outcome);
  if (results != nullptr && handled.how != Handled::How::kStored)
    entry.fields = FieldsWritten(handled.visit, results->values);
}

std::vector<std::string> Trace::Visits() const {
  std::vector<std::string> names;
  names.reserve(entries_.size());
  for (const TraceEntry& entry : entries_) names.push_back(entry.actor);
  return names;
}

}  // namespace mesh::deterministic
