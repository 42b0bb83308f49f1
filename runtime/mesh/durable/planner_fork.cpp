// Forks and joins. A join is one record, which says what its branches have come to, the parent that waits,
// and the children that have ended; when it is decided the record alone stays, for late duplicates.
#include <algorithm>
#include <utility>
#include <variant>

#include "mesh/durable/mailboxes.h"
#include "mesh/durable/planner.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/route/steps.h"
#include "mesh/state/keys.h"
#include "mesh/value/saturating.h"

namespace mesh::durable {

namespace {

enum BranchLetter : char { kRuns = 'r', kSucceeded = 's', kFailed = 'f' };

const contract::Fork& ForkAt(const contract::RouteTable& table, contract::Index at) {
  return table.forks[table.points[at].fork];
}

route::Branches BranchesOf(const JoinRecord& record) {
  route::Branches branches(static_cast<std::uint32_t>(record.branches.size()));
  for (std::uint32_t i = 0; i < branches.size(); ++i) {
    if (record.branches[i] != kRuns) branches.End(i, record.branches[i] == kSucceeded);
  }
  return branches;
}

}  // namespace

void Planner::Do(Moving moving, const route::Forked& forked) {
  if (const auto failed = route::GiveUpFork(moving.table->router, moving.envelope, forked.count, now_ns_))
    return Add(*moving.table, std::move(moving.envelope), *failed, moving.before);
  if (!Claim(moving)) return;
  const KnownTable& table = *moving.table;
  const Envelope& parent = moving.envelope;
  Note(parent, [count = forked.count](const Envelope& waits) { return observation::Forked{waits, count}; });
  const std::string fork_id = route::ForkId(parent);
  const contract::Fork& fork = ForkAt(table.router.table(), parent.route.at);
  const std::uint32_t width = route::WidthOf(fork, forked.count);
  const std::string key = state::JoinKey(parent.root(), fork_id);
  draft_.Get(key);
  draft_.Put(key, Write(JoinRecord{.at = parent.route.at,
                                   .root = parent.root(),
                                   .started = width,
                                   .branches = std::string(forked.count, kRuns)}));
  draft_.Put(state::ParentKey(parent.root(), fork_id), table.Write(parent));
  if (fork.timeout_ns > 0) {
    draft_.Send(kControl,
                {.id = "join/" + fork_id, .body = Write(ControlOrder(JoinTimer{parent.root(), fork_id}))},
                AddSaturating(now_ns_, fork.timeout_ns));
  }
  const Value elements = route::ElementsOf(table.router, parent);
  // The first one last, because the last one that is added is the first to go on.
  for (std::uint32_t i = width; i > 0; --i) Start(table, parent, elements, i - 1);
}

void Planner::Start(const KnownTable& table, const Envelope& parent, const Value& elements,
                    std::uint32_t index) {
  route::Started started = route::StartChild(table.router, parent, elements, index, now_ns_);
  Add(table, std::move(started.envelope), started.step);
}

void Planner::Do(Moving moving, const route::BranchEnded&) {
  const BranchFrame branch = std::get<BranchFrame>(moving.envelope.route.frames.back());
  if (branch.join == contract::kNone) return EndCopy(moving.envelope);
  const std::string key = state::JoinKey(moving.envelope.root(), branch.fork_id);
  auto record = ReadJoin(draft_.Get(key));
  // It comes late, or twice.
  if (!record || branch.index >= record->branches.size() || record->branches[branch.index] != kRuns) {
    if (IsLateBranch(record ? &*record : nullptr, moving.envelope))
      late_branches_.push_back(moving.envelope.id);
    return void(BeLate());
  }
  if (!EndLine(moving.envelope)) return;
  NoteEnd(moving.envelope, observation::Ended::Line::kBranch);
  const bool succeeded = moving.envelope.status.phase == Phase::kSucceeded;
  record->branches[branch.index] = succeeded ? kSucceeded : kFailed;
  const contract::RouteTable& table = moving.table->router.table();
  const auto verdict = route::DecideJoin(table, ForkAt(table, record->at), BranchesOf(*record), false);
  KeepSlot(*moving.table, branch, std::move(moving.envelope));
  if (verdict) return Decide(branch.fork_id, *record, *verdict);
  if (record->started < record->branches.size()) {
    const Kept parent = ReadParent(record->root, branch.fork_id);
    if (parent.envelope == nullptr) return;
    Start(*parent.table, *parent.envelope, route::ElementsOf(parent.table->router, *parent.envelope),
          record->started++);
  }
  draft_.Put(key, Write(*record));
}

/// A child that has ended stands nowhere. What does not count gives no fields: those of one that was
/// given up may even be of another flow.
void Planner::KeepSlot(const KnownTable& table, const BranchFrame& branch, Envelope child) {
  const contract::RouteTable& routes = table.router.table();
  child.route.flow = routes.flows[routes.points[branch.join].flow].name;
  child.route.at = contract::kNone;
  if (child.status.phase != Phase::kSucceeded) {
    child.payload.assign(FieldsOf(routes, routes.points[branch.join].flow).size, Value());
    child.unknown.clear();
  }
  draft_.Put(state::SlotKey(child.root(), branch.fork_id, branch.index), table.Write(child));
}

Planner::Kept Planner::ReadParent(const std::string& root, const std::string& fork) {
  auto bytes = draft_.Peek(state::ParentKey(root, fork));
  Reading read = bytes ? tables_.Read(*bytes) : Reading(UnknownTable());
  auto* const known = std::get_if<ReadEnvelope>(&read);
  lacks_table_ = lacks_table_ || known == nullptr;
  if (known == nullptr) return {};
  return {known->table, std::move(known->envelope), std::make_shared<const std::string>(std::move(*bytes))};
}

void Planner::Decide(const std::string& fork, const JoinRecord& record, const route::Verdict& verdict) {
  Kept parent = ReadParent(record.root, fork);
  if (parent.envelope == nullptr) return;
  std::vector<std::unique_ptr<Envelope>> children(record.branches.size());
  std::vector<const Envelope*> ended(record.branches.size());
  for (std::uint32_t i = 0; i < children.size(); ++i) {
    if (record.branches[i] == kRuns) continue;
    const std::string key = state::SlotKey(record.root, fork, i);
    Reading read = tables_.Read(draft_.Peek(key).value_or(""));
    if (auto* const child = std::get_if<ReadEnvelope>(&read)) children[i] = std::move(child->envelope);
    lacks_table_ = lacks_table_ || children[i] == nullptr;
    ended[i] = children[i].get();
    draft_.Erase(key);
  }
  if (lacks_table_) return;
  draft_.Put(state::JoinKey(record.root, fork), Write(JoinRecord{.root = record.root}),
             AddSaturating(now_ns_, kRetentionNs));
  draft_.Erase(state::ParentKey(record.root, fork));
  GiveUpParked(record.root, fork);
  const route::Step step = route::Join(parent.table->router, *parent.envelope, ended, verdict, now_ns_);
  Note(*parent.envelope, [](const Envelope& joined) { return observation::Joined{joined}; });
  Add(*parent.table, std::move(*parent.envelope), step, parent.before);
}

bool Planner::EndJoinLate(const JoinTimer& timer) {
  const auto record = ReadJoin(draft_.Get(state::JoinKey(timer.root, timer.fork)));
  if (!record || record->decided()) return false;
  const Kept parent = ReadParent(timer.root, timer.fork);
  if (parent.envelope == nullptr) return false;
  const contract::RouteTable& table = parent.table->router.table();
  const auto verdict = route::DecideJoin(table, ForkAt(table, record->at), BranchesOf(*record), true);
  Decide(timer.fork, *record, *verdict);
  return true;
}

}  // namespace mesh::durable
