// MC5017: claims of one node that pods on several nodes may mount.
#include "compiler/sema/deploys/check_claims.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics_5_lints.h"

namespace meshc::sema {
namespace {

/// A claim that the chart makes, and whose pods mount it.
struct Claim {
  bool shared = false;            ///< One of them says so: it is made for many nodes.
  bool many = false;              ///< Of one of those there may be several pods.
  std::vector<std::string> pods;  ///< "pods of `generator`"
};
using Claims = std::map<std::string, Claim>;

void AddClaims(const std::string& pods, bool many, const types::ActorSettings& settings, Claims& claims) {
  for (const types::Volume& volume : settings.volumes) {
    if (volume.kind != types::VolumeKind::kClaim || !volume.size_bytes) continue;
    Claim& claim = claims[volume.claim];
    claim.pods.push_back(pods);
    claim.many = claim.many || many;
    claim.shared = claim.shared || volume.shared;
  }
}

/// Of an actor or a pool. What nobody states may be scaled.
void AddClaimsOf(const std::string& name, const types::ActorSettings& settings, Claims& claims) {
  const auto& replicas = settings.scale.replicas;
  const std::uint32_t most = replicas ? replicas->value.max : 0;
  std::string pods = fmt::format("pods of `{}`", name);
  if (most == 1) pods = fmt::format("the pod of `{}`", name);
  if (most > 1) pods = fmt::format("up to {} pods of `{}`", most, name);
  AddClaims(pods, most != 1, settings, claims);
}

Claims ClaimsOf(const types::Declarations& declarations, const types::Deploy& deploy) {
  Claims claims;
  for (const types::ActorId actor : declarations.actors.ids()) {
    if (deploy.PoolOf(actor) == nullptr)
      AddClaimsOf(declarations.actors[actor].name, types::SettingsOf(declarations, deploy, actor), claims);
  }
  for (const types::Pool& pool : deploy.pools)
    AddClaimsOf(pool.name, types::SettingsOf(declarations, deploy, pool), claims);
  // One pod serves the mailboxes of the mesh, by the settings of everybody.
  AddClaims("that of the mailboxes", false, deploy.defaults, claims);
  return claims;
}

/// `a`; `a and b`; `a, b and 3 others`
std::string Listed(const std::vector<std::string>& pods) {
  if (pods.size() == 1) return pods[0];
  if (pods.size() == 2) return pods[0] + " and " + pods[1];
  return fmt::format("{}, {} and {}", pods[0], pods[1],
                     pods.size() == 3 ? pods[2] : fmt::format("those of {} others", pods.size() - 2));
}

}  // namespace

void CheckClaims(Context& context) {
  for (const types::Deploy& deploy : context.declarations().deploys) {
    for (const auto& [name, claim] : ClaimsOf(context.declarations(), deploy)) {
      if (claim.shared || (!claim.many && claim.pods.size() == 1)) continue;
      context.diagnostics
          .Report(diag::ClaimOfOneNode, deploy.origin.range, Name{name}, Word{Listed(claim.pods)})
          .AddNote("a pod on another node than the first one waits until that has gone")
          .AddHelp(
              "say `shared` behind its size, where the storage of the cluster can be mounted by many nodes; "
              "else keep to one pod, `scale 0..1`, or let each pod have its own: `empty 50Gi`");
    }
  }
}

}  // namespace meshc::sema
