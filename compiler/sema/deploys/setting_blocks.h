// The blocks of settings: what may stand in each of them, and what reads them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "compiler/sema/deploys/read_settings.h"

namespace meshc::sema {

/// Where a setting of this name may stand: `a deploy`. None: there is no such setting.
std::optional<std::string_view> HomeOf(llvm::StringRef name);

/// The names of each table of settings.
std::vector<std::string_view> DeploySettingNames();
std::vector<std::string_view> ActorSettingNames();
std::vector<std::string_view> PoolSettingNames();
std::vector<std::string_view> ResourceSettingNames();
std::vector<std::string_view> NodeSettingNames();
std::vector<std::string_view> TransportSettingNames();
std::vector<std::string_view> StateSettingNames();

/// What a flavor, `default` or an actor's block states. `block` says which of them it is.
types::ActorSettings ReadActorSettings(const SettingScope& scope, llvm::ArrayRef<syntax::Setting> settings,
                                       std::string_view block);

/// What the block of a pool states.
struct PoolSettings {
  types::ActorSettings settings;
  std::vector<syntax::QualifiedName> actors;  ///< As they are written.
};
PoolSettings ReadPoolSettings(const SettingScope& scope, llvm::ArrayRef<syntax::Setting> settings);
/// True of what all actors in one pod share: the rest is of their calls.
bool IsOfPod(llvm::StringRef setting);

/// One layer of an actor's settings while it is read, with the names that stand once in each list.
struct ActorBlock {
  types::ActorSettings settings;
  OnceNames selectors;
  OnceNames tolerations;
  OnceNames volumes;
  OnceNames paths;
  OnceNames variables;
  OnceNames egress;
  std::vector<syntax::QualifiedName> actors;  ///< Only in a pool.
};

/// A duration that fits the 32 bits of seconds that Kubernetes and KEDA count. In read_scale.cpp.
Found<std::int64_t> TakePodTime(SettingWords& words);

// One setting each: read_scale.cpp, read_resources.cpp, read_node.cpp, read_volume.cpp, read_egress.cpp,
// read_retry.cpp.
void ReadScale(SettingWords& words, ActorBlock& block);
void ReadResources(SettingWords& words, ActorBlock& block);
void ReadNode(SettingWords& words, ActorBlock& block);
void ReadVolume(SettingWords& words, ActorBlock& block);
void ReadEgress(SettingWords& words, ActorBlock& block);
void ReadRetry(SettingWords& words, ActorBlock& block);

// The same for deploys: read_transport.cpp, read_lanes.cpp.
void ReadTransport(SettingWords& words, types::Deploy& deploy);
void ReadState(SettingWords& words, types::Deploy& deploy);
void ReadLanes(SettingWords& words, types::Deploy& deploy);

}  // namespace meshc::sema
