#include "compiler/queries/steps.h"

#include <llvm/Support/Casting.h>

#include "compiler/syntax/statement_parts.h"

namespace meshc::queries {
namespace {

using llvm::dyn_cast;

bool Covers(source::SourceRange range, Place place) {
  return range.file == place.file && range.begin <= place.offset && place.offset <= range.end;
}

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

ir::PointId PointNear(const CheckedRoot& root, Place place) {
  const ir::Mesh* mesh = root.mesh();
  const syntax::FlowDeclaration* flow = FlowAround(root, place);
  if (mesh == nullptr || flow == nullptr) return {};
  ir::PointId around;
  ir::PointId before;
  for (const ir::PointId id : mesh->points.ids()) {
    const ir::Point& point = mesh->points[id];
    if (point.implied || point.origin.file != place.file || point.origin.begin < flow->body.range.begin)
      continue;
    if (point.origin.begin > place.offset) continue;
    const bool covers = Covers(point.origin, place);
    if (covers && (!around.has_value() || Length(point.origin) < Length(mesh->points[around].origin)))
      around = id;
    if (!before.has_value() || mesh->points[before].origin.begin < point.origin.begin) before = id;
  }
  return around.has_value() ? around : before;
}

}  // namespace meshc::queries
