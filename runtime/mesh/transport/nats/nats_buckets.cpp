#include "mesh/transport/nats/nats_buckets.h"

#include <chrono>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/value/base64.h"

namespace mesh::transport {

namespace {

constexpr auto kAskPause = std::chrono::milliseconds(100);

std::string DirectGet(const std::string& bucket, const std::string& subject) {
  return fmt::format("$JS.API.DIRECT.GET.{}.{}", bucket, subject);
}

}  // namespace

NatsBuckets::NatsBuckets(NatsConnection& connection, NatsPublisher& publisher, const NatsNames& names,
                         bool direct)
    : connection_(connection),
      publisher_(publisher),
      names_(names),
      direct_(direct),
      one_server_(connection.knows_one_server()) {}

std::optional<NatsReply> NatsBuckets::Ask(const std::string& subject, const std::string& body) const {
  while (!closed_) {
    auto reply = connection_.Request(subject, body);
    if (reply && reply->Header("Status") != kNobodyListens) return reply;
    std::this_thread::sleep_for(kAskPause);
  }
  return std::nullopt;
}

std::optional<nlohmann::json> NatsBuckets::AskLeader(const std::string& subject,
                                                     const std::string& body) const {
  constexpr int kNoMessage = 10037;
  const nlohmann::json::json_pointer code("/error/err_code");
  while (const auto reply = Ask(subject, body)) {
    auto answer = nlohmann::json::parse(reply->body, nullptr, false);
    // Copies that elect their leader answer, too: with an error of another kind.
    const bool refused = !answer.is_object() || answer.contains("error");
    if (!refused || (answer.contains(code) && answer[code] == kNoMessage)) return answer;
    std::this_thread::sleep_for(kAskPause);
  }
  return std::nullopt;
}

std::string NatsBuckets::BucketOf(Place place) const {
  return place == Place::kEnded ? names_.ended() : names_.state();
}

std::optional<NatsBuckets::Newest> NatsBuckets::Read(const std::string& bucket,
                                                     const std::string& subject) const {
  if (direct_) {
    auto reply = Ask(DirectGet(bucket, subject), {});
    if (!reply) return std::nullopt;
    return Newest{reply->seq(), std::move(reply->body)};
  }
  const auto answer =
      AskLeader("$JS.API.STREAM.MSG.GET." + bucket, nlohmann::json{{"last_by_subj", subject}}.dump());
  if (!answer) return std::nullopt;
  if (!answer->contains("message")) return Newest{};
  const nlohmann::json& message = (*answer)["message"];
  return Newest{message.value("seq", std::uint64_t{0}),
                DecodeBase64(message.value("data", std::string())).value_or("")};
}

std::optional<NatsBuckets::Found> NatsBuckets::Fetch(Place place, const std::string& key) const {
  const std::string bucket = BucketOf(place);
  const std::int64_t now_ns = SteadyNs();
  const std::uint64_t run = Run();
  const auto newest = Read(bucket, NatsNames::Entry(bucket, key));
  return newest ? FoundAs(place, *newest, now_ns, run) : std::nullopt;
}

std::optional<NatsBuckets::Found> NatsBuckets::FoundAs(Place place, const Newest& newest,
                                                       std::int64_t asked_ns, std::uint64_t run) const {
  Found found{.seen_ns = asked_ns};
  if (connection_.connected() && Run() == run) found.run = run;
  if (newest.revision == 0) return found;
  found.place = place;
  found.revision = newest.revision;
  auto document = NatsDocument::Decode(newest.bytes);
  // What a newer host has written is not for this one to change.
  if (!document) return std::nullopt;
  found.document = std::move(*document);
  if (!found.document.writings.empty()) found.by = found.document.writings.back();
  return found;
}

bool NatsBuckets::IsLate(const NatsDocument& document, const NatsDocument::Writing& by, const Found& ended) {
  if (ended.revision == 0 || ended.revision == document.came_as) return false;
  return document.just_came || (!by.process.empty() && ended.document.Follows(by));
}

std::optional<NatsBuckets::Found> NatsBuckets::Find(const std::string& key) const {
  while (true) {
    // In this order: what moves is in the second one before it leaves the first.
    auto stays = Fetch(Place::kState, key);
    if (!stays) return std::nullopt;
    const bool moves = stays->revision != 0 && stays->document.is_memory();
    const bool doubtful = stays->document.just_came || moves || Doubts() || !one_server_;
    if (stays->revision != 0 && !doubtful) return stays;
    auto ended = Fetch(Place::kEnded, key);
    if (!ended) return std::nullopt;
    if (stays->revision == 0) {
      if (ended->document.is_memory()) return ended;
      const Written uncovered = Uncover(key, *ended);
      switch (uncovered == Written::kDone ? Bring(key, *ended) : uncovered) {
        case Written::kClosed: return std::nullopt;
        // It is as large as there: the server's settings have changed meanwhile. It counts where it is.
        case Written::kTooLarge: return ended;
        case Written::kDone: return ended;
        case Written::kConflict: continue;
      }
    }
    // Or it is on its way, or a server that was killed has brought it back.
    if (!IsLate(stays->document, stays->by, *ended)) return stays;
    // Or it has changed since it was read: then nothing is removed.
    const auto now = Fetch(Place::kState, key);
    if (now && now->revision == stays->revision) Remove(key, stays->revision);
  }
}

void NatsBuckets::FetchSoon(Place place, const std::string& key, Told told) const {
  const std::string bucket = BucketOf(place);
  publisher_.Ask(
      DirectGet(bucket, NatsNames::Entry(bucket, key)),
      [this, place, asked_ns = SteadyNs(), run = Run(), told = std::move(told)](const NatsArrival* answer) {
        if (answer == nullptr) return told(Looked::kClosed, {});
        auto found = FoundAs(place, {answer->seq(), std::string(answer->body())}, asked_ns, run);
        found ? told(Looked::kFound, std::move(*found)) : told(Looked::kUnclear, {});
      });
}

void NatsBuckets::Look(const std::string& key, Told told) const {
  if (!direct_ || !one_server_) return told(Looked::kUnclear, {});
  FetchSoon(Place::kState, key, [this, key, told = std::move(told)](Looked looked, Found stays) {
    if (looked != Looked::kFound) return told(looked, {});
    if (stays.revision != 0) {
      const bool doubtful = stays.document.just_came || stays.document.is_memory() || Doubts();
      return told(doubtful ? Looked::kUnclear : Looked::kFound, std::move(stays));
    }
    FetchSoon(Place::kEnded, key, [told](Looked looked_there, Found ended) {
      const bool comes = looked_there == Looked::kFound && !ended.document.is_memory();
      told(comes ? Looked::kUnclear : looked_there, std::move(ended));
    });
  });
}

NatsConfirmation NatsBuckets::Put(const std::string& bucket, const std::string& key, const std::string& body,
                                  std::uint64_t expected) const {
  return publisher_.PublishAndWait(PutMessage(bucket, key, body, expected));
}

NatsMessage NatsBuckets::PutMessage(const std::string& bucket, const std::string& key, std::string body,
                                    std::uint64_t expected) {
  NatsMessage message{.subject = NatsNames::Entry(bucket, key), .headers = {}, .body = std::move(body)};
  message.headers.emplace_back("Nats-Expected-Last-Subject-Sequence", std::to_string(expected));
  return message;
}

NatsBuckets::Written NatsBuckets::Write(const std::string& key, Found& found) {
  const NatsDocument::Writing writing = found.document.writings.back();
  const bool memory = found.document.is_memory();
  const bool comes = found.place != Place::kState;
  const NatsDocument::Writing by = found.by;
  const std::uint64_t run = found.run;
  Written written = WriteInto(comes ? Place::kEnded : Place::kState, key, found);
  const auto is_mine = [&] { return written == Written::kDone && found.document.IsBy(writing); };
  const bool meanwhile = run == 0 || run != found.run;
  // A server that was started anew may have confirmed what it threw away.
  if (is_mine() && (meanwhile || Doubts())) written = WhatBecameOf(writing, key, found);
  if (is_mine() && !comes && meanwhile && WentOnLate(key, by, found)) {
    Remove(key, found.revision);
    return Written::kConflict;
  }
  if (is_mine() && !memory && found.place == Place::kEnded) {
    if (Bring(key, found) != Written::kDone) written = WhatBecameOf(writing, key, found);
  }
  if (is_mine() && memory && found.place == Place::kState) MoveToEnded(key, found);
  return written;
}

void NatsBuckets::WriteFirst(const std::shared_ptr<FirstWriting>& writing, NatsPublisher::Told told) {
  writing->run = Run();
  publisher_.Publish(Into(Place::kEnded, writing->key, writing->found), std::move(told));
}

std::optional<NatsBuckets::Written> NatsBuckets::TookFirst(FirstWriting& writing,
                                                           const NatsConfirmation& stored) {
  const Written written = TookInto(Place::kEnded, writing.run, stored, writing.found);
  if (written == Written::kConflict) return std::nullopt;
  if (written == Written::kDone && (writing.found.run == 0 || Doubts())) return std::nullopt;
  return written;
}

NatsBuckets::Written NatsBuckets::LookForFirst(FirstWriting& writing) {
  return WhatBecameOf(NatsDocument::Writing(writing.found.document.writings.back()), writing.key,
                      writing.found);
}

NatsMessage NatsBuckets::Into(Place place, const std::string& key, Found& found) const {
  found.document.just_came = false;
  if (place == Place::kEnded) found.document.came_as = 0;
  return PutMessage(BucketOf(place), key, found.document.Encode(), found.place == place ? found.revision : 0);
}

NatsBuckets::Written NatsBuckets::WriteInto(Place place, const std::string& key, Found& found) {
  const std::uint64_t run = Run();
  const NatsConfirmation stored = publisher_.PublishAndWait(Into(place, key, found));
  const Written written = TookInto(place, run, stored, found);
  if (written != Written::kConflict) return written;
  return WhatBecameOf(NatsDocument::Writing(found.document.writings.back()), key, found);
}

NatsBuckets::Written NatsBuckets::TookInto(Place place, std::uint64_t run, const NatsConfirmation& stored,
                                           Found& found) const {
  switch (stored.kind) {
    case NatsConfirmation::Kind::kClosed: return Written::kClosed;
    case NatsConfirmation::Kind::kRefused: return Written::kTooLarge;
    case NatsConfirmation::Kind::kConflict: return Written::kConflict;
    case NatsConfirmation::Kind::kStored: break;
  }
  found.place = place;
  found.revision = stored.seq;
  found.seen_ns = SteadyNs();
  found.run = connection_.connected() && Run() == run ? run : 0;
  found.by = found.document.writings.back();
  return Written::kDone;
}

/// It may have been stored, and its confirmation lost, or the other way round; others may have gone on from
/// there since.
NatsBuckets::Written NatsBuckets::WhatBecameOf(const NatsDocument::Writing& writing, const std::string& key,
                                               Found& found) {
  auto now = Find(key);
  if (!now) return Written::kClosed;
  if (!now->document.Follows(writing)) return Written::kConflict;
  found = std::move(*now);
  return Written::kDone;
}

NatsBuckets::Written NatsBuckets::Bring(const std::string& key, Found& found) const {
  Found brought = found;
  brought.document.came_as = found.revision;
  brought.document.just_came = true;
  const NatsConfirmation stored = Put(names_.state(), key, brought.document.Encode(), 0);
  switch (stored.kind) {
    case NatsConfirmation::Kind::kClosed: return Written::kClosed;
    case NatsConfirmation::Kind::kRefused: return Written::kTooLarge;
    case NatsConfirmation::Kind::kConflict: return Written::kConflict;
    case NatsConfirmation::Kind::kStored: break;
  }
  // Whoever was held up on the way brings what others have brought, worked on and ended since.
  const auto ended = Fetch(Place::kEnded, key);
  if (!ended) return Written::kClosed;
  if (ended->revision != found.revision) {
    Remove(key, stored.seq);
    return Written::kConflict;
  }
  brought.place = Place::kState;
  brought.revision = stored.seq;
  brought.seen_ns = SteadyNs();
  found = std::move(brought);
  return Written::kDone;
}

/// What was written just now, and is only remembered, goes to where the server forgets it. If its process
/// ends meanwhile it stays where it is, and counts there.
void NatsBuckets::MoveToEnded(const std::string& key, Found& found) const {
  const NatsDocument::Writing writing = found.document.writings.back();
  const std::string bytes = found.document.Encode();
  std::uint64_t there = found.document.came_as;
  while (true) {
    const NatsConfirmation stored = Put(names_.ended(), key, bytes, there);
    there = stored.seq;
    if (stored.kind == NatsConfirmation::Kind::kStored) break;
    if (stored.kind != NatsConfirmation::Kind::kConflict) return;
    const auto ended = Fetch(Place::kEnded, key);
    if (!ended) return;
    there = ended->revision;
    if (ended->document.IsBy(writing)) break;
    // Either the server has forgotten it, or somebody has written since, and moves that.
    const auto state = Fetch(Place::kState, key);
    if (!state || state->revision != found.revision) return;
  }
  if (Doubts()) {
    // Nor is it removed here before it is seen there.
    const auto ended = Fetch(Place::kEnded, key);
    if (!ended || !ended->document.Follows(writing)) return;
  }
  if (!Remove(key, found.revision)) {
    // Somebody has written there meanwhile, or the answer was lost: then what stands there now counts.
    if (auto now = Find(key)) found = std::move(*now);
    return;
  }
  found.place = Place::kEnded;
  found.revision = there;
}

bool NatsBuckets::Remove(const std::string& key, std::uint64_t revision) const {
  const std::string subject = NatsNames::Entry(names_.state(), key);
  const nlohmann::json which = {{"filter", subject}, {"seq", revision + 1}};
  const auto reply = Ask("$JS.API.STREAM.PURGE." + names_.state(), which.dump());
  const auto answer = reply ? nlohmann::json::parse(reply->body, nullptr, false) : nlohmann::json();
  if (!answer.is_object() || !answer.value("success", false)) return false;
  // Whoever writes what goes on from there may have been faster.
  const auto left = Read(names_.state(), subject);
  return left && left->revision == 0;
}

void NatsBuckets::Drop(std::uint64_t revision) const {
  const nlohmann::json which = {{"seq", revision}, {"no_erase", true}};
  Ask("$JS.API.STREAM.MSG.DELETE." + names_.state(), which.dump());
}

}  // namespace mesh::transport
