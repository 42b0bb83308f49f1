#include <array>

#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {
namespace {

void ReadSelector(SettingWords& words, ActorBlock& block) {
  const auto key = words.TakeText(TextKind::kLabelKey);
  const auto value = words.TakeText(TextKind::kLabelValue);
  if (!key || !value || !block.selectors.Enter(words.scope().context, key->value, key->range)) return;
  block.settings.selectors.push_back({key->value, value->value});
}

/// Of a taint with this key, and with this value if one is given.
void ReadToleration(SettingWords& words, ActorBlock& block) {
  const auto key = words.TakeText(TextKind::kLabelKey);
  Found<std::string> value;
  if (words.IsTextNext()) value = words.TakeText(TextKind::kLabelValue);
  if (!key) return;
  types::Toleration toleration{key->value, value ? value->value : ""};
  const std::string shown = toleration.key + (value ? "=" + toleration.value : "");
  if (!block.tolerations.Enter(words.scope().context, shown, key->range)) return;
  block.settings.tolerations.push_back(std::move(toleration));
}

constexpr std::array<SettingRow<ActorBlock>, 2> kNodeRows{{
    {"selector", "selector \"accelerator\" \"nvidia-l4\";", Times::kAny, ReadSelector},
    {"toleration", "toleration \"nvidia.com/gpu\";", Times::kAny, ReadToleration},
}};

}  // namespace

std::vector<std::string_view> NodeSettingNames() { return NamesOf(kNodeRows); }

void ReadNode(SettingWords& words, ActorBlock& block) {
  const auto settings = words.TakeBlock();
  if (settings) ReadSettings<ActorBlock>(words.scope(), *settings, "`node`", kNodeRows, block);
}

}  // namespace meshc::sema
