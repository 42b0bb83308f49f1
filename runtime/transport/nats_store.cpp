#include "mesh/transport/nats_store.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <random>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/state/keys.h"
#include "mesh/value/base64.h"

namespace mesh::transport {

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;
/// How long what was seen is good enough for who asks, if he finds what he asks for.
constexpr std::int64_t kFreshNs = kSecondNs;
constexpr std::size_t kMostSeenBytes = std::size_t{8} << 20U;
/// What a server has removed may be back after it was killed: it remembers that for certain when it next
/// syncs, every two minutes unless it is told otherwise.
constexpr std::int64_t kUndoneNs = 300 * kSecondNs;
constexpr std::size_t kMostRemoved = 10'000;
constexpr auto kPause = std::chrono::milliseconds(100);

std::int64_t SteadyNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::uint64_t ToNumber(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::size_t SizeOf(const NatsDocument& document) {
  std::size_t size = 256;
  for (const auto& [key, kept] : document.entries) size += key.size() + kept.value.size() + 128;
  for (const auto& batch : document.batches) {
    for (const auto& post : batch.posts) size += post.sending.letter.body.size() + 256;
  }
  return size;
}

std::string NewHolder() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

NatsStore::NatsStore(const Parts& parts)
    : connection_(parts.connection),
      publisher_(parts.publisher),
      names_(parts.names),
      clock_(parts.clock),
      direct_(parts.direct),
      lease_ns_(parts.lease_ns),
      find_obstacle_(parts.find_obstacle),
      holder_(NewHolder()) {
  const std::string prefix = NatsNames::Entry(names_.ended(), "cancelled.");
  connection_.Listen(prefix + "*", [this, size = prefix.size()](const NatsArrival& arrival) {
    const std::lock_guard lock(mutex_);
    cancelled_.emplace(arrival.subject().substr(size));
  });
  ReadCancellations();
}

std::string NatsStore::KeyOf(const std::string& owner) const {
  // `root`, zero, id, zero -> `root.id`
  const std::size_t kind = std::min(owner.find('\0'), owner.size());
  const std::string_view rest = std::string_view(owner).substr(std::min(kind + 1, owner.size()));
  return fmt::format("{}.{}", NatsToken(owner.substr(0, kind)),
                     NatsToken(rest.substr(0, rest.empty() ? 0 : rest.size() - 1)));
}

std::optional<NatsReply> NatsStore::Ask(const std::string& subject, const std::string& body) const {
  while (!closed_) {
    auto reply = connection_.Request(subject, body);
    // 503: nobody listens there just now.
    if (reply && reply->Header("Status") != "503") return reply;
    std::this_thread::sleep_for(kPause);
  }
  return std::nullopt;
}

std::optional<nlohmann::json> NatsStore::AskLeader(const std::string& subject,
                                                   const std::string& body) const {
  constexpr int kNoMessage = 10037;
  const nlohmann::json::json_pointer code("/error/err_code");
  while (const auto reply = Ask(subject, body)) {
    auto answer = nlohmann::json::parse(reply->body, nullptr, false);
    // Copies that elect their leader answer, too: with an error of another kind.
    const bool refused = !answer.is_object() || answer.contains("error");
    if (!refused || (answer.contains(code) && answer[code] == kNoMessage)) return answer;
    std::this_thread::sleep_for(kPause);
  }
  return std::nullopt;
}

std::optional<NatsStore::Loaded> NatsStore::Fetch(const std::string& bucket,
                                                  const std::string& subject) const {
  Loaded loaded;
  std::string bytes;
  if (direct_) {
    const auto reply = Ask(fmt::format("$JS.API.DIRECT.GET.{}.{}", bucket, subject), {});
    if (!reply) return std::nullopt;
    loaded.revision = ToNumber(reply->Header("Nats-Sequence"));
    bytes = reply->body;
  } else {
    const auto answer =
        AskLeader("$JS.API.STREAM.MSG.GET." + bucket, nlohmann::json{{"last_by_subj", subject}}.dump());
    if (!answer) return std::nullopt;
    if (answer->contains("message")) {
      loaded.revision = (*answer)["message"].value("seq", std::uint64_t{0});
      bytes = DecodeBase64((*answer)["message"].value("data", std::string())).value_or("");
    }
  }
  if (loaded.revision == 0) return loaded;
  loaded.place = bucket == names_.state() ? Place::kState : Place::kEnded;
  if (auto document = NatsDocument::Decode(bytes)) loaded.document = std::move(*document);
  return loaded;
}

std::optional<NatsStore::Loaded> NatsStore::Seen(const std::string& owner) const {
  const std::lock_guard lock(mutex_);
  const auto young = young_.find(owner);
  if (young != young_.end()) return young->second;
  const auto old = old_.find(owner);
  return old == old_.end() ? std::nullopt : std::optional(old->second);
}

std::optional<NatsStore::Loaded> NatsStore::Load(const std::string& owner, bool fresh) const {
  if (!fresh) {
    if (auto seen = Seen(owner)) return seen;
  }
  const std::string key = KeyOf(owner);
  const std::int64_t now_ns = SteadyNs();
  // In this order: what moves is in the second one before it leaves the first.
  auto loaded = Fetch(names_.state(), NatsNames::Entry(names_.state(), key));
  if (loaded && loaded->revision == 0) loaded = Fetch(names_.ended(), NatsNames::Entry(names_.ended(), key));
  if (!loaded) return std::nullopt;
  loaded->seen_ns = now_ns;
  Remember(owner, *loaded);
  return loaded;
}

void NatsStore::Remember(const std::string& owner, const Loaded& loaded) const {
  const std::lock_guard lock(mutex_);
  old_.erase(owner);
  young_.insert_or_assign(owner, loaded);
  young_bytes_ += SizeOf(loaded.document);
  if (young_bytes_ < kMostSeenBytes) return;
  old_ = std::exchange(young_, {});
  young_bytes_ = 0;
}

std::optional<std::string> NatsStore::Get(std::string_view key) const {
  // What is told to a process is lost with it: nobody has to know whether it lives.
  if (state::IsWaiterKey(key)) return std::string();
  const std::string owner = state::OwnerOf(key);
  if (state::IsCancelKey(key) && !MayBeCancelled(owner)) return std::nullopt;
  const auto alive = [this](const std::string& holder) { return IsAlive(holder); };
  // Every visit in a branch asks whether its join is decided. If it was open a moment ago that will do; what
  // is missing may have come since.
  if (const auto seen = Seen(owner); seen && state::IsJoinKey(key) && SteadyNs() - seen->seen_ns < kFreshNs) {
    if (auto value = seen->document.Get(key, clock_.now_ns(), alive)) return value;
  }
  const auto now = Load(owner, true);
  return now ? now->document.Get(key, clock_.now_ns(), alive) : std::nullopt;
}

std::vector<std::string> NatsStore::Subjects(const std::string& bucket, const std::string& filter) const {
  std::vector<std::string> subjects;
  for (std::size_t total = 1; subjects.size() < total;) {
    const nlohmann::json question = {{"subjects_filter", filter}, {"offset", subjects.size()}};
    const auto reply = Ask("$JS.API.STREAM.INFO." + bucket, question.dump());
    const auto answer = reply ? nlohmann::json::parse(reply->body, nullptr, false) : nlohmann::json();
    if (!answer.is_object() || !answer.contains("state") || !answer["state"].contains("subjects")) break;
    for (const auto& [subject, count] : answer["state"]["subjects"].items()) subjects.push_back(subject);
    total = answer.value("total", subjects.size());
  }
  return subjects;
}

void NatsStore::Pick(const NatsDocument& document, std::string_view prefix,
                     std::vector<state::Entry>& found) const {
  const auto alive = [this](const std::string& holder) { return IsAlive(holder); };
  for (auto at = document.entries.lower_bound(prefix);
       at != document.entries.end() && at->first.starts_with(prefix); ++at) {
    if (auto value = document.Get(at->first, clock_.now_ns(), alive))
      found.push_back({at->first, std::move(*value)});
  }
}

std::vector<state::Entry> NatsStore::Scan(std::string_view prefix) const {
  const std::string owner = state::OwnerOfAll(prefix);
  if (owner.empty()) return ScanAll(prefix);
  std::vector<state::Entry> found;
  if (const auto loaded = Load(owner, true)) Pick(loaded->document, prefix, found);
  return found;
}

std::vector<state::Entry> NatsStore::ScanAll(std::string_view prefix) const {
  std::map<std::string, NatsDocument, std::less<>> documents;  // By what follows the bucket in a subject.
  std::vector<std::string> buckets = {names_.state()};
  // What never expires keeps its document there.
  if (!state::IsErasedOnly(prefix)) buckets.push_back(names_.ended());
  for (const std::string& bucket : buckets) {
    const std::string start = NatsNames::Entry(bucket, "");
    connection_.ReadAll(bucket, start + ">", [&](const NatsArrival& message) {
      const std::string_view key = message.subject().substr(start.size());
      auto document = NatsDocument::Decode(message.body());
      if (!document) return;
      // Of two buckets the first one counts; of one, what came last.
      if (bucket == names_.state() || !documents.contains(key))
        documents.insert_or_assign(std::string(key), std::move(*document));
    });
  }
  std::vector<state::Entry> found;
  for (const auto& [key, document] : documents) Pick(document, prefix, found);
  std::ranges::sort(found, {}, &state::Entry::key);
  return found;
}

NatsConfirmation NatsStore::Put(const std::string& bucket, const std::string& key, const std::string& body,
                                std::uint64_t expected) {
  NatsMessage message{.subject = NatsNames::Entry(bucket, key), .headers = {}, .body = body};
  message.headers.emplace_back("Nats-Expected-Last-Subject-Sequence", std::to_string(expected));
  return publisher_.PublishAndWait(std::move(message));
}

NatsStore::Written NatsStore::Write(const std::string& owner, Loaded& loaded) {
  NatsDocument& document = loaded.document;
  document.Sweep(clock_.now_ns());
  if (document.empty() && loaded.place == Place::kNone) return Written::kDone;
  const NatsDocument::Writing writing{holder_, ++writings_};
  document.Sign(writing);
  const std::string key = KeyOf(owner);
  const std::string bytes = document.Encode();
  const bool memory = document.is_memory();
  // Where it stands, so that one of many who write decides; what moves is there before it leaves.
  const Place place = memory && loaded.place != Place::kState ? Place::kEnded : Place::kState;
  const std::string& bucket = place == Place::kEnded ? names_.ended() : names_.state();
  const NatsConfirmation stored = Put(bucket, key, bytes, loaded.place == place ? loaded.revision : 0);
  if (stored.kind == NatsConfirmation::Kind::kClosed) return Written::kClosed;
  if (stored.kind == NatsConfirmation::Kind::kRefused) return Written::kTooLarge;
  if (stored.kind == NatsConfirmation::Kind::kConflict) {
    // It may have been stored, and its confirmation lost; others may have gone on from there since.
    auto now = Load(owner, true);
    if (!now) return Written::kClosed;
    if (!now->document.Follows(writing)) return Written::kConflict;
    loaded = std::move(*now);
    if (!loaded.document.IsBy(writing)) return Written::kDone;
  } else {
    loaded.place = place;
    loaded.revision = stored.seq;
    loaded.seen_ns = SteadyNs();
  }
  if (memory && loaded.place == Place::kState) MoveToEnded(key, bytes, loaded);
  Remember(owner, loaded);
  return Written::kDone;
}

/// What was written just now, and is only remembered, goes to where the server forgets it. If its process
/// ends meanwhile it stays where it is, and counts there.
void NatsStore::MoveToEnded(const std::string& key, const std::string& bytes, Loaded& loaded) {
  const NatsDocument::Writing writing = loaded.document.writings.back();
  std::uint64_t there = 0;
  while (true) {
    const NatsConfirmation stored = Put(names_.ended(), key, bytes, there);
    there = stored.seq;
    if (stored.kind == NatsConfirmation::Kind::kStored) break;
    if (stored.kind != NatsConfirmation::Kind::kConflict) return;
    const auto ended = Fetch(names_.ended(), NatsNames::Entry(names_.ended(), key));
    if (!ended) return;
    there = ended->revision;
    if (ended->document.IsBy(writing)) break;
    // Either it is of a former life of the owner, or somebody has written since, and moves that.
    const auto state = Fetch(names_.state(), NatsNames::Entry(names_.state(), key));
    if (!state || state->revision != loaded.revision) return;
  }
  Remove(loaded.revision);
  {
    const std::lock_guard lock(mutex_);
    removed_.push_back({key, writing, SteadyNs()});
    if (removed_.size() > kMostRemoved) removed_.pop_front();
  }
  loaded.place = Place::kEnded;
  loaded.revision = there;
}

/// If nobody has written since: the server refuses what is there no more.
void NatsStore::Remove(std::uint64_t revision) {
  const nlohmann::json which = {{"seq", revision}, {"no_erase", true}};
  Ask("$JS.API.STREAM.MSG.DELETE." + names_.state(), which.dump());
}

void NatsStore::RemoveAgain() {
  std::deque<Removed> removed;
  {
    const std::lock_guard lock(mutex_);
    const std::int64_t since_ns = SteadyNs() - kUndoneNs;
    while (!removed_.empty() && removed_.front().at_ns < since_ns) removed_.pop_front();
    removed = removed_;
  }
  for (const Removed& each : removed) {
    const auto now = Fetch(names_.state(), NatsNames::Entry(names_.state(), each.key));
    if (now && now->document.IsBy(each.writing)) Remove(now->revision);
  }
}

std::mutex& NatsStore::LockOf(const std::string& owner) {
  return locks_[std::hash<std::string>()(owner) % locks_.size()];
}

bool NatsStore::IsAlive(const std::string& holder) const {
  if (holder == holder_) return true;
  const std::int64_t now_ns = SteadyNs();
  {
    const std::lock_guard lock(mutex_);
    if (now_ns < trusts_deaths_ns_) return true;
    const auto at = leases_.find(holder);
    if (at != leases_.end() && now_ns - at->second.asked_ns < kFreshNs) return at->second.alive;
  }
  const auto entry = Fetch(names_.hosts(), NatsNames::Entry(names_.hosts(), holder));
  const bool alive = !entry || entry->revision > 0;
  const std::lock_guard lock(mutex_);
  if (leases_.size() > 10'000) leases_.clear();
  leases_[holder] = {alive, now_ns};
  return alive;
}

void NatsStore::RenewLease() {
  publisher_.Publish({.subject = NatsNames::Entry(names_.hosts(), holder_)}, [](const NatsConfirmation&) {});
}

void NatsStore::EndLease() {
  const nlohmann::json which = {{"filter", NatsNames::Entry(names_.hosts(), holder_)}};
  connection_.Request("$JS.API.STREAM.PURGE." + names_.hosts(), which.dump());
}

void NatsStore::Disconnected() {
  const std::lock_guard lock(mutex_);
  trusts_deaths_ns_ = std::numeric_limits<std::int64_t>::max();
}

void NatsStore::Reconnected() {
  {
    const std::lock_guard lock(mutex_);
    trusts_deaths_ns_ = SteadyNs() + lease_ns_;
  }
  RenewLease();
  ReadCancellations();
  RemoveAgain();
}

void NatsStore::SpreadCancellation(const std::string& owner) {
  const std::string key = KeyOf(owner);
  publisher_.PublishAndWait(
      {.subject = NatsNames::Entry(names_.ended(), "cancelled." + key.substr(key.find('.') + 1))});
}

void NatsStore::ReadCancellations() {
  const std::string prefix = NatsNames::Entry(names_.ended(), "cancelled.");
  const auto subjects = Subjects(names_.ended(), prefix + "*");
  const std::lock_guard lock(mutex_);
  for (const std::string& subject : subjects) cancelled_.insert(subject.substr(prefix.size()));
}

bool NatsStore::MayBeCancelled(const std::string& owner) const {
  const std::string key = KeyOf(owner);
  const std::lock_guard lock(mutex_);
  return cancelled_.contains(std::string_view(key).substr(key.find('.') + 1));
}

}  // namespace mesh::transport
