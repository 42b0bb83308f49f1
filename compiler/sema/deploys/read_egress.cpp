#include <fmt/format.h>

#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {

/// `egress "10.2.0.0/16" port 5432;` or `egress any port 443;`
void ReadEgress(SettingWords& words, ActorBlock& block) {
  types::Egress egress;
  bool placed = true;
  if (words.IsTextNext()) {
    const auto network = words.TakeText(TextKind::kNetwork);
    placed = network.has_value();
    if (network) egress.network = network->value;
  } else {
    words.Expect("any", "a network in quotes or `any`");
  }
  words.Expect("port");
  const auto port = words.TakePort();
  if (!placed || !port) return;
  egress.port = *port;
  const std::string shown =
      fmt::format("{} port {}", egress.network.empty() ? "any" : egress.network, egress.port);
  if (block.egress.Enter(words.scope().context, shown, words.range()))
    block.settings.egress.push_back(egress);
}

}  // namespace meshc::sema
