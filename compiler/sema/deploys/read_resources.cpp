#include <array>

#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {
namespace {

using types::Amount;
using types::Resources;
using AmountBound = Found<std::int64_t> Amount::*;

template <Amount Resources::*kAmount, AmountBound kBound>
void ReadSize(SettingWords& words, Resources& resources) {
  resources.*kAmount.*kBound = words.TakeSize();
}

template <AmountBound kBound>
void ReadCpu(SettingWords& words, Resources& resources) {
  resources.milli_cpu.*kBound = words.TakeCpu();
}

/// `gpu 1;` or `gpu 1 "nvidia.com/mig-1g.10gb";`
void ReadGpu(SettingWords& words, Resources& resources) {
  const auto count = words.TakeCount(0);
  if (!count) return;
  types::Gpu gpu;
  gpu.count = *count;
  if (words.IsTextNext()) {
    const auto device = words.TakeText(TextKind::kDevice);
    if (!device) return;
    gpu.device = device->value;
  }
  resources.gpu = std::move(gpu);
}

constexpr std::array<SettingRow<Resources>, 3> kLimitRows{{
    {"cpu", "cpu 2;", Times::kOnce, ReadCpu<&Amount::limit>},
    {"memory", "memory 8Gi;", Times::kOnce, ReadSize<&Resources::memory_bytes, &Amount::limit>},
    {"ephemeral", "ephemeral 10Gi;", Times::kOnce, ReadSize<&Resources::ephemeral_bytes, &Amount::limit>},
}};

void ReadLimit(SettingWords& words, Resources& resources) {
  const auto block = words.TakeBlock();
  if (block) ReadSettings<Resources>(words.scope(), *block, "`limit`", kLimitRows, resources);
}

constexpr std::array<SettingRow<Resources>, 5> kResourceRows{{
    {"cpu", "cpu 500m;", Times::kOnce, ReadCpu<&Amount::request>},
    {"memory", "memory 512Mi;", Times::kOnce, ReadSize<&Resources::memory_bytes, &Amount::request>},
    {"ephemeral", "ephemeral 1Gi;", Times::kOnce, ReadSize<&Resources::ephemeral_bytes, &Amount::request>},
    {"gpu", "gpu 1;", Times::kOnce, ReadGpu},
    {"limit", "limit { cpu 2; memory 8Gi; }", Times::kOnce, ReadLimit},
}};

void LimitTheRequest(Amount& amount) {
  if (!amount.limit) amount.limit = amount.request;
}

}  // namespace

std::vector<std::string_view> ResourceSettingNames() { return NamesOf(kResourceRows); }

void ReadResources(SettingWords& words, ActorBlock& block) {
  const auto settings = words.TakeBlock();
  if (!settings) return;
  Resources& resources = block.settings.resources;
  ReadSettings<Resources>(words.scope(), *settings, "`resources`", kResourceRows, resources);
  LimitTheRequest(resources.milli_cpu);
  LimitTheRequest(resources.memory_bytes);
  LimitTheRequest(resources.ephemeral_bytes);
}

}  // namespace meshc::sema
