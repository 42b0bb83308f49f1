#include <algorithm>
#include <utility>
#include <variant>

#include "codegen/route_table/table_builder.h"
#include "compiler/ir/point_parts.h"

namespace meshc::codegen {
namespace {

using contract::Index;
using contract::Point;
using contract::PointKind;
using contract::Span;

template <typename T>
Span Append(std::vector<T>& entries, const std::vector<T>& added) {
  if (added.empty()) return {};
  const Span span{static_cast<Index>(entries.size()), static_cast<Index>(added.size())};
  entries.insert(entries.end(), added.begin(), added.end());
  return span;
}

bool IsDelivery(const Point& point) {
  return point.kind == PointKind::kCall || point.kind == PointKind::kAsk || point.kind == PointKind::kFollow;
}

std::vector<ir::PointId> Optional(const std::optional<ir::PointId>& point) {
  if (!point) return {};
  return {*point};
}

}  // namespace

void TableBuilder::AddPoints() {
  for (const ir::PointId id : mesh_.points.ids()) table_.points.push_back(BuildPoint(id));
}

Point TableBuilder::BuildPoint(ir::PointId id) {
  const ir::Point& source = mesh_.points[id];
  Point point{
      .name = pool_.Text(source.name), .flow = source.flow.index, .handler = AddHandler(source.handler)};
  std::visit([&](const auto& body) { FillBody(point, body); }, source.body);
  // Hosts check an envelope when it is delivered; nowhere else does one arrive from outside.
  if (IsDelivery(point)) point.requires_fields = pool_.AddIndices(FieldsReadAt(id));
  return point;
}

/// Fields that the visit reads and that are present whenever control arrives.
std::vector<Index> TableBuilder::FieldsReadAt(ir::PointId id) const {
  std::vector<Index> slots;
  std::vector<ir::ExpressionId> open;
  for (const ir::Binding& binding : *ir::BindingsOf(mesh_.points[id])) open.push_back(binding.value);
  while (!open.empty()) {
    const ir::Expression& expression = mesh_.expressions[open.back()];
    open.pop_back();
    if (expression.kind == ir::ExpressionKind::kField && facts_.present.Contains(id.index, expression.index))
      slots.push_back(expression.index);
    open.insert(open.end(), expression.operands.begin(), expression.operands.end());
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

Index TableBuilder::AddHandler(const std::optional<ir::Handler>& handler) {
  if (!handler) return contract::kNone;
  std::vector<Index> key{handler->target.index, handler->frames};
  for (const ir::LoopId loop : handler->drop_loops) key.push_back(loop.index);
  const auto [entry, fresh] =
      handlers_.try_emplace(std::move(key), static_cast<Index>(table_.handlers.size()));
  if (fresh)
    table_.handlers.push_back({handler->target.index, handler->frames, AddLoopIndices(handler->drop_loops)});
  return entry->second;
}

void TableBuilder::Fill(Point& point, const ir::Visit& visit) {
  point.actor = visit.actor.index;
  point.bindings = AddBindings(visit.bindings);
  point.timeout_ns = visit.timeout_ns.value_or(-1);
  point.retry = AddRetry(visit.retry, mesh_.declarations.actors[visit.actor].retry);
}

Span TableBuilder::AddBindings(const std::vector<ir::Binding>& bindings) {
  std::vector<contract::Binding> added;
  for (const ir::Binding& binding : bindings) {
    added.push_back({binding.param, programs_.Build(binding.value, binding.soft), binding.soft});
  }
  return Append(table_.bindings, added);
}

contract::Write TableBuilder::BuildWrite(const ir::Target& target) {
  return {.field = target.field, .path = pool_.AddIndices(target.path), .append = target.append};
}

Span TableBuilder::AddWrites(const std::vector<ir::ResultWrite>& writes) {
  std::vector<contract::Write> added;
  for (const ir::ResultWrite& write : writes) {
    added.push_back(write.target ? BuildWrite(*write.target) : contract::Write{});
    added.back().result = write.result;
  }
  return Append(table_.writes, added);
}

Span TableBuilder::AddCases(const std::vector<contract::Case>& cases) { return Append(table_.cases, cases); }

Span TableBuilder::AddTargets(const std::vector<ir::PointId>& targets) {
  std::vector<Index> indices;
  for (const ir::PointId target : targets) indices.push_back(target.index);
  return pool_.AddIndices(indices);
}

Span TableBuilder::AddLoopIndices(const std::vector<ir::LoopId>& loops) {
  std::vector<Index> indices;
  for (const ir::LoopId loop : loops) indices.push_back(loop.index);
  return pool_.AddIndices(indices);
}

void TableBuilder::FillBody(Point& point, const ir::Call& body) {
  point.kind = PointKind::kCall;
  Fill(point, body.visit);
  point.writes = AddWrites(body.writes);
  point.undo = AddBindings(body.undo);
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::Ask& body) {
  point.kind = PointKind::kAsk;
  Fill(point, body.visit);
  point.targets = AddTargets(body.targets);
}

void TableBuilder::FillBody(Point& point, const ir::Follow& body) {
  point.kind = PointKind::kFollow;
  Fill(point, body.visit);
  point.targets = AddTargets(body.steps);
  point.once = pool_.AddIndices(body.once);
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::FollowNext& body) {
  point.kind = PointKind::kFollowNext;
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::FlowCall& body) {
  point.kind = PointKind::kFlowCall;
  point.callee = body.flow.index;
  point.own_envelope = body.own_envelope;
  point.bindings = AddBindings(body.bindings);
  point.writes = AddWrites(body.writes);
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::Return&) { point.kind = PointKind::kReturn; }

void TableBuilder::FillBody(Point& point, const ir::Set& body) {
  point.kind = PointKind::kSet;
  point.program = programs_.Build(body.value);
  point.writes = Append(table_.writes, {BuildWrite(body.target)});
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::Branch& body) {
  point.kind = PointKind::kBranch;
  point.program = programs_.Build(body.condition);
  point.targets = AddTargets({body.if_true, body.if_false});
}

void TableBuilder::FillBody(Point& point, const ir::Match& body) {
  point.kind = PointKind::kMatch;
  point.program = programs_.Build(body.subject);
  std::vector<contract::Case> cases;
  for (const ir::MatchCase& match_case : body.cases) {
    cases.push_back({.constant = pool_.AddConstant(match_case.value), .target = match_case.target.index});
  }
  point.cases = AddCases(cases);
  point.targets = AddTargets(Optional(body.rest));
}

void TableBuilder::FillBody(Point& point, const ir::LoopStart& body) {
  point.kind = PointKind::kLoopStart;
  point.loop = body.loop.index;
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::LoopRound& body) {
  point.kind = PointKind::kLoopRound;
  point.loop = body.loop.index;
  point.targets = AddTargets({body.body, body.exhausted});
}

void TableBuilder::FillBody(Point& point, const ir::Unwind& body) {
  point.kind = PointKind::kUnwind;
  point.frames = body.frames;
  point.loops = AddLoopIndices(body.loops);
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::FinallyEnter& body) {
  point.kind = PointKind::kFinallyEnter;
  point.exit = body.exit.value_or(contract::kExitError);
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::FinallyExit& body) {
  point.kind = PointKind::kFinallyExit;
  point.targets = AddTargets(body.targets);
}

void TableBuilder::FillBody(Point& point, const ir::Catch& body) {
  point.kind = PointKind::kCatch;
  std::vector<contract::Case> cases;
  for (const ir::CatchCase& clause : body.cases) {
    cases.push_back({.error = clause.error.index, .target = clause.target.index});
  }
  point.cases = AddCases(cases);
  point.targets = AddTargets(Optional(body.rest));
}

void TableBuilder::FillBody(Point& point, const ir::Raise& body) {
  point.kind = PointKind::kRaise;
  point.error = body.error.index;
  point.program = programs_.Build(body.message);
  point.detail = programs_.Build(body.detail);
}

void TableBuilder::FillBody(Point& point, const ir::Reraise&) { point.kind = PointKind::kReraise; }

contract::Fork TableBuilder::BuildFork(const ir::JoinPolicy& policy) {
  contract::Fork fork{.timeout_ns = policy.timeout_ns};
  switch (policy.wait) {
    case ir::WaitKind::kAll: fork.wait = contract::Wait::kAll; break;
    case ir::WaitKind::kAny: fork.wait = contract::Wait::kCount, fork.count = 1; break;
    case ir::WaitKind::kCount: fork.wait = contract::Wait::kCount, fork.count = policy.count; break;
  }
  return fork;
}

Index TableBuilder::AddFork(const contract::Fork& fork) {
  table_.forks.push_back(fork);
  return static_cast<Index>(table_.forks.size() - 1);
}

void TableBuilder::FillBody(Point& point, const ir::Fork& body) {
  point.kind = PointKind::kFork;
  std::vector<ir::PointId> entries;
  std::vector<Index> optional;
  for (const ir::ForkBranch& branch : body.branches) {
    if (branch.optional) optional.push_back(static_cast<Index>(entries.size()));
    entries.push_back(branch.entry);
  }
  point.targets = AddTargets(entries);
  contract::Fork fork = BuildFork(body.policy);
  fork.optional = pool_.AddIndices(optional);
  point.fork = AddFork(fork);
  point.next = body.join.index;
}

void TableBuilder::FillBody(Point& point, const ir::EachFork& body) {
  point.kind = PointKind::kEachFork;
  point.program = programs_.Build(body.list);
  point.targets = AddTargets({body.body});
  contract::Fork fork = BuildFork(body.policy);
  fork.variable = body.variable;
  fork.max = body.max;
  fork.width = body.width;
  std::vector<contract::Collect> collects;
  for (const ir::Collect& collect : body.collects) collects.push_back({collect.from, collect.into});
  fork.collects = Append(table_.collects, collects);
  point.fork = AddFork(fork);
  point.next = body.join.index;
}

void TableBuilder::FillBody(Point& point, const ir::Join& body) {
  point.kind = PointKind::kJoin;
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::BranchEnd& body) {
  point.kind = PointKind::kBranchEnd;
  if (body.join.has_value()) point.next = body.join.index;
}

void TableBuilder::FillBody(Point& point, const ir::Park& body) {
  point.kind = PointKind::kPark;
  point.signal = pool_.Text(body.signal);
  point.type = pool_.AddType(body.type);
  point.writes = Append(table_.writes, {contract::Write{.field = body.field}});
  point.timeout_ns = body.timeout_ns;
  point.targets = AddTargets(Optional(body.on_timeout));
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::Tap& body) {
  point.kind = PointKind::kTap;
  point.targets = AddTargets({body.copy});
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::SagaEnter& body) {
  point.kind = PointKind::kSagaEnter;
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::SagaExit& body) {
  point.kind = PointKind::kSagaExit;
  point.next = body.next.index;
}

void TableBuilder::FillBody(Point& point, const ir::Undo&) { point.kind = PointKind::kUndo; }

void TableBuilder::FillBody(Point&, const ir::Gap&) {
  throw std::logic_error("a mesh with gaps is for analysis only");
}

}  // namespace meshc::codegen
