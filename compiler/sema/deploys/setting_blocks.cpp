#include "compiler/sema/deploys/setting_blocks.h"

#include <llvm/ADT/STLExtras.h>

namespace meshc::sema {

std::optional<std::string_view> HomeOf(llvm::StringRef name) {
  const auto holds = [&](const std::vector<std::string_view>& names) {
    return llvm::is_contained(names, std::string_view(name.data(), name.size()));
  };
  if (holds(ActorSettingNames())) return "a flavor, in `default` or in the block of an actor or a pool";
  if (holds(DeploySettingNames())) return "a deploy";
  if (holds(PoolSettingNames())) return "`pool`";
  if (holds(ResourceSettingNames())) return "`resources`";
  if (holds(NodeSettingNames())) return "`node`";
  if (holds(StateSettingNames())) return "`transport` or `state`";
  if (holds(TransportSettingNames())) return "`transport`";
  return std::nullopt;
}

}  // namespace meshc::sema
