#include "mesh/program/host_log.h"

#include <variant>

#include "mesh/observation/describe_outcome.h"

namespace mesh::program {

void HostLog::Observe(const observation::Event& event) {
  if (const auto* handled = std::get_if<observation::Handled>(&event.what)) {
    Tell(handled->visit, event.time_ns, observation::DescribeOutcome(*handled));
  } else if (const auto* refused = std::get_if<observation::Refused>(&event.what)) {
    Tell(refused->visit, event.time_ns, observation::DescribeOutcome(*refused));
  }
}

void HostLog::Tell(const observation::Visit& visit, std::int64_t time_ns, std::string_view outcome) const {
  const Envelope& envelope = visit.envelope;
  errors_.PutLine(lines::HopLine({.time_ns = time_ns,
                                  .input = inputs_.Find(envelope.root()).input,
                                  .envelope_id = envelope.id,
                                  .actor = visit.actor.name},
                                 envelope.status.attempt, outcome));
}

void HostLog::Tell(const host::Logged& logged) const {
  errors_.PutLine(lines::LogLine({.time_ns = clock_.now_ns(),
                                  .input = inputs_.Find(logged.root_id).input,
                                  .envelope_id = logged.envelope_id,
                                  .actor = logged.actor},
                                 logged.level, logged.message));
}

}  // namespace mesh::program
