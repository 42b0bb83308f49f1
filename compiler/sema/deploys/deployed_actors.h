// Which actors a deploy names, and which of them share a pod.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <string>
#include <vector>

#include "compiler/sema/deploys/mesh_actors.h"
#include "compiler/sema/deploys/read_settings.h"

namespace meshc::sema {

/// Filled by the settings of one deploy in source order; a pool may stand before or behind the actors that it
/// holds.
class DeployedActors {
 public:
  /// Both outlive it.
  DeployedActors(const MeshActors& actors, types::Deploy& deploy) : actors_(actors), deploy_(deploy) {}

  /// `actor generator: gpu_llm { scale 0..3; }`
  void ReadActor(SettingWords& words);
  /// `pool writers: small { actors reader, writer; scale 0..3; }`
  void ReadPool(SettingWords& words);
  /// Puts actors into their pools, and reports what they state beside these.
  void Finish(Context& context);

 private:
  /// A setting of an actor's pods, and where the deploy asks for it: its own place, or that of a flavor's
  /// name.
  struct PodSetting {
    std::string name;
    SourceRange range;
    SourceRange stated;  ///< In the flavor; none: here.
  };
  struct Placed {
    std::uint32_t pool = 0;
    SourceRange range;
  };
  struct Flavors {
    std::vector<types::FlavorId> ids;
    std::vector<PodSetting> of_pod;
  };

  Flavors ReadFlavors(SettingWords& words) const;
  void Place(const SettingScope& scope, const syntax::QualifiedName& name, types::Pool& pool);
  void RefusePodSettings(Context& context, const types::DeployedActor& named, const Placed& placed) const;

  const MeshActors& actors_;
  types::Deploy& deploy_;
  OnceNames named_;
  OnceNames pools_;
  llvm::DenseMap<std::uint32_t, std::vector<PodSetting>> of_pods_;  ///< By ActorId.
  llvm::DenseMap<std::uint32_t, Placed> placed_;                    ///< By ActorId.
};

}  // namespace meshc::sema
