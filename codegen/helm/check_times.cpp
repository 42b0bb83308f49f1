#include "codegen/helm/check_times.h"

#include <fmt/format.h>

#include <algorithm>

#include "codegen/helm/handler_times.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/ir/point_parts.h"
#include "compiler/ir/print_constant.h"
#include "compiler/types/pod_time.h"

namespace meshc::codegen::helm {
namespace {

using diagnostics::Reason;
using diagnostics::Word;

void Refuse(std::int64_t nanoseconds, source::SourceRange range, diagnostics::Diagnostics& diagnostics) {
  const auto quoted = [](std::int64_t time) { return fmt::format("`{}`", ir::PrintDuration(time)); };
  diagnostics
      .Report(diagnostics::diag::SettingValue, range, Word{"timeout"},
              Reason{"at most " + quoted(types::kLongestPodNs)}, Reason{quoted(nanoseconds)})
      .AddNote("a pod has that long to end, and Kubernetes and KEDA count no further")
      .AddHelp("state a shorter one, or compile the rest with `--only cpp,routes,graph,schema`");
}

/// What the deploy that is asked for states instead of the actor's own.
std::optional<types::Stated<std::int64_t>> StatedFor(const types::Declarations& declarations,
                                                     const std::string& name, types::ActorId actor) {
  for (const types::Deploy& deploy : declarations.deploys) {
    if (deploy.name == name) return types::SettingsOf(declarations, deploy, actor).timeout_ns;
  }
  return std::nullopt;
}

}  // namespace

void CheckTimes(const ir::Mesh& mesh, const ChartOptions& options, diagnostics::Diagnostics& diagnostics) {
  const types::Declarations& declarations = mesh.declarations;
  const HandlerTimes times(mesh);
  for (const types::ActorId id : declarations.actors.ids()) {
    const types::Actor& actor = declarations.actors[id];
    if (actor.timeout_ns <= types::kLongestPodNs || !times.LeavesTime(id)) continue;
    if (!StatedFor(declarations, options.deploy, id))
      Refuse(actor.timeout_ns, actor.origin.range, diagnostics);
  }
  for (const ir::Point& point : mesh.points) {
    const ir::Visit* const visit = ir::VisitAt(point);
    if (visit != nullptr && visit->timeout_ns.value_or(0) > types::kLongestPodNs)
      Refuse(*visit->timeout_ns, point.origin, diagnostics);
  }
}

}  // namespace meshc::codegen::helm
