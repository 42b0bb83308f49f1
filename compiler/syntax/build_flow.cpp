#include "compiler/syntax/build.h"

namespace meshc::syntax {

Declaration* BuildFlow(Build& build, FlowParser::FlowDeclarationContext* tree) {
  auto* flow = build.New<FlowDeclaration>();
  flow->name = BuildName(build, tree->id);
  flow->envelope = BuildQualifiedName(build, tree->payload);
  if (tree->sla != nullptr) {
    flow->sla.present = true;
    flow->sla.range = build.RangeOf(static_cast<const Token*>(tree->sla) - 1, tree->sla);
    flow->sla.value = BuildQuantity(build, tree->sla);
  }
  flow->header = build.RangeOf(tree);
  if (tree->body != nullptr) {
    flow->header.end = (static_cast<const Token*>(tree->body->start) - 1)->end();
  }
  flow->body = BuildBlock(build, tree->body);
  flow->guards = BuildGuards(build, tree->handlers);
  return flow;
}

}  // namespace meshc::syntax
