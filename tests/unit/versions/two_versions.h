// An envelope of one version among handlers of another.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/envelope/payload_json.h"
#include "mesh/value/json_tree.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/host_fixture.h"
#include "tests/support/mesh_version.h"

namespace meshc::test {

using Json = nlohmann::json;
using Answers = std::map<std::string, JsonAnswer>;

/// The actors of `version` that `answers` names; each call is told to `called`, if that is set.
inline std::vector<mesh::actor::Entry> HandlersOf(const MeshVersion& version, const Answers& answers) {
  std::vector<mesh::actor::Entry> entries;
  for (const auto& [actor, answer] : answers) entries.push_back(version.Handler(actor, answer));
  return entries;
}

/// Calls, in their order, as actor and arguments.
class CallLog {
 public:
  JsonAnswer Told(const std::string& actor, JsonAnswer answer) {
    return [this, actor, answer = std::move(answer)](const Json& arguments) {
      {
        const std::lock_guard lock(mutex_);
        calls_.push_back({{actor, arguments}});
      }
      return answer(arguments);
    };
  }
  JsonAnswer Told(const std::string& actor, Json answer) {
    return Told(actor, [answer = std::move(answer)](const Json&) { return answer; });
  }
  std::vector<Json> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Json> calls_;
};

inline mesh::Envelope EnvelopeOf(const MeshVersion& version, const std::string& id, const Json& fields) {
  const auto parsed = mesh::JsonTree::Read(fields.dump());
  auto payload = mesh::PayloadFromJson(version.table(),
                                       mesh::Schemas(version.table().pool, version.version().promises.former),
                                       0, std::get<mesh::JsonTree>(parsed).root());
  mesh::Envelope envelope;
  envelope.id = id;
  if (const auto* error = std::get_if<mesh::SchemaError>(&payload)) {
    ADD_FAILURE() << error->path << ": " << error->message;
    return envelope;
  }
  envelope.payload = std::move(std::get<mesh::Payload>(payload).slots);
  envelope.unknown = std::move(std::get<mesh::Payload>(payload).unknown);
  return envelope;
}

inline Json PayloadOf(const MeshVersion& version, const mesh::Envelope& envelope) {
  return Json::parse(mesh::PayloadToJson(version.table(),
                                         mesh::FlowNamed(version.table(), envelope.route.flow),
                                         envelope.payload, envelope.unknown));
}

/// Within one process: envelopes of `made` among handlers of `own`.
struct OneProcess {
  OneProcess(const MeshVersion& made_version, const MeshVersion& own, const Answers& answers)
      : made(made_version),
        tables{made.version(), own.version()},
        actors(HandlersOf(own, answers)),
        transport(mesh::transport::MakeInproc(clock)),
        host({tables, actors, *transport, clock, idempotency, own.version()}, {}) {}

  mesh::Envelope Run(const Json& fields, const std::string& id = "e") {
    const std::size_t before = arrivals.size();
    if (!host.Submit(0, EnvelopeOf(made, id, fields), arrivals.Waiter())) return {};
    return arrivals.WaitFor(before + 1).back();
  }

  const MeshVersion& made;
  mesh::test::ManualClock clock;
  mesh::state::MemoryIdempotencyStore idempotency;
  mesh::test::Arrivals arrivals;
  std::vector<mesh::contract::Version> tables;
  std::vector<mesh::actor::Entry> actors;
  std::unique_ptr<mesh::transport::Transport> transport;
  mesh::host::Host host;
};

}  // namespace meshc::test
