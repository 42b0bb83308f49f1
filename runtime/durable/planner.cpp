#include "mesh/durable/planner.h"

#include <utility>
#include <variant>

#include "mesh/durable/mailboxes.h"
#include "mesh/durable/unserved.h"
#include "mesh/envelope/enclosing_forks.h"
#include "mesh/route/resume.h"
#include "mesh/state/keys.h"
#include "mesh/value/saturating.h"

namespace mesh::durable {

namespace {

/// Results of effects are of no use any more, but for a replay of what has failed.
void ForgetEffects(Draft& draft, const std::string& root, bool failed, std::int64_t now_ns) {
  if (!failed)
    return draft.Make({.kind = state::Change::Kind::kErasePrefix, .key = state::EffectPrefix(root)});
  draft.Make({.kind = state::Change::Kind::kExpirePrefix,
              .key = state::EffectPrefix(root),
              .expires_ns = AddSaturating(now_ns, kFailedRetentionNs)});
}

}  // namespace

transport::Transition Planner::Take() {
  Run();
  return draft_.Take();
}

void Planner::Run() {
  while (!open_.empty() && !lacks_table_) {
    Moving moving = std::move(open_.back());
    open_.pop_back();
    const route::Step step = moving.step;
    KeepStand(moving);
    const bool goes_on =
        !std::holds_alternative<route::Ended>(step) && !std::holds_alternative<route::BranchEnded>(step);
    const auto decided = [this](const std::string& fork) {
      const auto record = ReadJoin(draft_.Peek(state::JoinKey(fork)));
      return !record || record->decided();
    };
    if (goes_on && AnyEnclosingFork(moving.envelope, decided))
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
  KeepFailed(draft_, envelope.id, *moving.before, now_ns_);
}

void KeepFailed(Draft& draft, const std::string& root, std::string before, std::int64_t now_ns) {
  draft.Put(state::FailedKey(root), std::move(before), AddSaturating(now_ns, kFailedRetentionNs));
}

void Planner::Do(Moving moving, const route::Deliver& deliver) {
  draft_.Send(moving.table->router.table().actors[deliver.actor].name,
              {.id = MessageId(moving.envelope), .body = moving.table->Write(moving.envelope)});
}

void Planner::Do(Moving moving, const route::Ended&) {
  draft_.Send(kSink, {.id = MessageId(moving.envelope), .body = moving.table->Write(moving.envelope)});
}

void Planner::Do(Moving moving, const route::Tapped&) {
  const std::string key = state::RootKey(moving.envelope.root());
  RootRecord root = ReadRoot(draft_.Get(key)).value_or(RootRecord());
  ++root.copies;
  draft_.Put(key, Write(root));
  const route::Router& router = moving.table->router;
  route::Started copy = route::StartCopy(router, moving.envelope, now_ns_);
  const route::Step step = route::PassTap(router, moving.envelope, now_ns_);
  Add(*moving.table, std::move(moving.envelope), step, moving.before);
  Add(*moving.table, std::move(copy.envelope), copy.step);
}

/// Nobody waits for it.
void Planner::EndCopy(const std::string& root) {
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
  ForgetEffects(draft_, root, end && end->failed, now_ns_);
}

void Planner::GiveUp(const KnownTable& table, Envelope child) {
  const route::Step step = route::GiveUpBranch(child, now_ns_);
  Add(table, std::move(child), step);
}

bool Unwanted(const state::State& state, const Envelope& envelope) {
  return AnyEnclosingFork(envelope, [&state](const std::string& fork) {
    const auto record = ReadJoin(state.Get(state::JoinKey(fork)));
    return !record || record->decided();
  });
}

Entry Enter(Draft& draft, const std::string& root, const std::string& reply) {
  if (draft.Get(state::EndKey(root))) return Entry::kEnded;
  const std::string key = state::RootKey(root);
  auto record = ReadRoot(draft.Get(key));
  const bool under_way = record.has_value();
  if (!record) record.emplace();
  record->reply = reply;
  draft.Put(key, Write(*record));
  return under_way ? Entry::kUnderWay : Entry::kEntered;
}

bool EndRoot(Draft& draft, const std::string& root, const std::string& body, bool failed,
             std::int64_t now_ns) {
  if (draft.Get(state::EndKey(root))) return false;
  draft.Put(state::EndKey(root), body, now_ns + (failed ? kFailedRetentionNs : kRetentionNs));
  draft.Erase(state::CancelKey(root));
  if (failed) {
    draft.Make({.kind = state::Change::Kind::kExpirePrefix,
                .key = state::FailedKey(root),
                .expires_ns = AddSaturating(now_ns, kFailedRetentionNs)});
  }
  const std::string waits_key = state::WaitsKey(root);
  WaitsRecord waits = ReadWaits(draft.Get(waits_key));
  waits.early.clear();
  waits.parked.empty() ? draft.Erase(waits_key) : draft.Put(waits_key, Write(waits));
  const std::string key = state::RootKey(root);
  RootRecord record = ReadRoot(draft.Get(key)).value_or(RootRecord());
  // Who has died meanwhile asks the record when he comes back.
  if (!record.reply.empty() && draft.Peek(state::WaiterKey(record.reply)))
    draft.Send(record.reply, {.id = root, .body = body});
  if (record.copies > 0) {
    draft.Put(key, Write(RootRecord{.copies = record.copies, .ended = true}));
    return true;
  }
  draft.Erase(key);
  ForgetEffects(draft, root, failed, now_ns);
  return true;
}

}  // namespace mesh::durable
