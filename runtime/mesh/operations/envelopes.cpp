#include "mesh/operations/envelopes.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "mesh/durable/records.h"
#include "mesh/state/keys.h"
#include "mesh/value/json.h"

namespace mesh::operations {

namespace {

using nlohmann::json;

/// An empty object where it is none.
json Parse(std::string_view body) {
  auto parsed = ParseJson(body);
  auto* const object = std::get_if<json>(&parsed);
  return object != nullptr && object->is_object() ? std::move(*object) : json::object();
}

json Object(const json& source, const char* name) {
  const auto at = source.find(name);
  return at != source.end() && at->is_object() ? *at : json::object();
}

std::string Text(const json& source, const char* name) {
  const auto at = source.find(name);
  return at != source.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::uint64_t Count(const json& source, const char* name) {
  const auto at = source.find(name);
  return at != source.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

std::vector<ParkedEnvelope> ParkedOf(const state::State& state, std::string_view root,
                                     const std::string& waits) {
  std::vector<ParkedEnvelope> found;
  for (const durable::WaitsRecord::Parked& each : durable::ReadWaits(waits).parked) {
    const auto sight = ReadSight(state.Get(state::ParkKey(root, each.park)).value_or(""));
    if (sight) found.push_back({*sight, each.name});
  }
  return found;
}

FailedEnvelope ReadFailed(const state::State& state, const std::string& root, const std::string& end) {
  const json envelope = Parse(end);
  const json status = Object(envelope, "status");
  const json error = Object(status, "error");
  return {.id = root,
          .flow = Text(Object(envelope, "route"), "flow"),
          .error = Text(error, "name"),
          .message = Text(error, "message"),
          .actor = Text(error, "actor"),
          .ended_at = Text(status, "updated_at"),
          .replayed_as = state.Get(state::ReplayKey(root)).value_or("")};
}

std::vector<RootSight::Place> PlacesOf(const std::vector<transport::FoundLetter>& letters,
                                       const std::string& root) {
  std::vector<RootSight::Place> places;
  for (const transport::FoundLetter& found : letters) {
    const auto sight = ReadSight(found.letter.body);
    if (sight && sight->root == root)
      places.push_back({found.mailbox, found.lent, found.not_before_ns, *sight});
  }
  return places;
}

}  // namespace

std::optional<Sight> ReadSight(std::string_view body) {
  const json envelope = Parse(body);
  Sight sight{.id = Text(envelope, "id")};
  const auto route = envelope.find("route");
  if (sight.id.empty() || route == envelope.end() || !route->is_object()) return std::nullopt;
  const std::string root = Text(envelope, "root_id");
  sight.root = root.empty() ? sight.id : root;
  sight.flow = Text(*route, "flow");
  sight.actor = Text(*route, "curr");
  sight.hop = Count(*route, "hop");
  const json status = Object(envelope, "status");
  sight.phase = Text(status, "phase");
  sight.attempt = Count(status, "attempt");
  sight.since = Text(status, "updated_at");
  sight.body = body;
  return sight;
}

std::vector<ParkedEnvelope> FindParked(const state::State& state, const std::optional<std::string>& root) {
  if (root) return ParkedOf(state, *root, state.Get(state::WaitsKey(*root)).value_or(""));
  std::vector<ParkedEnvelope> found;
  for (const state::Entry& waits : state.Scan(state::AllWaits())) {
    for (ParkedEnvelope& parked : ParkedOf(state, state::RootOf(waits.key), waits.value)) {
      parked.sight.body = {};  // There may be a great many.
      found.push_back(std::move(parked));
    }
  }
  return found;
}

std::vector<FailedEnvelope> FindFailed(const state::State& state, const std::string& error) {
  std::vector<FailedEnvelope> found;
  for (const state::Entry& kept : state.Scan(state::AllFailed())) {
    const std::string root(state::RootOf(kept.key));
    const auto end = state.Get(state::EndKey(root));
    if (!end) continue;
    // An error that it has recovered from leaves something to replay, too.
    if (Text(Object(Parse(*end), "status"), "phase") == "succeeded") continue;
    FailedEnvelope failed = ReadFailed(state, root, *end);
    if (error.empty() || failed.error == error) found.push_back(std::move(failed));
  }
  std::ranges::stable_sort(found, {}, &FailedEnvelope::ended_at);
  return found;
}

std::optional<RootSight> FindRoot(const transport::Transport& transport, const state::State& state,
                                  const std::string& root) {
  constexpr std::size_t kMostPlaces = 1000;
  const auto record = durable::ReadRoot(state.Get(state::RootKey(root)));
  RootSight sight{.id = root, .end = state.Get(state::EndKey(root))};
  if (record || !sight.end) {
    if (const auto letters = transport.Find(root, kMostPlaces)) sight.places = PlacesOf(*letters, root);
  }
  // Of some nothing is kept before they end.
  const bool travels = !record && !sight.end && sight.places && !sight.places->empty();
  // It may have ended while its messages were looked for.
  if (!record && !sight.end && !travels) sight.end = state.Get(state::EndKey(root));
  if (!record && !sight.end && !travels) return std::nullopt;
  sight.under_way = travels || (record && !record->ended);
  if (record) {
    sight.copies = record->copies;
    sight.replay_of = record->replay_of;
  }
  if (sight.end) {
    sight.replay_of = Text(Parse(*sight.end), "replay_of");
    sight.before = state.Get(state::FailedKey(root));
  }
  const auto waits = state.Get(state::WaitsKey(root));
  for (const durable::WaitsRecord::Early& early : durable::ReadWaits(waits).early)
    sight.early_signals.push_back(early.name);
  sight.parked = FindParked(state, root);
  sight.cancelled = state.Get(state::CancelKey(root)).has_value();
  sight.open_forks = state.Count(state::ParentPrefix(root));
  return sight;
}

}  // namespace mesh::operations
