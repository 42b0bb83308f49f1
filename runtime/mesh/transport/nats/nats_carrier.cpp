#include "mesh/transport/nats/nats_carrier.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "mesh/state/keys.h"
#include "mesh/transport/mark.h"
#include "mesh/transport/nats/nats_documents.h"
#include "mesh/transport/nats/nats_letter.h"
#include "mesh/transport/nats/nats_names.h"

namespace mesh::transport {

namespace {

/// Owners whose confirmed marks are remembered: a mark that is forgotten costs bytes only.
constexpr std::size_t kMostConfirmed = 10'000;

std::set<std::string> OwnersOf(const Transition& transition) {
  std::set<std::string> owners;
  for (const state::Condition& condition : transition.conditions)
    owners.insert(state::OwnerOf(condition.key));
  for (const state::Change& change : transition.changes) owners.insert(state::OwnerOf(change.key));
  return owners;
}

/// Whose document decides; empty: the changes rely on nothing.
std::string MainOf(const Transition& transition) {
  std::string main;
  for (const state::Change& change : transition.changes) {
    const std::string owner = state::OwnerOf(change.key);
    const bool relied_on = std::ranges::any_of(transition.conditions, [&](const state::Condition& condition) {
      return state::OwnerOf(condition.key) == owner;
    });
    if (state::IsRootKey(owner)) return owner;
    if (relied_on) main = owner;
  }
  return main;
}

using From = NatsDocuments::From;

bool EndsRoot(const Transition& transition, const std::string& root_key) {
  return std::ranges::any_of(transition.changes, [&](const state::Change& change) {
    return change.kind == state::Change::Kind::kErase && change.key == root_key && state::IsRootKey(root_key);
  });
}

/// When a root has ended no line of it is on its way: of what was to be sent only the telling of its end is
/// of use to anybody, and there may be no room for the rest beside that.
void EraseSpent(NatsDocument& document) {
  std::erase_if(document.batches, [](const NatsDocument::Batch& batch) {
    return std::ranges::none_of(
        batch.posts, [](const NatsDocument::Post& post) { return IsReplyMailbox(post.sending.mailbox); });
  });
}

/// `sends`: what `work` has planned to send. `origin` tells them from those of other transitions.
std::vector<NatsDocument::Post> MakePosts(const NatsWork& work, std::vector<Sending> sends,
                                          const std::string& origin) {
  std::vector<NatsDocument::Post> posts;
  posts.reserve(sends.size());
  for (Sending& sending : sends) {
    // What is put back keeps its nonce: each time is another sending.
    const std::string from = sending.letter.nonce.empty() ? origin : fmt::format("{}.{}", origin, work.seq);
    std::string id = NatsMessageId(sending.letter.id, from);
    // Where the letters of one transition have no ids.
    if (!posts.empty() && sending.letter.id.empty()) id += fmt::format(".{}", posts.size());
    posts.push_back({std::move(id), std::move(sending)});
  }
  return posts;
}

}  // namespace

bool NatsCarrier::ReliesOnSomething(const Transition& transition) {
  return !transition.conditions.empty() || !transition.changes.empty();
}

void NatsCarrier::PlanOn(const NatsDocuments& documents, NatsWork& work) {
  work.planned = work.plan(documents);
  // What is told to a process is lost with it: nobody has to know whether it lives.
  std::erase_if(work.planned.changes,
                [](const state::Change& change) { return state::IsWaiterKey(change.key); });
}

void NatsCarrier::Plan(NatsWork& work) { PlanOn(NatsDocuments(store_, From::kSeen), work); }

void NatsCarrier::PlanAlone(NatsWork& work) {
  const NatsDocuments documents(store_, From::kSeen);
  PlanOn(documents, work);
  if (ReliesOnSomething(work.planned) || documents.are_new()) return;
  PlanOn(NatsDocuments(store_, From::kServer), work);
}

std::optional<NatsCarrier::First> NatsCarrier::FirstOf(const NatsWork& work, const NatsDocuments& documents) {
  const std::string owner = MainOf(work.planned);
  if (work.planned.is_copy || owner.empty() || OwnersOf(work.planned).size() > 1) return std::nullopt;
  const NatsStore::Loaded* const found = documents.Find(owner);
  if (found == nullptr || found->place != NatsBuckets::Place::kNone) return std::nullopt;
  // Whoever has planned it before, on what he has read himself, has read none of this.
  if (!documents.Holds(work.planned) || documents.asks_more()) return std::nullopt;
  NatsStore::Loaded written = *found;
  Result result{.owner = owner};
  const bool cancels = Apply(work, written.document, result);
  if (cancels || written.document.empty() || !written.document.is_memory()) return std::nullopt;
  return First{owner, store_.SignFirst(owner, std::move(written)), std::move(result)};
}

NatsCarrier::Result NatsCarrier::PostsOf(NatsWork& work) {
  Result result;
  const std::string origin = work.nonce.empty() ? NewMark() : work.nonce;
  result.posts = MakePosts(work, std::move(work.planned.sends), origin);
  return result;
}

NatsCarrier::Result NatsCarrier::Change(NatsWork& work) {
  for (bool fresh = false;; fresh = true) {
    bool again = false;
    Result result = Try(work, fresh, again);
    if (!again) return result;
  }
}

NatsCarrier::Result NatsCarrier::Try(NatsWork& work, bool fresh, bool& again) {
  const std::set<std::string> owners = OwnersOf(work.planned);
  std::set<std::mutex*> locks;
  for (const std::string& owner : owners) locks.insert(&store_.LockOf(owner));
  // In one order, so that nobody waits for whoever waits for him.
  std::vector<std::unique_lock<std::mutex>> held;
  for (std::mutex* lock : locks) held.emplace_back(*lock);
  // What nothing is compared with must be read now.
  const bool from_server = fresh || MainOf(work.planned).empty();
  const NatsDocuments documents(store_, from_server ? From::kServer : From::kSeen);
  if (!documents.Holds(work.planned)) {
    again = !fresh;
    if (again) return {};
    PlanOn(documents, work);
    // What it touches now has to be locked, too.
    again = !std::ranges::includes(owners, OwnersOf(work.planned));
    if (again) return {};
  }
  for (const std::string& owner : owners) {
    if (documents.Find(owner) == nullptr) return {.outcome = Outcome::kClosed};
  }
  Result result;
  result.owner = MainOf(work.planned);
  const Outcome beside = MakeBeside(work.planned, result.owner);
  if (beside != Outcome::kDone) return {.outcome = beside};
  if (result.owner.empty()) result.posts = PostsOf(work).posts;
  // What may not have been sent is found where the input was judged.
  std::string judge = result.owner;
  for (const std::string& owner : owners) {
    if (judge.empty() && state::IsRootKey(owner)) judge = owner;
  }
  if (judge.empty()) return result;
  NatsStore::Loaded& loaded = *documents.Find(judge);
  loaded.document.Arrive(work.message_id);
  for (const NatsDocument::Batch& batch : loaded.document.batches) {
    const bool same = !work.nonce.empty() && batch.input == work.nonce;
    if (!same && !work.planned.is_copy) continue;
    result.posts.insert(result.posts.end(), batch.posts.begin(), batch.posts.end());
    result.marks.push_back(batch.mark);
  }
  if (!result.owner.empty()) result.outcome = WriteMain(work, loaded, result, again);
  result.owner = judge;
  return result;
}

bool NatsCarrier::Apply(const NatsWork& work, NatsDocument& document, Result& result) const {
  // What has expired must not be made to live longer.
  document.Sweep(store_.now_ns());
  bool cancels = false;
  for (const state::Change& change : work.planned.changes) {
    if (state::OwnerOf(change.key) != result.owner) continue;
    document.Make(change, store_.holder());
    cancels = cancels || (change.kind == state::Change::Kind::kPut && state::IsCancelKey(change.key));
  }
  document.Confirm(TakeConfirmed(result.owner));
  if (EndsRoot(work.planned, result.owner)) EraseSpent(document);
  if (!work.planned.sends.empty()) {
    NatsDocument::Batch batch{.input = work.nonce, .mark = NewMark(), .posts = {}};
    batch.posts = MakePosts(work, work.planned.sends, work.nonce.empty() ? batch.mark : work.nonce);
    result.posts.insert(result.posts.end(), batch.posts.begin(), batch.posts.end());
    if (work.planned.sends_again) return cancels;
    result.marks.push_back(batch.mark);
    document.batches.push_back(std::move(batch));
  }
  return cancels;
}

Outcome NatsCarrier::WriteMain(NatsWork& work, NatsStore::Loaded& loaded, Result& result, bool& again) {
  const bool cancels = Apply(work, loaded.document, result);
  switch (store_.Write(result.owner, loaded)) {
    case NatsStore::Written::kDone: break;
    case NatsStore::Written::kConflict: again = true; return Outcome::kDone;
    case NatsStore::Written::kTooLarge: return Outcome::kTooLarge;
    case NatsStore::Written::kClosed: return Outcome::kClosed;
  }
  if (cancels) store_.SpreadCancellation(result.owner);
  return Outcome::kDone;
}

/// Changes of other owners, which rely on nothing.
Outcome NatsCarrier::MakeBeside(const Transition& transition, const std::string& main) {
  std::set<std::string> others;
  for (const state::Change& change : transition.changes) {
    const std::string owner = state::OwnerOf(change.key);
    if (owner != main) others.insert(owner);
  }
  for (const std::string& owner : others) {
    auto written = NatsStore::Written::kConflict;
    while (written == NatsStore::Written::kConflict) {
      auto loaded = store_.Load(owner, true);
      if (!loaded) return Outcome::kClosed;
      loaded->document.Sweep(store_.now_ns());
      for (const state::Change& change : transition.changes) {
        if (state::OwnerOf(change.key) == owner) loaded->document.Make(change, store_.holder());
      }
      written = store_.Write(owner, *loaded);
    }
    if (written == NatsStore::Written::kTooLarge) return Outcome::kTooLarge;
    if (written != NatsStore::Written::kDone) return Outcome::kClosed;
  }
  return Outcome::kDone;
}

std::vector<std::string> NatsCarrier::TakeConfirmed(const std::string& owner) const {
  const std::lock_guard lock(mutex_);
  const auto at = confirmed_.find(owner);
  return at == confirmed_.end() ? std::vector<std::string>() : at->second;
}

void NatsCarrier::Sent(const Result& result) {
  if (result.marks.empty()) return;
  const std::lock_guard lock(mutex_);
  if (confirmed_.size() >= kMostConfirmed) confirmed_.clear();
  auto& marks = confirmed_[result.owner];
  marks.insert(marks.end(), result.marks.begin(), result.marks.end());
}

}  // namespace mesh::transport
