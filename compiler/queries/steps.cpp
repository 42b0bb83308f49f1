#include "compiler/queries/steps.h"

#include <llvm/Support/Casting.h>

#include "compiler/ir/point_parts.h"
#include "compiler/syntax/statement_parts.h"

namespace meshc::queries {
namespace {

using llvm::dyn_cast;

std::uint32_t Length(source::SourceRange range) { return range.end - range.begin; }

class StepCollector {
 public:
  explicit StepCollector(const syntax::FlowDeclaration& flow) : flow_(flow) {}

  std::vector<Step> Collect() {
    syntax::ForEachPart(flow_, [&](const syntax::Statement& part, bool) { Add(part); });
    return std::move(steps_);
  }

 private:
  void Add(const syntax::Statement& statement) {
    const auto note = [&](const syntax::Call& call) { steps_.push_back({&call, &statement, &flow_}); };
    if (const auto* chain = dyn_cast<syntax::ChainStatement>(&statement)) {
      for (const syntax::Call& call : chain->calls) note(call);
    } else if (const auto* route = dyn_cast<syntax::RouteStatement>(&statement)) {
      note(route->router);
    } else if (const auto* follow = dyn_cast<syntax::FollowStatement>(&statement)) {
      note(follow->router);
    } else if (const auto* tap = dyn_cast<syntax::TapStatement>(&statement)) {
      note(tap->call);
    }
    syntax::ForEachPart(statement, [&](const syntax::Statement& part, bool) { Add(part); });
  }

  const syntax::FlowDeclaration& flow_;
  std::vector<Step> steps_;
};

bool IsWithin(source::SourceRange inner, source::SourceRange outer) {
  return inner.file == outer.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

/// The innermost statement around the place, unless it is a chain: its steps stand one behind the other. In
/// none: the next one in the same block. Null: there is neither.
const syntax::Statement* StatementAhead(const CheckedRoot& root, const syntax::FlowDeclaration& flow,
                                        Place place) {
  const syntax::Statement* around = nullptr;
  const syntax::Statement* next = nullptr;
  const auto look = [&](const syntax::Statement& part, bool) {
    if (Covers(part.range, place)) around = &part;
    const bool ahead = part.range.begin > place.offset;
    if (ahead && (next == nullptr || part.range.begin < next->range.begin)) next = &part;
  };
  syntax::ForEachPart(flow, look);
  for (const syntax::Statement* outer = nullptr; outer != around;) {
    outer = around;
    next = nullptr;
    syntax::ForEachPart(*outer, look);
  }
  if (next != nullptr) {
    const std::string_view between = root.Text({place.file, place.offset, next->range.begin});
    if (between.find_first_of("{}") == std::string_view::npos) return next;
  }
  const bool begun = around == nullptr || llvm::isa<syntax::ChainStatement>(around);
  return begun ? nullptr : around;
}

}  // namespace

const syntax::FlowDeclaration* FlowAround(const CheckedRoot& root, Place place) {
  const syntax::File* file = root.FileOf(place.file);
  if (file == nullptr) return nullptr;
  for (const syntax::Declaration* declaration : file->declarations) {
    if (Covers(declaration->range, place)) {
      if (const auto* flow = dyn_cast<syntax::FlowDeclaration>(declaration)) return flow;
    }
  }
  return nullptr;
}

types::FlowId IdOf(const CheckedRoot& root, const syntax::FlowDeclaration& flow) {
  const auto& flows = root.program()->flows;
  for (const types::FlowId id : flows.ids()) {
    if (flows[id].declaration == &flow) return id;
  }
  return {};
}

std::vector<Step> StepsOf(const syntax::FlowDeclaration& flow) { return StepCollector(flow).Collect(); }

Step StepAround(const CheckedRoot& root, Place place) {
  const syntax::FlowDeclaration* flow = FlowAround(root, place);
  if (flow == nullptr) return {};
  for (const Step& step : StepsOf(*flow)) {
    if (Covers(step.call->range, place)) return step;
  }
  return {};
}

const sema::CallFacts* FactsOf(const CheckedRoot& root, const syntax::Call& call) {
  if (root.program() == nullptr || !call.range.has_value()) return nullptr;
  const auto& known = root.program()->facts[call.range.file.index].index;
  if (call.id >= known.size() || known[call.id] == types::FlowId::kNone) return nullptr;
  return &root.program()->FactsOf(call);
}

ir::PointId PointOf(const CheckedRoot& root, source::SourceRange origin) {
  const ir::Mesh* mesh = root.mesh();
  if (mesh == nullptr) return {};
  for (const ir::PointId id : mesh->points.ids()) {
    const ir::Point& point = mesh->points[id];
    if (!point.implied && point.origin == origin) return id;
  }
  return {};
}

types::ActorId ActorAt(const CheckedRoot& root, ir::PointId point) {
  const ir::Visit* visit = ir::VisitAt(root.mesh()->points[point]);
  return visit == nullptr ? types::ActorId{} : visit->actor;
}

ir::PointId PointNear(const CheckedRoot& root, Place place) {
  const ir::Mesh* mesh = root.mesh();
  const syntax::FlowDeclaration* flow = FlowAround(root, place);
  if (mesh == nullptr || flow == nullptr) return {};
  const syntax::Statement* ahead = StatementAhead(root, *flow, place);
  ir::PointId around;
  ir::PointId before;
  ir::PointId first;  // Of what is ahead.
  for (const ir::PointId id : mesh->points.ids()) {
    const ir::Point& point = mesh->points[id];
    if (point.implied || point.origin.file != place.file || point.origin.begin < flow->body.range.begin)
      continue;
    if (ahead != nullptr && IsWithin(point.origin, ahead->range) &&
        (!first.has_value() || point.origin.begin < mesh->points[first].origin.begin))
      first = id;
    if (point.origin.begin > place.offset) continue;
    const bool covers = Covers(point.origin, place);
    if (covers && (!around.has_value() || Length(point.origin) < Length(mesh->points[around].origin)))
      around = id;
    if (!before.has_value() || mesh->points[before].origin.begin < point.origin.begin) before = id;
  }
  return around.has_value() ? around : first.has_value() ? first : before;
}

}  // namespace meshc::queries
