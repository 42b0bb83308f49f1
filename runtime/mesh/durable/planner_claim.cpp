// Claims, where a message may come more than once: a line goes on by the copy that has compared and set its
// record from the claim that it carries to the next one. Whoever finds another claim there is a copy.
#include <fmt/format.h>

#include "mesh/durable/claim_record.h"
#include "mesh/durable/mailboxes.h"
#include "mesh/durable/planner.h"
#include "mesh/envelope/enclosing_forks.h"
#include "mesh/state/keys.h"
#include "mesh/value/saturating.h"

namespace mesh::durable {

namespace {

/// The branch that the envelope's line is; null: it is a root's.
const BranchFrame* BranchOf(const Envelope& envelope) {
  const auto& frames = envelope.route.frames;
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
    if (const auto* branch = std::get_if<BranchFrame>(&*frame)) return branch;
  }
  return nullptr;
}

std::string ClaimKeyOf(const Envelope& envelope) { return state::ClaimKey(envelope.root(), envelope.id); }

}  // namespace

/// Before the claim that it carries is looked at: whether its line has not ended.
Planner::Standing Planner::Judge(const Envelope& envelope) {
  const std::string& root = envelope.root();
  const auto record = ReadRoot(draft_.Get(state::RootKey(root)));
  if (!record) {
    if (draft_.Get(state::EndKey(root))) return Standing::kCopy;
    // Nothing is kept of it: who waits for it travels with it.
    return reply_.empty() ? Standing::kLost : Standing::kCurrent;
  }
  const BranchFrame* const branch = BranchOf(envelope);
  if (branch == nullptr) return record->ended ? Standing::kCopy : Standing::kCurrent;
  // The record of a copy is made with it.
  if (branch->join == contract::kNone)
    return draft_.Get(ClaimKeyOf(envelope)) ? Standing::kCurrent : Standing::kCopy;
  const auto join = ReadJoin(draft_.Get(state::JoinKey(root, branch->fork_id)));
  const bool runs = join && branch->index < join->branches.size() && join->branches[branch->index] == 'r';
  return runs ? Standing::kCurrent : Standing::kCopy;
}

/// What the message that is the input had claimed by another delivery of it is its own, too.
bool Planner::HasLine(const Envelope& envelope) {
  const ClaimRecord record = ReadClaim(draft_.Get(ClaimKeyOf(envelope)));
  return record.Allows(envelope) || (record.suspect && record.by == nonce_);
}

Planner::Standing Planner::ClaimDelivery(Envelope& envelope, bool has_effect) {
  const Standing standing = Judge(envelope);
  if (standing != Standing::kCurrent) return standing;
  const std::string key = ClaimKeyOf(envelope);
  const ClaimRecord record = ReadClaim(draft_.Get(key));
  // The same message again goes on.
  const bool again = record.by == nonce_;
  if (!again && !record.Allows(envelope)) return Standing::kCopy;
  ClaimRecord claimed{.by = nonce_};
  if (!has_effect)
    claimed.suspect = {
        .from = envelope.route.claim, .hop = envelope.route.hop, .attempt = envelope.status.attempt};
  if (!again || (has_effect && record.suspect)) draft_.Put(key, Write(claimed));
  envelope.route.claim = nonce_;
  return standing;
}

bool Planner::IsStale(const Envelope& envelope) {
  if (!claims()) return false;
  const Standing standing = Judge(envelope);
  if (standing != Standing::kCurrent) return standing == Standing::kCopy;
  return !HasLine(envelope);
}

/// Behind a visit. False: there is nothing to go on with.
bool Planner::Claim(Moving& moving) {
  if (!claims()) return true;
  Envelope& envelope = moving.envelope;
  Standing standing = Judge(envelope);
  const std::string key = ClaimKeyOf(envelope);
  if (standing == Standing::kCurrent && !HasLine(envelope)) standing = Standing::kCopy;
  if (standing == Standing::kCopy) is_copy_ = true;
  if (standing == Standing::kLost) EndLost(*moving.table, envelope, moving.before);
  if (standing != Standing::kCurrent) return false;
  envelope.route.claim = fmt::format("{}.{}", nonce_, ++claims_made_);
  draft_.Put(key, envelope.route.claim);
  return true;
}

/// A child needs no record before its first claim: the join knows that it runs. Nobody else knows of a copy.
void Planner::BeginLine(const Envelope& copy) {
  if (claims()) draft_.Put(ClaimKeyOf(copy), {});
}

/// False: another copy of it is on its way, and is the one, or it has ended.
bool Planner::EndLine(const Envelope& envelope) {
  if (!claims()) return true;
  const std::string key = ClaimKeyOf(envelope);
  const auto record = draft_.Get(key);
  if (!HasLine(envelope) || (IsCopy(envelope) && !record)) return BeLate();
  if (record) draft_.Erase(key);
  return true;
}

/// Else another copy of it has gone on. One that has ended before its join was decided and never claimed
/// anything cannot be told from one that has not.
bool Planner::IsLateBranch(const JoinRecord* record, const Envelope& child) {
  if (record != nullptr && !record->decided()) return false;
  return !claims() || HasLine(child);
}

/// False: that message has come before. `travels`: it may be for a root of which nothing is kept.
bool Planner::UseOnce(const std::string& root, const std::string& id, bool travels) {
  if (!claims()) return true;
  const std::string key = state::ClaimKey(root, "order/" + id);
  if (draft_.Get(key)) return false;
  if (draft_.Get(state::RootKey(root)))
    draft_.Put(key, {});
  else if (travels && !draft_.Get(state::EndKey(root)))
    draft_.Put(key, {}, AddSaturating(now_ns_, kRetentionNs));
  return true;
}

bool Planner::BeLate() {
  is_late_ = true;
  return false;
}

void Planner::EndLost(const KnownTable& table, const Envelope& envelope, const Before& before) {
  if (before != nullptr && envelope.root_id.empty()) KeepFailed(draft_, envelope.id, *before, now_ns_);
  draft_.Send(kSink, {.id = MessageId(envelope),
                      .body = EndUnroutable(table.Write(envelope), envelope.route.claim,
                                            "nothing is known of its root any more", now_ns_)});
}

}  // namespace mesh::durable
