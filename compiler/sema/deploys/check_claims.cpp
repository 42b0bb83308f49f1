// MC5017: claims of one node that pods on several nodes may mount; claims of two sizes.
#include "compiler/sema/deploys/check_claims.h"

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"

namespace meshc::sema {
namespace {

/// A claim that the chart makes, and whose pods mount it.
struct Claim {
  bool shared = false;             ///< One of them says so: it is made for many nodes.
  bool many = false;               ///< Of one of those there may be several pods.
  std::size_t mounts = 0;          ///< Workloads that mount it.
  std::vector<std::string> first;  ///< "pods of `generator`": the first two of them.
  source::SourceRange range;       ///< Where the first one names it.
  std::int64_t size_bytes = 0;     ///< As the first one states it.
  source::SourceRange other;       ///< Where another one states another size; none: nowhere.
};
using Claims = std::map<std::string, Claim>;

/// `workloads`: how many there are of the same settings, of which `pods` is one.
void AddClaims(const std::string& pods, bool many, const types::ActorSettings& settings, Claims& claims,
               std::size_t workloads = 1) {
  std::set<std::string> mounted;
  for (const types::Volume& volume : settings.volumes) {
    if (volume.kind != types::VolumeKind::kClaim || !volume.size_bytes) continue;
    Claim& claim = claims[volume.claim];
    if (claim.first.empty()) {
      claim.range = volume.range;
      claim.size_bytes = *volume.size_bytes;
    }
    if (claim.size_bytes != *volume.size_bytes) claim.other = volume.range;
    claim.shared = claim.shared || volume.shared;
    // Pods count, not paths at which one mounts it.
    if (!mounted.insert(volume.claim).second) continue;
    if (claim.first.size() < 2) claim.first.push_back(pods);
    claim.mounts += workloads;
    claim.many = claim.many || many;
  }
}

/// Of an actor or a pool. What nobody states may be scaled.
void AddClaimsOf(const std::string& name, const types::ActorSettings& settings, Claims& claims,
                 std::size_t workloads = 1) {
  const auto& replicas = settings.scale.replicas;
  const std::uint32_t most = replicas ? replicas->value.max : 0;
  std::string pods = fmt::format("pods of `{}`", name);
  if (most == 1) pods = fmt::format("the pod of `{}`", name);
  if (most > 1) pods = fmt::format("up to {} pods of `{}`", most, name);
  AddClaims(pods, most != 1, settings, claims, workloads);
}

/// Those of actors that the deploy does not name, which all have its defaults: two are looked up and the
/// others counted, as a mesh may have many actors, and many deploys.
void AddClaimsOfOthers(const types::Declarations& declarations, const types::Deploy& deploy, Claims& claims) {
  std::size_t others = declarations.actors.size() - deploy.actors.size();
  std::size_t seen = 0;
  for (const types::ActorId actor : declarations.actors.ids()) {
    if (others == 0) return;
    if (deploy.Find(actor) != nullptr) continue;
    const std::size_t workloads = seen++ < 2 ? 1 : others;
    AddClaimsOf(declarations.actors[actor].name, deploy.defaults, claims, workloads);
    others -= workloads;
  }
}

Claims ClaimsOf(const types::Declarations& declarations, const types::Deploy& deploy) {
  Claims claims;
  for (const types::DeployedActor& named : deploy.actors) {
    if (!named.pool)
      AddClaimsOf(declarations.actors[named.actor].name, types::SettingsOf(declarations, deploy, named.actor),
                  claims);
  }
  for (const types::Pool& pool : deploy.pools)
    AddClaimsOf(pool.name, types::SettingsOf(declarations, deploy, pool), claims);
  AddClaimsOfOthers(declarations, deploy, claims);
  return claims;
}

/// `a`; `a and b`; `a, b and those of 3 others`
std::string Listed(const Claim& claim) {
  if (claim.mounts == 1) return claim.first[0];
  if (claim.mounts == 2) return claim.first[0] + " and " + claim.first[1];
  return fmt::format("{}, {} and {}", claim.first[0], claim.first[1],
                     claim.mounts == 3 ? std::string("that of another")
                                       : fmt::format("those of {} others", claim.mounts - 2));
}

/// The chart makes it once. Reported where the second one in source order states its size.
void RefuseTwoSizes(Context& context, const std::string& name, const Claim& claim) {
  source::SourceRange first = claim.range;
  source::SourceRange second = claim.other;
  if (std::pair(second.file.index, second.begin) < std::pair(first.file.index, first.begin))
    std::swap(first, second);
  context.diagnostics
      .Report(diag::SettingValue, second, Word{"size"}, Reason{"one value for each claim"},
              Reason{fmt::format("two of `{}`", name)})
      .AddLabel(first, "the other one")
      .AddHelp("state one size, or name two claims");
}

}  // namespace

void CheckClaims(Context& context) {
  for (const types::Deploy& deploy : context.declarations().deploys) {
    for (const auto& [name, claim] : ClaimsOf(context.declarations(), deploy)) {
      if (claim.other.has_value()) {
        RefuseTwoSizes(context, name, claim);
        continue;
      }
      if (claim.shared || (!claim.many && claim.mounts == 1)) continue;
      context.diagnostics.Report(diag::ClaimOfOneNode, claim.range, Name{name}, Word{Listed(claim)})
          .AddNote(fmt::format(
                       "so it is with the deploy `{}`: a pod on another node than the first one waits until "
                       "that has gone",
                       deploy.name),
                   deploy.origin.range)
          .AddHelp(
              "say `shared` behind its size, where the storage of the cluster can be mounted by many nodes; "
              "else keep to one pod, `scale 0..1`, or let each pod have its own: `empty 50Gi`");
    }
  }
}

}  // namespace meshc::sema
