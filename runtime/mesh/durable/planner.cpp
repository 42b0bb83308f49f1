#include "mesh/durable/planner.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include "mesh/durable/claim_record.h"
#include "mesh/durable/mailboxes.h"
#include "mesh/durable/unserved.h"
#include "mesh/envelope/enclosing_forks.h"
#include "mesh/route/resume.h"
#include "mesh/route/steps.h"
#include "mesh/state/keys.h"
#include "mesh/transport/lanes/lanes.h"
#include "mesh/value/saturating.h"

namespace mesh::durable {

transport::Transition Planner::Take() {
  Run();
  if (is_copy_) draft_.DropAll();
  if (is_dropped() && !waited_for_.empty()) HandOverWaiter(waited_for_);
  transport::Transition transition = draft_.Take();
  transition.is_copy = is_dropped() && transition.changes.empty() && transition.sends.empty();
  transition.sends_again = sends_again_;
  for (transport::Sending& sending : transition.sends) sending.letter.reply = reply_;
  return transition;
}

void Planner::Run() {
  while (!open_.empty() && !lacks_table_ && !is_copy_) {
    Moving moving = std::move(open_.back());
    open_.pop_back();
    const route::Step step = moving.step;
    KeepStand(moving);
    const auto decided = [this, root = moving.envelope.root()](const std::string& fork) {
      const auto record = ReadJoin(draft_.Peek(state::JoinKey(root, fork)));
      return !record || record->decided();
    };
    if (route::GoesOn(step) && AnyEnclosingFork(moving.envelope, decided))
      GiveUp(*moving.table, std::move(moving.envelope));
    else
      std::visit([&](const auto& what) { Do(std::move(moving), what); }, step);
  }
}

/// Of a root: that of the visit whose error ends it. What its `finally` and its undo calls come to later is
/// not it.
void Planner::KeepStand(const Moving& moving) {
  const Envelope& envelope = moving.envelope;
  if (moving.before == nullptr || !envelope.root_id.empty()) return;
  const bool failed =
      std::holds_alternative<route::Ended>(moving.step) && envelope.status.phase != Phase::kSucceeded;
  if (!failed && !route::Unwinds(envelope)) return;
  const Reading before = tables_.Read(*moving.before);
  const auto* const stood = std::get_if<ReadEnvelope>(&before);
  if (stood != nullptr && route::Unwinds(*stood->envelope)) return;
  // What failed is kept as it was for the one copy that counts.
  if (IsStale(envelope)) return;
  KeepFailed(draft_, envelope.id, *moving.before, now_ns_);
}

void KeepFailed(Draft& draft, const std::string& root, std::string before, std::int64_t now_ns) {
  if (!draft.keeps_roots()) return;
  draft.Put(state::FailedKey(root), std::move(before), AddSaturating(now_ns, kFailedRetentionNs));
}

void Planner::Do(Moving moving, const route::Deliver& deliver) {
  const std::string_view actor = moving.table->router.table().actors[deliver.actor].name;
  Note(moving.envelope, [actor](const Envelope& sent) { return observation::Sent{sent, actor}; });
  draft_.Send(actor, {.id = MessageId(moving.envelope),
                      .body = moving.table->Write(moving.envelope),
                      .lane = transport::LaneOf(moving.envelope)});
}

void Planner::Do(Moving moving, const route::Ended&) {
  draft_.Send(kSink, {.id = MessageId(moving.envelope), .body = moving.table->Write(moving.envelope)});
}

void Planner::Do(Moving moving, const route::Tapped&) {
  if (!Claim(moving)) return;
  Note(moving.envelope, [](const Envelope& tapped) { return observation::Tapped{tapped}; });
  const std::string key = state::RootKey(moving.envelope.root());
  RootRecord root = ReadRoot(draft_.Get(key)).value_or(RootRecord());
  ++root.copies;
  draft_.Put(key, Write(root));
  const route::Router& router = moving.table->router;
  route::Started copy = route::StartCopy(router, moving.envelope, now_ns_);
  BeginLine(copy.envelope);
  const route::Step step = route::PassTap(router, moving.envelope, now_ns_);
  Add(*moving.table, std::move(moving.envelope), step, moving.before);
  Add(*moving.table, std::move(copy.envelope), copy.step);
}

void Planner::NoteEnd(const Envelope& envelope, observation::Ended::Line line) {
  Note(envelope, [line](const Envelope& ended) {
    return observation::Ended{&ended, ended.id, line, ended.status.phase != Phase::kSucceeded};
  });
}

/// Nobody waits for it.
void Planner::EndCopy(const Envelope& copy) {
  if (!EndLine(copy)) return;
  NoteEnd(copy, observation::Ended::Line::kCopy);
  const std::string& root = copy.root();
  const std::string key = state::RootKey(root);
  auto record = ReadRoot(draft_.Get(key));
  if (!record || record->copies == 0) return;
  --record->copies;
  if (!record->ended || record->copies > 0) return draft_.Put(key, Write(*record));
  draft_.Erase(key);
  // The last one: signals that came too late, and a cancellation that nobody was left to be told of, go too.
  draft_.Erase(state::WaitsKey(root));
  draft_.Erase(state::CancelKey(root));
  const auto end = ReadEnd(draft_.Peek(state::EndKey(root)).value_or(""));
  Forget(root, end && end->failed);
}

void Planner::ForgetClaims(const std::string& root) {
  if (claims()) draft_.Make({.kind = state::Change::Kind::kErasePrefix, .key = state::ClaimPrefix(root)});
}

/// Results of effects are of no use any more, but for a replay of what has failed.
void Planner::Forget(const std::string& root, bool failed) {
  ForgetClaims(root);
  if (!failed)
    return draft_.Make({.kind = state::Change::Kind::kErasePrefix, .key = state::EffectPrefix(root)});
  draft_.Make({.kind = state::Change::Kind::kExpirePrefix,
               .key = state::EffectPrefix(root),
               .expires_ns = AddSaturating(now_ns_, kFailedRetentionNs)});
}

void Planner::GiveUp(const KnownTable& table, Envelope child) {
  const route::Step step = route::GiveUpBranch(child, now_ns_);
  Add(table, std::move(child), step);
}

bool Unwanted(const state::State& state, const Envelope& envelope) {
  return AnyEnclosingFork(envelope, [&state, root = envelope.root()](const std::string& fork) {
    const auto record = ReadJoin(state.Get(state::JoinKey(root, fork)));
    return !record || record->decided();
  });
}

Entry Enter(Draft& draft, const std::string& root, const std::string& reply, bool only_end_kept) {
  if (!draft.keeps_roots()) return Entry::kTravels;
  const std::string key = state::RootKey(root);
  // Nothing relies on what is there now: a copy does no harm.
  if (only_end_kept && draft.Peek(state::WaiterKey(reply)) && !draft.Peek(key))
    return draft.Peek(state::EndKey(root)) ? Entry::kEnded : Entry::kTravels;
  if (draft.Get(state::EndKey(root))) return Entry::kEnded;
  auto record = ReadRoot(draft.Get(key));
  const bool under_way = record.has_value();
  if (!record) record.emplace();
  record->reply = reply;
  draft.Put(key, Write(*record));
  return under_way ? Entry::kUnderWay : Entry::kEntered;
}

std::optional<std::string> Planner::ClaimOfEnd(const EndHead& end) {
  if (!draft_.keeps_roots()) return end.claim;
  if (draft_.Get(state::EndKey(end.id))) return std::nullopt;
  if (!claims()) return end.claim;
  const auto claim = draft_.Get(state::ClaimKey(end.id, end.id));
  // What nothing is known of ends as it is.
  if (!claim && !draft_.Get(state::RootKey(end.id))) return end.claim;
  const ClaimRecord record = ReadClaim(claim);
  if (record.by == nonce_) return nonce_;
  return record.AllowsEnd(end.claim) ? std::optional(end.claim) : std::nullopt;
}

/// Who has died meanwhile asks the record when he comes back.
void Planner::TellWaiter(const std::string& reply, const std::string& root, const std::string& end) {
  if (!reply.empty() && draft_.Peek(state::WaiterKey(reply))) draft_.Send(reply, {.id = root, .body = end});
}

/// It was entered more than once, where nothing is kept: whoever did waits with a copy of his own.
void Planner::HandOverWaiter(const std::string& root) {
  if (reply_.empty() || !draft_.keeps_roots()) return;
  if (const auto end = draft_.Get(state::EndKey(root))) {
    sends_again_ = true;
    return TellWaiter(reply_, root, *end);
  }
  const std::string key = state::RootKey(root);
  RootRecord record = ReadRoot(draft_.Get(key)).value_or(RootRecord());
  if (record.reply == reply_ || std::ranges::find(record.others, reply_) != record.others.end()) return;
  record.others.push_back(reply_);
  draft_.Put(key, Write(record));
}

void Planner::BeCopyOf(const std::string& root) {
  is_copy_ = true;
  waited_for_ = root;
}

bool Planner::EndRoot(const EndHead& end, const std::string& body) {
  const std::string& root = end.id;
  if (!IsEnd(end)) {
    waited_for_ = root;
    return BeLate();
  }
  if (!draft_.keeps_roots()) {
    if (!reply_.empty()) draft_.Send(reply_, {.id = root, .body = body});
    return true;
  }
  const std::string key = state::RootKey(root);
  const auto known = ReadRoot(draft_.Get(key));
  draft_.Put(state::EndKey(root), body,
             AddSaturating(now_ns_, end.failed ? kFailedRetentionNs : kRetentionNs));
  draft_.Erase(state::CancelKey(root));
  if (end.failed) {
    draft_.Make({.kind = state::Change::Kind::kExpirePrefix,
                 .key = state::FailedKey(root),
                 .expires_ns = AddSaturating(now_ns_, kFailedRetentionNs)});
  }
  if (!known && !end.failed) {
    // What was to be sent behind an error that was caught may stand beside it.
    draft_.Erase(key);
    ForgetClaims(root);
    sends_again_ = true;
    TellWaiter(reply_, root, body);
    return true;
  }
  const std::string waits_key = state::WaitsKey(root);
  WaitsRecord waits = ReadWaits(draft_.Get(waits_key));
  waits.early.clear();
  waits.parked.empty() ? draft_.Erase(waits_key) : draft_.Put(waits_key, Write(waits));
  const RootRecord record = known.value_or(RootRecord());
  std::set<std::string> waiting(record.others.begin(), record.others.end());
  // Who has entered it where nothing was kept waits with it.
  waiting.insert({record.reply, reply_});
  for (const std::string& reply : waiting) TellWaiter(reply, root, body);
  if (record.copies > 0) {
    draft_.Put(key, Write(RootRecord{.copies = record.copies,
                                     .ended = true,
                                     .replay_of = record.replay_of,
                                     .real_effects = record.real_effects}));
    return true;
  }
  draft_.Erase(key);
  Forget(root, end.failed);
  return true;
}

}  // namespace mesh::durable
