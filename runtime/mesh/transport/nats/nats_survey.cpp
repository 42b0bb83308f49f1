#include "mesh/transport/nats/nats_survey.h"

#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "mesh/transport/nats/nats_letter.h"
#include "mesh/value/times.h"

namespace mesh::transport {

namespace {

using nlohmann::json;

constexpr const char* kNoSuchMessage = "404";

/// When it was stored.
std::optional<std::int64_t> TimeOf(const NatsReply& message) {
  Timestamp time;
  if (!ParseTimestamp(message.Header("Nats-Time-Stamp"), time)) return std::nullopt;
  return NanosecondsSinceEpoch(time);
}

std::uint64_t Number(const json& source, const char* name) {
  const auto at = source.find(name);
  return at != source.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

}  // namespace

/// An empty object: there is no answer, or it is an error.
json NatsSurvey::Ask(const std::string& question, const json& details) const {
  if (!connection_.connected()) return json::object();
  const auto reply = connection_.Request("$JS.API." + question, details.dump());
  json answer = reply ? json::parse(reply->body, nullptr, false) : json::object();
  return answer.is_object() && !answer.contains("error") ? answer : json::object();
}

std::optional<NatsSurvey::Taken> NatsSurvey::ReadConsumer(const std::string& stream,
                                                          const std::string& consumer) const {
  const json answer = Ask("CONSUMER.INFO." + stream + "." + consumer, json::object());
  if (!answer.contains("delivered")) return std::nullopt;
  return Taken{.waiting = Number(answer, "num_pending"),
               .lent = Number(answer, "num_ack_pending"),
               .last_seq = Number(answer["delivered"], "stream_seq")};
}

std::optional<NatsSurvey::Stored> NatsSurvey::Count(const NatsMailbox& mailbox) const {
  const json answer =
      Ask("STREAM.INFO." + mailbox.source().stream, {{"subjects_filter", names_.AnySubject(mailbox.name())}});
  if (!answer.contains("state")) return std::nullopt;
  const json subjects = answer["state"].value("subjects", json::object());
  return Stored{.here = Number(subjects, mailbox.source().subject.c_str()),
                .later = Number(subjects, names_.Later(mailbox.name()).c_str())};
}

std::size_t NatsSurvey::Depth(const NatsMailbox& mailbox) const {
  const NatsMailbox::Source& source = mailbox.source();
  if (const auto taken = ReadConsumer(source.stream, source.consumer)) return taken->waiting;
  // Nobody has served it yet.
  const auto stored = Count(mailbox);
  return stored ? stored->here : 0;
}

Contents NatsSurvey::Read(const NatsMailbox& mailbox) const {
  const NatsMailbox::Source& source = mailbox.source();
  const auto stored = Count(mailbox);
  if (!stored) return {};
  const Taken taken = ReadConsumer(source.stream, source.consumer).value_or(Taken{.waiting = stored->here});
  Contents contents{.waiting = taken.waiting, .lent = taken.lent, .delayed = stored->later};
  if (taken.waiting == 0) return contents;
  const auto first = ReadFrom(source.stream, taken.last_seq + 1, source.subject);
  if (first) contents.oldest_ns = TimeOf(*first);
  return contents;
}

std::optional<NatsReply> NatsSurvey::ReadFrom(const std::string& stream, std::uint64_t seq,
                                              const std::string& subject) const {
  if (!connection_.connected()) return std::nullopt;
  return connection_.Request("$JS.API.DIRECT.GET." + stream,
                             json{{"seq", seq}, {"next_by_subj", subject}}.dump());
}

FoundLetter NatsSurvey::Describe(const NatsReply& message) const {
  NatsLetter read = ReadNatsLetter(message);
  FoundLetter found{.mailbox = std::move(read.mailbox), .letter = std::move(read.letter)};
  if (found.mailbox.empty())
    found.mailbox = NatsMailboxOf(message.Header("Nats-Subject"));
  else
    found.not_before_ns = read.not_before_ns;
  return found;
}

std::optional<std::vector<FoundLetter>> NatsSurvey::Find(std::string_view part, std::size_t most) const {
  const std::string& stream = names_.stream();
  std::vector<FoundLetter> found;
  std::map<std::string, std::uint64_t> given;  // The last one, by mailbox.
  for (std::uint64_t seq = 1; found.size() < most;) {
    const auto message = ReadFrom(stream, seq, ">");
    if (!message) return std::nullopt;
    if (message->Header("Status") == kNoSuchMessage) break;
    const std::uint64_t at = message->seq();
    if (at < seq) return std::nullopt;
    seq = at + 1;
    if (message->body.find(part) == std::string::npos) continue;
    FoundLetter& letter = found.emplace_back(Describe(*message));
    if (letter.not_before_ns) continue;
    const auto [last, is_new] = given.emplace(letter.mailbox, 0);
    if (is_new) last->second = ReadConsumer(stream, NatsConsumer(letter.mailbox)).value_or(Taken()).last_seq;
    letter.lent = at <= last->second;
  }
  return found;
}

}  // namespace mesh::transport
