// The settings of flavors, of `default` and of the blocks of actors.
#include <array>

#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {
namespace {

void ReadImage(SettingWords& words, ActorBlock& block) {
  if (const auto image = words.TakeText(TextKind::kImage)) block.settings.image = image->value;
}

void AddVariable(SettingWords& words, ActorBlock& block, const Found<std::string>& name,
                 types::EnvVariable variable) {
  if (!block.variables.Enter(words.scope().context, name->value, name->range)) return;
  variable.name = name->value;
  block.settings.env.push_back(std::move(variable));
}

void ReadEnv(SettingWords& words, ActorBlock& block) {
  const auto name = words.TakeText(TextKind::kVariable);
  const auto value = words.TakeText(TextKind::kValue);
  if (name && value) AddVariable(words, block, name, {"", value->value, "", ""});
}

/// `secret_env "API_KEY" from "llm-secrets" key "api_key";`
void ReadSecretEnv(SettingWords& words, ActorBlock& block) {
  const auto name = words.TakeText(TextKind::kVariable);
  words.Expect("from");
  const auto secret = words.TakeText(TextKind::kObjectName);
  words.Expect("key");
  const auto key = words.TakeText(TextKind::kSecretKey);
  if (name && secret && key) AddVariable(words, block, name, {"", "", secret->value, key->value});
}

void ReadConcurrency(SettingWords& words, ActorBlock& block) {
  block.settings.concurrency = words.TakeCount(1);
}

/// Kubernetes refuses pods of a class that is not there.
void ReadPriority(SettingWords& words, ActorBlock& block) {
  if (const auto name = words.TakeText(TextKind::kObjectName)) block.settings.priority = name->value;
}

void ReadServiceAccount(SettingWords& words, ActorBlock& block) {
  if (const auto name = words.TakeText(TextKind::kObjectName)) block.settings.service_account = name->value;
}

void ReadTimeout(SettingWords& words, ActorBlock& block) { block.settings.timeout_ns = TakePodTime(words); }

/// `actors reader, writer;`
void ReadActors(SettingWords& words, ActorBlock& block) {
  do {
    if (const auto name = words.TakeName("the name of an actor")) block.actors.push_back(*name);
  } while (words.Skip(","));
}

void ReadGrace(SettingWords& words, ActorBlock& block) { block.settings.grace_ns = TakePodTime(words); }

constexpr std::array<SettingRow<ActorBlock>, 14> kActorRows{{
    {"image", "image \"registry.example/reader:1.0\";", Times::kOnce, ReadImage},
    {"scale", "scale 0..5 per 1 cooldown 300s polling 15s activation 0;", Times::kOnce, ReadScale},
    {"resources", "resources { cpu 500m; memory 512Mi; limit { cpu 2; } }", Times::kOnce, ReadResources},
    {"node", "node { selector \"disk\" \"ssd\"; toleration \"batch\"; }", Times::kOnce, ReadNode},
    {"volume", "volume \"models\" claim \"llm-models\" at \"/models\" readonly;", Times::kAny, ReadVolume},
    {"env", "env \"MODEL\" \"llama-3\";", Times::kAny, ReadEnv},
    {"secret_env", "secret_env \"API_KEY\" from \"llm-secrets\" key \"api_key\";", Times::kAny,
     ReadSecretEnv},
    {"egress", "egress \"10.2.0.0/16\" port 5432;", Times::kAny, ReadEgress},
    {"concurrency", "concurrency 4;", Times::kOnce, ReadConcurrency},
    {"priority", "priority \"high\";", Times::kOnce, ReadPriority},
    {"service_account", "service_account \"reader\";", Times::kOnce, ReadServiceAccount},
    {"timeout", "timeout 30s;", Times::kOnce, ReadTimeout},
    {"grace", "grace 45s;", Times::kOnce, ReadGrace},
    {"retry", "retry 5 backoff exponential 1s..60s jitter;", Times::kOnce, ReadRetry},
}};

/// Those of an actor, and who runs in the pool.
constexpr auto kPoolRows = [] {
  std::array<SettingRow<ActorBlock>, kActorRows.size() + 1> rows{
      {{"actors", "actors reader, writer;", Times::kOnce, ReadActors}}};
  for (std::size_t i = 0; i < kActorRows.size(); ++i) rows[i + 1] = kActorRows[i];
  return rows;
}();

}  // namespace

std::vector<std::string_view> ActorSettingNames() { return NamesOf(kActorRows); }
std::vector<std::string_view> PoolSettingNames() { return NamesOf(kPoolRows); }

bool IsOfPod(llvm::StringRef setting) {
  const bool of_calls = setting == "timeout" || setting == "retry" || setting == "concurrency";
  return !of_calls &&
         llvm::is_contained(ActorSettingNames(), std::string_view(setting.data(), setting.size()));
}

types::ActorSettings ReadActorSettings(const SettingScope& scope, llvm::ArrayRef<syntax::Setting> settings,
                                       std::string_view block) {
  ActorBlock layer;
  ReadSettings<ActorBlock>(scope, settings, block, kActorRows, layer);
  return std::move(layer.settings);
}

PoolSettings ReadPoolSettings(const SettingScope& scope, llvm::ArrayRef<syntax::Setting> settings) {
  ActorBlock layer;
  ReadSettings<ActorBlock>(scope, settings, "a pool", kPoolRows, layer);
  return {std::move(layer.settings), std::move(layer.actors)};
}

}  // namespace meshc::sema
