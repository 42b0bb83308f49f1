#include <algorithm>

#include "codegen/common/naming.h"
#include "codegen/helm/model.h"

namespace meshc::codegen::helm {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kLeastGrace = 30;      ///< The default of Kubernetes.
constexpr std::int64_t kDrain = 15;           ///< For handing back what has not begun.
constexpr std::int64_t kLeastCooldown = 300;  ///< The default of KEDA.

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

ActorValues BuildActor(const types::Actor& actor, const std::string& mesh) {
  const std::int64_t timeout = (actor.timeout_ns + kSecond - 1) / kSecond;
  ActorValues values;
  values.name = actor.name;
  values.queue = QueueName(mesh, actor.name);
  values.router = actor.kind != types::ActorKind::kProcessor;
  values.description = FirstLine(actor.origin.doc);
  values.owner = actor.origin.owner;
  values.concurrency = actor.concurrency;
  values.grace_seconds = std::max(kLeastGrace, timeout + kDrain);
  values.cooldown_seconds = std::max(kLeastCooldown, timeout);
  return values;
}

}  // namespace

ChartModel BuildModel(const ir::Mesh& mesh) {
  ChartModel model;
  model.mesh = mesh.declarations.mesh;
  model.chart = KebabCase(MeshIdentifier(model.mesh));
  for (const types::Actor& actor : mesh.declarations.actors)
    model.actors.push_back(BuildActor(actor, model.mesh));
  return model;
}

}  // namespace meshc::codegen::helm
