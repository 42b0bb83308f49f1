#include <llvm/ADT/STLExtras.h>

#include <array>
#include <string_view>

#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {
namespace {

using types::Volume;
using types::VolumeKind;

/// The volumes that hosts have themselves.
constexpr std::array<std::string_view, 3> kOfTheHost{"mesh-tmp", "mesh-routes", "mesh-settings"};

void TakeSizeOf(SettingWords& words, Volume& volume) {
  const auto size = words.TakeSize();
  if (!size) return;
  volume.size_bytes = size->value;
  if (volume.kind != VolumeKind::kClaim) volume.range = size->range;
}

/// `claim "c"`, which is there, or `claim "c" size 50Gi [shared]`, which is made.
void TakeClaim(SettingWords& words, Volume& volume) {
  if (const auto claim = words.TakeText(TextKind::kObjectName)) {
    volume.claim = claim->value;
    volume.range = claim->range;
  }
  if (!words.Skip("size")) return;
  TakeSizeOf(words, volume);
  volume.shared = words.Skip("shared");
}

/// What stands between name and path.
void TakeKind(SettingWords& words, Volume& volume) {
  constexpr std::array kKinds{VolumeKind::kClaim, VolumeKind::kEmpty, VolumeKind::kMemory};
  const auto kind = words.TakeOneOf({"claim", "empty", "memory"});
  if (!kind) return;
  volume.kind = kKinds[*kind];
  if (volume.kind == VolumeKind::kClaim)
    TakeClaim(words, volume);
  else
    TakeSizeOf(words, volume);
}

}  // namespace

/// `volume "models" claim "llm-models" at "/models" readonly;`
void ReadVolume(SettingWords& words, ActorBlock& block) {
  Volume volume;
  const auto name = words.TakeText(TextKind::kLabel);
  if (name && llvm::is_contained(kOfTheHost, name->value))
    words.Refuse("a name that the host has not taken", name->value);
  TakeKind(words, volume);
  words.Expect("at");
  auto path = words.TakeText(TextKind::kPath);
  // With a slash at its end it is the same one.
  if (path && path->value.back() == '/') path->value.pop_back();
  // Nothing could ever be read from an empty one.
  if (volume.kind == VolumeKind::kClaim) volume.read_only = words.TakePart({"readonly"}).has_value();
  const bool named = volume.kind != VolumeKind::kClaim || !volume.claim.empty();
  if (!name || !path || !named) return;
  Context& context = words.scope().context;
  if (!block.volumes.Enter(context, name->value, name->range)) return;
  if (!block.paths.Enter(context, path->value, path->range)) return;
  volume.name = name->value;
  volume.path = path->value;
  block.settings.volumes.push_back(std::move(volume));
}

}  // namespace meshc::sema
