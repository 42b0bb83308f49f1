// Where envelopes and state live: `transport` and `state`.
#include <array>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
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

template <typename Target>
void ReadSecret(SettingWords& words, Target& target) {
  if (const auto name = words.TakeText(TextKind::kObjectName)) target.secret = name->value;
}

template <typename Target>
void ReadTls(SettingWords& /*words*/, Target& target) {
  target.tls = true;
}

template <typename Target>
void ReadPrefix(SettingWords& words, Target& target) {
  if (const auto prefix = words.TakeText(TextKind::kPrefix)) target.prefix = prefix->value;
}

/// Only NATS has accounts.
template <typename Target>
void ReadAccount(SettingWords& words, Target& target) {
  const auto account = words.TakeText(TextKind::kAccount);
  if (!account) return;
  target.account = account->value;
  if (target.url_kind == TextKind::kNatsUrl) return;
  words.scope()
      .context.diagnostics
      .Report(diag::MisplacedSetting, words.range(), Name{"account"},
              Word{target.url_kind == TextKind::kAmqpUrl ? "`transport amqp`" : "`state redis`"})
      .AddHelp("only a NATS server has accounts");
}

void ReadMonitoring(SettingWords& words, TransportBlock& transport) {
  const TextKind kind = transport.kind == TransportKind::kNats ? TextKind::kHostPort : TextKind::kManagement;
  if (const auto place = words.TakeText(kind)) transport.monitoring = place->value;
}

void ReadRedelivery(SettingWords& words, TransportBlock& transport) {
  transport.redelivery_ns = words.TakeDuration();
}

constexpr std::array<SettingRow<TransportBlock>, 7> kTransportRows{{
    {"url", "url \"nats://nats.messaging:4222\";", Times::kOnce, ReadUrl<TransportBlock>},
    {"monitoring", "monitoring \"nats.messaging:8222\";", Times::kOnce, ReadMonitoring},
    {"redelivery", "redelivery 60s;", Times::kOnce, ReadRedelivery},
    {"secret", "secret \"nats-auth\";", Times::kOnce, ReadSecret<TransportBlock>},
    {"tls", "tls;", Times::kOnce, ReadTls<TransportBlock>},
    {"prefix", "prefix \"staging\";", Times::kOnce, ReadPrefix<TransportBlock>},
    {"account", "account \"A\";", Times::kOnce, ReadAccount<TransportBlock>},
}};

constexpr std::array<SettingRow<StateBlock>, 5> kStateRows{{
    {"url", "url \"redis://redis:6379\";", Times::kOnce, ReadUrl<StateBlock>},
    {"secret", "secret \"redis-auth\";", Times::kOnce, ReadSecret<StateBlock>},
    {"tls", "tls;", Times::kOnce, ReadTls<StateBlock>},
    {"prefix", "prefix \"staging\";", Times::kOnce, ReadPrefix<StateBlock>},
    {"account", "account \"A\";", Times::kOnce, ReadAccount<StateBlock>},
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
  transport.range = words.range();
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
  state.range = words.range();
  deploy.state = state;
}

}  // namespace meshc::sema
