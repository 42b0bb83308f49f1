// MC3053: a deploy on a broker that keeps no state names no store, and the mesh needs one.
#include <llvm/ADT/STLExtras.h>

#include <optional>

#include "compiler/analysis/analysis.h"
#include "compiler/analysis/checks/checks.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/ir/kept.h"
#include "compiler/types/store_of.h"

namespace meshc::analysis {
namespace {

namespace diag = diagnostics::diag;

const char* NoteOf(ir::Kept kept) {
  switch (kept) {
    case ir::Kept::kNothing: break;
    case ir::Kept::kBranches: return "what the branches come to is kept until they are joined";
    case ir::Kept::kCopy: return "which copies are under way is kept";
    case ir::Kept::kWait: return "what waits for a signal is kept until it comes";
    case ir::Kept::kEffect:
      return "so that no copy of a message causes the effect once more, its calls are kept";
  }
  return "";
}

bool LacksState(const types::Deploy& deploy) { return deploy.is_whole && types::KeepsNoState(deploy); }

}  // namespace

bool HoldsDeploysAgainstFlows(const types::Declarations& declarations) {
  return llvm::any_of(declarations.deploys, LacksState);
}

void CheckState(const CheckContext& context) {
  const ir::Mesh& mesh = context.solution.mesh();
  std::optional<ir::KeptPoint> kept;
  for (const types::Deploy& deploy : mesh.declarations.deploys) {
    if (!LacksState(deploy)) continue;
    if (!kept) kept = ir::FindKept(mesh);
    if (!kept) return;
    context.diagnostics
        .Report(diag::MissingSetting, deploy.transport->range, diagnostics::Lexeme{"transport amqp"},
                diagnostics::Word{"state"})
        .AddLabel(mesh.points[kept->point].origin, NoteOf(kept->kept))
        .AddNote("a RabbitMQ broker keeps messages, and no state")
        .AddHelp("keep it beside the broker: `state nats_kv { url \"nats://nats.messaging:4222\"; }`");
  }
}

}  // namespace meshc::analysis
