#include "mesh/transport/nats/nats_store.h"

#include <algorithm>
#include <limits>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/state/keys.h"
#include "mesh/transport/clock.h"

namespace mesh::transport {

namespace {

/// How long what was seen is good enough for who asks, if he finds what he asks for.
constexpr std::int64_t kFreshNs = kSecondNs;
constexpr std::int64_t kLongestSeenNs = 3'600 * kSecondNs;
constexpr std::size_t kMostSeenBytes = std::size_t{8} << 20U;

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
      buckets_(parts.connection, parts.publisher, parts.names, parts.direct),
      lease_ns_(parts.lease_ns),
      find_obstacle_(parts.find_obstacle),
      holder_(NewHolder()) {
  const std::string prefix = NatsNames::Entry(names_.ended(), "cancelled.");
  connection_.Listen(prefix + "*", [this, size = prefix.size()](const NatsArrival& arrival) {
    const std::lock_guard lock(mutex_);
    cancelled_.emplace(arrival.subject().substr(size));
  });
  ReadCancellations();
  buckets_.LookForMending();
}

std::string NatsStore::KeyOf(const std::string& owner) const {
  // `root`, zero, id, zero -> `root.id`
  const std::size_t kind = std::min(owner.find('\0'), owner.size());
  const std::string_view rest = std::string_view(owner).substr(std::min(kind + 1, owner.size()));
  return fmt::format("{}.{}", MailboxToken(owner.substr(0, kind)),
                     MailboxToken(rest.substr(0, rest.empty() ? 0 : rest.size() - 1)));
}

std::optional<NatsStore::Loaded> NatsStore::Seen(const std::string& owner) const {
  const std::lock_guard lock(mutex_);
  // What is only remembered is forgotten some day: that nothing was there does not hold for ever.
  const std::int64_t since_ns = SteadyNs() - kLongestSeenNs;
  // Nor does that nobody has written since, if the server was started anew.
  const std::uint64_t run = buckets_.Run();
  for (const auto* seen : {&young_, &old_}) {
    const auto at = seen->find(owner);
    if (at == seen->end()) continue;
    const bool holds = at->second.run == run && at->second.seen_ns >= since_ns;
    return holds ? std::optional(at->second) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<NatsStore::Loaded> NatsStore::Load(const std::string& owner, bool fresh) const {
  if (!fresh) {
    if (auto seen = Seen(owner)) return seen;
  }
  auto loaded = buckets_.Find(KeyOf(owner));
  if (!loaded) return std::nullopt;
  Remember(owner, *loaded);
  return loaded;
}

void NatsStore::Remember(const std::string& owner, const Loaded& loaded) const {
  const std::lock_guard lock(mutex_);
  // Who was asked for it first may hear of it last.
  const auto at = young_.find(owner);
  if (at != young_.end() && at->second.seen_ns > loaded.seen_ns) return;
  old_.erase(owner);
  young_.insert_or_assign(owner, loaded);
  young_bytes_ += SizeOf(loaded.document);
  if (young_bytes_ < kMostSeenBytes) return;
  old_ = std::exchange(young_, {});
  young_bytes_ = 0;
}

/// Somebody has written since.
void NatsStore::Forget(const std::string& owner) const {
  const std::lock_guard lock(mutex_);
  young_.erase(owner);
  old_.erase(owner);
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
    std::map<std::string, NatsDocument, std::less<>> here;
    connection_.ReadAll(bucket, start + ">", [&](const NatsArrival& message) {
      auto document = NatsDocument::Decode(message.body());
      // What comes last counts.
      if (document)
        here.insert_or_assign(std::string(message.subject().substr(start.size())), std::move(*document));
    });
    // Of two buckets the first one counts.
    documents.merge(here);
  }
  std::vector<state::Entry> found;
  const bool doubts = buckets_.Doubts();
  for (const auto& [key, document] : documents) {
    const std::size_t before = found.size();
    Pick(document, prefix, found);
    if (!doubts || found.size() == before) continue;
    // A server that was killed may have brought it back.
    found.resize(before);
    if (const auto now = buckets_.Find(std::string(key))) Pick(now->document, prefix, found);
  }
  std::ranges::sort(found, {}, &state::Entry::key);
  return found;
}

void NatsStore::LoadSoon(const std::string& owner, NatsBuckets::Told told) const {
  buckets_.Look(KeyOf(owner), [this, owner, told = std::move(told)](Looked looked, Loaded loaded) {
    if (looked == Looked::kFound) Remember(owner, loaded);
    told(looked, std::move(loaded));
  });
}

/// Numbers of a process follow each other only where one waits for the other, under the owner's lock: so each
/// of these is signed as by a process of its own.
std::shared_ptr<NatsStore::FirstWriting> NatsStore::SignFirst(const std::string& owner, Loaded loaded) {
  loaded.document.Sign({fmt::format("{}.{}", holder_, ++writings_), 1});
  return std::make_shared<FirstWriting>(FirstWriting{.key = KeyOf(owner), .found = std::move(loaded)});
}

std::optional<NatsStore::Written> NatsStore::TookFirst(const std::string& owner, FirstWriting& writing,
                                                       const NatsConfirmation& stored) {
  const auto written = buckets_.TookFirst(writing, stored);
  if (written == Written::kDone) Remember(owner, writing.found);
  return written;
}

NatsStore::Written NatsStore::LookForFirst(const std::string& owner, FirstWriting& writing) {
  const Written written = buckets_.LookForFirst(writing);
  if (written == Written::kDone) Remember(owner, writing.found);
  if (written == Written::kConflict) Forget(owner);
  return written;
}

NatsStore::Written NatsStore::Write(const std::string& owner, Loaded& loaded) {
  loaded.document.Sweep(clock_.now_ns());
  if (loaded.document.empty() && loaded.place == NatsBuckets::Place::kNone) return Written::kDone;
  loaded.document.Sign({holder_, ++writings_});
  const Written written = buckets_.Write(KeyOf(owner), loaded);
  if (written == Written::kDone) Remember(owner, loaded);
  return written;
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
  const auto lease = buckets_.Read(names_.hosts(), NatsNames::Entry(names_.hosts(), holder));
  const bool alive = !lease || lease->revision > 0;
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
  buckets_.LookForMending();
}

void NatsStore::SpreadCancellation(const std::string& owner) {
  const std::string key = KeyOf(owner);
  publisher_.PublishAndWait(
      {.subject = NatsNames::Entry(names_.ended(), "cancelled." + key.substr(key.find('.') + 1))});
}

void NatsStore::ReadCancellations() {
  const std::string prefix = NatsNames::Entry(names_.ended(), "cancelled.");
  const auto subjects = buckets_.Subjects(names_.ended(), prefix + "*");
  if (!subjects) return;
  const std::lock_guard lock(mutex_);
  for (const std::string& subject : *subjects) cancelled_.insert(subject.substr(prefix.size()));
}

bool NatsStore::MayBeCancelled(const std::string& owner) const {
  {
    const std::lock_guard lock(mutex_);
    if (cancelled_.empty()) return false;
  }
  const std::string key = KeyOf(owner);
  const std::lock_guard lock(mutex_);
  return cancelled_.contains(std::string_view(key).substr(key.find('.') + 1));
}

}  // namespace mesh::transport
