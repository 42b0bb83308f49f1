// Where envelopes and state live: `transport` and `state`.
#include <array>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {
namespace {

using types::State;
using types::StateKind;
using types::Transport;
using types::TransportKind;

template <typename Target>
void ReadUrl(SettingWords& words, Target& target) {
  if (const auto url = words.TakeText(target.url_kind)) target.url = url->value;
  target.states_url = true;
}

/// What is read, and whether it says where the server is, rightly or wrongly.
struct TransportBlock : Transport {
  TextKind url_kind = TextKind::kNatsUrl;
  bool states_url = false;
};
struct StateBlock : State {
  TextKind url_kind = TextKind::kNatsUrl;
  bool states_url = false;
};

void ReadMonitoring(SettingWords& words, TransportBlock& transport) {
  const TextKind kind = transport.kind == TransportKind::kNats ? TextKind::kHostPort : TextKind::kManagement;
  if (const auto place = words.TakeText(kind)) transport.monitoring = place->value;
}

void ReadRedelivery(SettingWords& words, TransportBlock& transport) {
  transport.redelivery_ns = words.TakeDuration();
}

constexpr std::array<SettingRow<TransportBlock>, 3> kTransportRows{{
    {"url", "url \"nats://nats.messaging:4222\";", Times::kOnce, ReadUrl<TransportBlock>},
    {"monitoring", "monitoring \"nats.messaging:8222\";", Times::kOnce, ReadMonitoring},
    {"redelivery", "redelivery 60s;", Times::kOnce, ReadRedelivery},
}};

constexpr std::array<SettingRow<StateBlock>, 1> kStateRows{{
    {"url", "url \"redis://redis:6379\";", Times::kOnce, ReadUrl<StateBlock>},
}};

/// Reads the block if there is one. What stands before it may be wrong: then nothing is known of it.
template <typename Block>
void ReadBlock(SettingWords& words, std::string_view what, llvm::ArrayRef<SettingRow<Block>> rows,
               Block& into) {
  if (!words.has_block()) return;
  if (const auto settings = words.TakeBlock())
    ReadSettings<Block>(words.scope(), *settings, what, rows, into);
  else
    into.states_url = true;
}

void RequireUrl(const SettingWords& words, bool states_url) {
  if (states_url || words.scope().recovered) return;
  const std::string what(words.scope().context.sources.Text(words.range()));
  words.scope()
      .context.diagnostics.Report(diag::MissingSetting, words.range(), Lexeme{what}, Word{"url"})
      .AddHelp("say where the server is: `" + what + " { url \"...\"; }`");
}

}  // namespace

std::vector<std::string_view> TransportSettingNames() { return NamesOf(kTransportRows); }
std::vector<std::string_view> StateSettingNames() { return NamesOf(kStateRows); }

void ReadTransport(SettingWords& words, types::Deploy& deploy) {
  const auto kind = words.TakeOneOf({"nats", "amqp"});
  if (!kind) return;
  TransportBlock transport;
  transport.kind = *kind == 0 ? TransportKind::kNats : TransportKind::kAmqp;
  transport.url_kind = *kind == 0 ? TextKind::kNatsUrl : TextKind::kAmqpUrl;
  ReadBlock<TransportBlock>(words, "`transport`", kTransportRows, transport);
  RequireUrl(words, transport.states_url);
  deploy.transport = transport;
}

void ReadState(SettingWords& words, types::Deploy& deploy) {
  const auto kind = words.TakeOneOf({"nats_kv", "redis"});
  if (!kind) return;
  StateBlock state;
  state.kind = *kind == 0 ? StateKind::kNatsKv : StateKind::kRedis;
  state.url_kind = *kind == 0 ? TextKind::kNatsUrl : TextKind::kRedisUrl;
  ReadBlock<StateBlock>(words, "`state`", kStateRows, state);
  if (state.kind == StateKind::kRedis) RequireUrl(words, state.states_url);
  deploy.state = state;
}

}  // namespace meshc::sema
