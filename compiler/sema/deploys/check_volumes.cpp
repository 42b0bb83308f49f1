#include "compiler/sema/deploys/check_volumes.h"

#include <fmt/format.h>

#include "compiler/diagnostics/diagnostics_3_types.h"

namespace meshc::sema {
namespace {

void CheckSizes(Context& context, const types::ActorSettings& settled, types::VolumeKind kind,
                const types::Amount& amount, std::string_view word) {
  if (!amount.limit) return;
  std::int64_t left = amount.limit->value;
  for (const types::Volume& volume : settled.volumes) {
    if (volume.kind != kind || !volume.size_bytes) continue;
    if (*volume.size_bytes <= left) {
      left -= *volume.size_bytes;
      continue;
    }
    context.diagnostics
        .Report(diag::SettingValue, volume.range,
                Word{kind == types::VolumeKind::kMemory ? "memory" : "empty"},
                Reason{fmt::format("no more than the limit of `{}` leaves", word)},
                Reason{fmt::format("`{}`", context.sources.Text(volume.range))})
        .AddLabel(amount.limit->range, "the limit, in which all volumes of its kind have to fit")
        .AddHelp("raise the limit, or leave it out: it then grows with the volumes");
    return;
  }
}

}  // namespace

void CheckVolumes(Context& context, const types::ActorSettings& settled) {
  CheckSizes(context, settled, types::VolumeKind::kMemory, settled.resources.memory_bytes, "memory");
  CheckSizes(context, settled, types::VolumeKind::kEmpty, settled.resources.ephemeral_bytes, "ephemeral");
}

}  // namespace meshc::sema
