#include "tests/property/schema/actor_mesh.h"

#include <memory>
#include <utility>

#include "tests/property/schema/tree_pool.h"

namespace meshc::property {

namespace contract = mesh::contract;
using contract::ActorKind;
using contract::Index;
using contract::kNone;
using contract::PointKind;
using contract::Span;

namespace {

enum : Index { kAsk, kNext, kEnd };  ///< Points, in the order of their names.

template <typename T>
Span Append(std::vector<T>& all, std::initializer_list<T> added) {
  const auto first = static_cast<Index>(all.size());
  all.insert(all.end(), added);
  return {first, static_cast<Index>(added.size())};
}

}  // namespace

ActorMesh::ActorMesh(const ActorTree& tree) {
  data_.mesh = "a.b";
  data_.digest = "0000000000000000";
  TreeWriter writer(data_, promises_);
  AddErrors(tree, writer);
  if (!tree.removed) AddActor(tree, writer);
  AddFlow(tree, writer);
  AddPoints(tree);
  view_ = data_.View();
  side_ = std::make_unique<mesh::compatibility::Side>(view_, promises_.View());
  router_ = std::make_unique<mesh::route::Router>(view_, mesh::route::Limits{}, promises_.View().former);
}

void ActorMesh::AddErrors(const ActorTree& tree, TreeWriter& writer) {
  using enum contract::ErrorClass;
  for (const char* name : {"any", "timeout", "crash", "contract_violation", "expression_error",
                           "loop_exhausted", "join_failed", "deadline_exceeded", "cancelled", "unroutable"}) {
    const bool root = data_.errors.empty();
    data_.errors.push_back({.name = name, .parent = root ? kNone : 0, .error_class = kFatal});
  }
  for (const ErrorTree& error : tree.raises) {
    contract::ErrorKind kind{.name = writer.Text(error.name), .parent = 0, .error_class = kRecoverable};
    if (error.has_detail) {
      Tree detail;
      detail.kind = contract::TypeKind::kRecord;
      detail.members = error.detail;
      kind.detail_type = writer.Add(detail);
    }
    data_.errors.push_back(kind);
  }
}

void ActorMesh::AddActor(const ActorTree& tree, TreeWriter& writer) {
  contract::Actor actor{.name = "act", .kind = tree.kind, .contract = "0000000000000000"};
  actor.params = writer.AddMembers(tree.params);
  actor.results = writer.AddMembers(tree.results);
  Span choices{static_cast<Index>(data_.pool.strings.size()), static_cast<Index>(tree.choices.size())};
  for (const std::string& choice : tree.choices) data_.pool.strings.push_back(writer.Text(choice));
  if (tree.kind == ActorKind::kChoiceRouter) actor.labels = choices;
  if (tree.kind == ActorKind::kPlanRouter) actor.steps = choices, actor.max_steps = tree.max_steps;
  actor.raises = {static_cast<Index>(data_.pool.indices.size()), static_cast<Index>(tree.raises.size())};
  for (Index i = 0; i < tree.raises.size(); ++i)
    data_.pool.indices.push_back(static_cast<Index>(contract::BuiltinError::kCount) + i);
  actor_ = 0;
  data_.actors.push_back(actor);
}

void ActorMesh::AddFlow(const ActorTree& tree, TreeWriter& writer) {
  std::vector<contract::Binding> bindings;
  const bool bound = actor_ != kNone && tree.bound.size() == tree.params.size();
  for (Index param = 0; bound && param < tree.params.size(); ++param) {
    slots_.push_back(tree.bound[param] == Bound::kField ? static_cast<Index>(data_.fields.size()) : kNone);
    if (tree.bound[param] != Bound::kDefault) bindings.push_back(Bind(tree, param, writer));
  }
  bindings_ = {0, static_cast<Index>(bindings.size())};
  data_.bindings = std::move(bindings);
  for (Index result = 0; actor_ != kNone && result < tree.results.size(); ++result) {
    const contract::Member& declared = data_.pool.members[data_.actors[0].results.first + result];
    data_.writes.push_back({.result = result, .field = static_cast<Index>(data_.fields.size())});
    data_.fields.push_back({.name = declared.name, .type = declared.type, .mode = contract::kModeVar});
  }
  writes_ = {0, static_cast<Index>(data_.writes.size())};
  data_.envelopes.push_back({.name = "E", .fields = {0, static_cast<Index>(data_.fields.size())}});
  data_.flows.push_back({.name = "main", .envelope = 0, .entry = kAsk});
}

contract::Binding ActorMesh::Bind(const ActorTree& tree, Index param, TreeWriter& writer) {
  const contract::Member declared = data_.pool.members[data_.actors[0].params.first + param];
  if (tree.bound[param] == Bound::kConstant) {
    const Index constant = writer.AddDefault(declared.type);
    return {.param = param, .program = AddProgram({contract::Op::kConstant, constant, 0}, declared.type)};
  }
  const auto slot = static_cast<Index>(data_.fields.size());
  data_.fields.push_back({.name = writer.Text("f_" + std::string(declared.name)),
                          .type = declared.type,
                          .mode = contract::kModeIn});
  const bool optional = data_.pool.types[declared.type].kind == contract::TypeKind::kOptional;
  const contract::Op op = optional ? contract::Op::kFieldSoft : contract::Op::kField;
  return {.param = param, .program = AddProgram({op, slot, 0}, declared.type)};
}

Index ActorMesh::AddProgram(contract::Instruction instruction, Index result) {
  const Span code = Append(data_.pool.code, {instruction});
  data_.pool.programs.push_back({.code = code, .result = result});
  return static_cast<Index>(data_.pool.programs.size() - 1);
}

void ActorMesh::AddPoints(const ActorTree& tree) {
  contract::Point ask{.name = "main/act#1",
                      .kind = PointKind::kCall,
                      .flow = 0,
                      .next = kEnd,
                      .actor = actor_,
                      .bindings = bindings_,
                      .writes = writes_};
  if (actor_ == kNone) ask = {.name = ask.name, .kind = PointKind::kReturn, .flow = 0};
  if (actor_ != kNone && tree.kind != ActorKind::kProcessor) {
    const bool plans = tree.kind == ActorKind::kPlanRouter;
    ask.kind = plans ? PointKind::kFollow : PointKind::kAsk;
    ask.next = plans ? Index{kNext} : kNone;
    ask.targets = {static_cast<Index>(data_.pool.indices.size()), static_cast<Index>(tree.choices.size())};
    data_.pool.indices.insert(data_.pool.indices.end(), tree.choices.size(), plans ? kNext : kEnd);
  }
  data_.points = {ask,
                  {.name = "main/next", .kind = PointKind::kFollowNext, .flow = 0, .next = kEnd},
                  {.name = "main/return", .kind = PointKind::kReturn, .flow = 0}};
}

mesh::Envelope ActorMesh::Waiting(mesh::ValueList fields) const {
  mesh::Envelope envelope;
  envelope.id = "e";
  envelope.payload = std::move(fields);
  envelope.payload.resize(data_.fields.size());
  router_->Enter(0, envelope, 0);
  return envelope;
}

}  // namespace meshc::property
