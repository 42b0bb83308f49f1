#include "mesh/operations/answers.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "mesh/monitoring/counts_json.h"
#include "mesh/operations/text_table.h"
#include "mesh/value/json.h"
#include "mesh/value/times.h"

namespace mesh::operations {

namespace {

using nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

ordered_json TextOrNull(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

/// An envelope whole; as text where it is none.
ordered_json Whole(const std::optional<std::string>& body) {
  if (!body) return {};
  ordered_json parsed = ordered_json::parse(*body, nullptr, false);
  return parsed.is_discarded() ? ordered_json(*body) : parsed;
}

std::string TimeOf(const std::optional<std::int64_t>& time_ns) {
  return time_ns ? PrintTimestamp(Timestamp::FromNanoseconds(*time_ns)) : std::string();
}

std::string Seconds(std::int64_t duration_ns) {
  return fmt::format("{:.1f} s", static_cast<double>(std::max<std::int64_t>(duration_ns, 0)) / 1e9);
}

std::string NumberOf(const std::optional<std::uint64_t>& number) {
  return number ? std::to_string(*number) : "?";
}

std::string Print(const ordered_json& json) { return WriteJson(json) + "\n"; }

ordered_json SightJson(const Sight& sight) {
  return {{"id", sight.id},       {"root_id", sight.root},
          {"flow", sight.flow},   {"actor", TextOrNull(sight.actor)},
          {"phase", sight.phase}, {"attempt", sight.attempt},
          {"hop", sight.hop},     {"since", sight.since}};
}

ordered_json ParkedJson(const ParkedEnvelope& parked) {
  return {{"id", parked.sight.id},
          {"root_id", parked.sight.root},
          {"flow", parked.sight.flow},
          {"signal", parked.signal},
          {"since", parked.sight.since}};
}

ordered_json PlacesJson(const std::optional<std::vector<RootSight::Place>>& places) {
  if (!places) return {};
  ordered_json list = ordered_json::array();
  for (const RootSight::Place& place : *places) {
    ordered_json entry = {{"mailbox", place.mailbox},
                          {"lent", place.lent},
                          {"not_before", TextOrNull(TimeOf(place.not_before_ns))}};
    entry.update(SightJson(place.sight));
    entry["envelope"] = Whole(place.sight.body);
    list.push_back(std::move(entry));
  }
  return list;
}

ordered_json RootJson(const RootSight& root) {
  ordered_json object = {{"id", root.id},
                         {"state", root.under_way ? "under way" : "ended"},
                         {"replay_of", TextOrNull(root.replay_of)},
                         {"cancelled", root.cancelled},
                         {"copies", root.copies},
                         {"open_forks", root.open_forks},
                         {"places", PlacesJson(root.places)},
                         {"parked", ordered_json::array()},
                         {"early_signals", root.early_signals},
                         {"end", Whole(root.end)},
                         {"before", Whole(root.before)}};
  for (const ParkedEnvelope& parked : root.parked) {
    object["parked"].push_back(ParkedJson(parked));
    object["parked"].back()["envelope"] = Whole(parked.sight.body);
  }
  return object;
}

std::string PlaceText(const RootSight::Place& place) {
  std::string text =
      fmt::format("{} in {}, {}", place.sight.id, place.mailbox, place.lent ? "on loan" : "waiting");
  if (place.not_before_ns) text += fmt::format(" until {}", TimeOf(place.not_before_ns));
  return text + fmt::format(", attempt {}, since {}", place.sight.attempt, place.sight.since);
}

ordered_json MemberOf(const ordered_json& envelope, const char* pointer) {
  const ordered_json::json_pointer at(pointer);
  return envelope.is_object() && envelope.contains(at) ? envelope[at] : ordered_json();
}

std::string TextOf(const ordered_json& json) { return json.is_string() ? json.get<std::string>() : ""; }

/// The way that it has come, and what it carries.
void AddEnvelope(Rows& rows, const ordered_json& envelope) {
  rows.push_back({"route", WriteJson(MemberOf(envelope, "/route/prev"))});
  rows.push_back({"payload", WriteJson(MemberOf(envelope, "/payload"))});
}

void AddEnd(Rows& rows, const ordered_json& end) {
  rows.push_back({"outcome", TextOf(MemberOf(end, "/status/phase"))});
  rows.push_back({"ended", TextOf(MemberOf(end, "/status/updated_at"))});
  if (const auto error = MemberOf(end, "/status/error"); error.is_object())
    rows.push_back({"error", fmt::format("{}: {}", TextOf(MemberOf(error, "/name")),
                                         TextOf(MemberOf(error, "/message")))});
  AddEnvelope(rows, end);
}

Rows RootRows(const RootSight& root) {
  Rows rows = {{"id", root.id}, {"state", root.under_way ? "under way" : "ended"}};
  if (!root.replay_of.empty()) rows.push_back({"replay of", root.replay_of});
  if (root.cancelled) rows.push_back({"cancelled", "yes"});
  if (root.copies > 0) rows.push_back({"copies", std::to_string(root.copies)});
  if (root.open_forks > 0) rows.push_back({"open forks", std::to_string(root.open_forks)});
  for (const RootSight::Place& place : root.places.value_or(std::vector<RootSight::Place>())) {
    rows.push_back({"is", PlaceText(place)});
    AddEnvelope(rows, Whole(place.sight.body));
  }
  for (const auto& [sight, signal] : root.parked) {
    rows.push_back({"parked", fmt::format("{} for `{}` since {}", sight.id, signal, sight.since)});
    AddEnvelope(rows, Whole(sight.body));
  }
  if (!root.early_signals.empty())
    rows.push_back({"early signals", fmt::format("{}", fmt::join(root.early_signals, ", "))});
  if (root.end) AddEnd(rows, Whole(root.end));
  return rows;
}

}  // namespace

std::string Answer(const std::vector<monitoring::MailboxReading>& mailboxes, std::int64_t now_ns,
                   Format format) {
  if (format == Format::kJson) return monitoring::WriteMailboxes(mailboxes, now_ns) + "\n";
  Rows rows = {{"MAILBOX", "WAITING", "LENT", "DELAYED", "OLDEST"}};
  for (const auto& [name, contents] : mailboxes) {
    rows.push_back({name, std::to_string(contents.waiting), NumberOf(contents.lent),
                    NumberOf(contents.delayed),
                    contents.oldest_ns ? Seconds(now_ns - *contents.oldest_ns) : "-"});
  }
  return WriteTable(rows);
}

std::string Answer(const std::vector<ParkedEnvelope>& parked, Format format) {
  if (format == Format::kJson) {
    ordered_json list = ordered_json::array();
    for (const ParkedEnvelope& each : parked) list.push_back(ParkedJson(each));
    return Print(list);
  }
  Rows rows = {{"ID", "ROOT", "FLOW", "SIGNAL", "SINCE"}};
  for (const ParkedEnvelope& each : parked)
    rows.push_back({each.sight.id, each.sight.root, each.sight.flow, each.signal, each.sight.since});
  return WriteTable(rows);
}

std::string Answer(const std::vector<FailedEnvelope>& failed, Format format) {
  if (format == Format::kJson) {
    ordered_json list = ordered_json::array();
    for (const FailedEnvelope& each : failed) {
      list.push_back({{"id", each.id},
                      {"flow", each.flow},
                      {"error", each.error},
                      {"message", each.message},
                      {"actor", TextOrNull(each.actor)},
                      {"ended_at", each.ended_at},
                      {"replayed_as", TextOrNull(each.replayed_as)}});
    }
    return Print(list);
  }
  Rows rows = {{"ID", "FLOW", "ERROR", "ACTOR", "ENDED", "REPLAYED AS", "MESSAGE"}};
  for (const FailedEnvelope& each : failed) {
    rows.push_back({each.id, each.flow, each.error, each.actor.empty() ? "-" : each.actor, each.ended_at,
                    each.replayed_as.empty() ? "-" : each.replayed_as, each.message});
  }
  return WriteTable(rows);
}

std::string Answer(const std::vector<ReplayAnswer>& replays, Format format) {
  ordered_json list = ordered_json::array();
  Rows rows = {{"REPLAY OF", "ID", "FROM"}};
  for (const ReplayAnswer& each : replays) {
    if (const auto* problem = std::get_if<std::string>(&each.outcome)) {
      list.push_back({{"replay_of", each.id}, {"id", nullptr}, {"problem", *problem}});
      rows.push_back({each.id, "-", *problem});
    } else {
      const auto& replayed = std::get<Replayed>(each.outcome);
      list.push_back(
          {{"replay_of", replayed.replay_of}, {"id", replayed.id}, {"at", TextOrNull(replayed.at)}});
      rows.push_back({replayed.replay_of, replayed.id, replayed.at.empty() ? "its entry" : replayed.at});
    }
  }
  return format == Format::kJson ? Print(list) : WriteTable(rows);
}

std::string Answer(const RootSight& root, Format format) {
  return format == Format::kJson ? Print(RootJson(root)) : WriteTable(RootRows(root));
}

}  // namespace mesh::operations
