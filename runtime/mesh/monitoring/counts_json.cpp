#include "mesh/monitoring/counts_json.h"

#include <optional>

#include <nlohmann/json.hpp>

#include "mesh/value/json.h"

namespace mesh::monitoring {

namespace {

using nlohmann::ordered_json;

ordered_json NumberOrNull(const std::optional<std::uint64_t>& number) {
  return number ? ordered_json(*number) : ordered_json();
}

void AddContents(ordered_json& object, const transport::Contents& contents, std::int64_t now_ns) {
  object["waiting"] = contents.waiting;
  object["lent"] = NumberOrNull(contents.lent);
  object["delayed"] = NumberOrNull(contents.delayed);
  object["oldest_seconds"] = contents.oldest_ns
                                 ? ordered_json(static_cast<double>(now_ns - *contents.oldest_ns) / 1e9)
                                 : ordered_json();
}

ordered_json ActorJson(const ActorReading& actor) {
  return {{"deliveries", actor.deliveries},     {"handled", actor.handled},
          {"retried", actor.retried},           {"duplicates_suppressed", actor.duplicates_suppressed},
          {"redeliveries", actor.redeliveries}, {"suspects", actor.suspects},
          {"in_flight", actor.in_flight},       {"healthy", actor.healthy}};
}

}  // namespace

std::string WriteCounts(const Reading& reading) {
  ordered_json object = {
      {"mesh", reading.mesh},
      {"table", reading.table},
      {"deliveries", Sum(reading, &ActorReading::deliveries)},
      {"handled", Sum(reading, &ActorReading::handled)},
      {"failed", reading.failed},
      {"retried", Sum(reading, &ActorReading::retried)},
      {"dropped_copies", reading.dropped_copies},
      {"duplicates_suppressed", Sum(reading, &ActorReading::duplicates_suppressed)},
      {"redeliveries", Sum(reading, &ActorReading::redeliveries)},
      {"suspects", Sum(reading, &ActorReading::suspects)},
      {"late_branches", reading.late_branches},
      {"ended", {{"succeeded", reading.ended_succeeded}, {"failed", reading.ended_failed}}},
      {"inside", reading.inside},
      {"open_joins", NumberOrNull(reading.open_joins)},
      {"open_parks", NumberOrNull(reading.open_parks)},
      {"actors", ordered_json::object()},
      {"mailboxes", ordered_json::object()}};
  for (const ActorReading& actor : reading.actors) object["actors"][actor.name] = ActorJson(actor);
  for (const MailboxReading& mailbox : reading.mailboxes)
    AddContents(object["mailboxes"][mailbox.name], mailbox.contents, reading.now_ns);
  return WriteJson(object);
}

std::string WriteMailboxes(const std::vector<MailboxReading>& mailboxes, std::int64_t now_ns) {
  ordered_json list = ordered_json::array();
  for (const MailboxReading& mailbox : mailboxes) {
    ordered_json& entry = list.emplace_back(ordered_json{{"mailbox", mailbox.name}});
    AddContents(entry, mailbox.contents, now_ns);
  }
  return WriteJson(list);
}

}  // namespace mesh::monitoring
