#include "compiler/versions/policy_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/compatibility/shape.h"
#include "mesh/compatibility/type_text.h"
#include "mesh/route/table_names.h"
#include "mesh/value/times.h"

namespace meshc::versions {
namespace {

namespace contract = mesh::contract;
using contract::Index;
using contract::kNone;
using contract::RouteTable;

std::string Duration(std::int64_t ns) { return mesh::PrintDuration(mesh::Duration{ns}); }

std::string Policy(const RouteTable& table, const contract::Actor& actor) {
  std::string text;
  if (actor.timeout_ns > 0) text += " timeout " + Duration(actor.timeout_ns);
  text += RetryText(table, actor.retry);
  if (actor.effect == contract::Effect::kIdempotent) {
    const std::string key = EffectKeyText(table, actor);
    text += " effect idempotent";
    if (!key.empty()) text += " by " + key;
    if (actor.effect_shared) text += " shared";
  }
  if (actor.effect == contract::Effect::kAtLeastOnce) text += " effect at_least_once";
  if (actor.undo != kNone) text += fmt::format(" undo {}", table.actors[actor.undo].name);
  return text;
}

}  // namespace

std::string ErrorsText(const RouteTable& table, std::string_view before, contract::Span errors) {
  std::string text;
  for (const Index error : Slice(table.pool.indices, errors))
    text += fmt::format("{}{}", text.empty() ? before : ", ", table.errors[error].name);
  return text;
}

std::string AnswerText(const RouteTable& table, const contract::Actor& actor, std::string_view results) {
  if (actor.kind == contract::ActorKind::kProcessor) return fmt::format("({})", results);
  if (actor.kind == contract::ActorKind::kChoiceRouter)
    return fmt::format("{{{}}}", NamesText(table.pool, actor.labels));
  return fmt::format("[{}] max {}", NamesText(table.pool, actor.steps), actor.max_steps);
}

std::string NamesText(const contract::Pool& pool, contract::Span strings) {
  const auto names = Slice(pool.strings, strings);
  return fmt::format("{}", fmt::join(names.begin(), names.end(), ", "));
}

std::string MembersText(const contract::Pool& pool, contract::Span members) {
  std::string text;
  for (Index i = members.first; i < members.first + members.count; ++i) {
    const contract::Member& member = pool.members[i];
    text += text.empty() ? "" : ", ";
    if (member.sensitive) {
      text +=
          fmt::format("@sensitive {}: {}{}", member.name, mesh::compatibility::PrintType(pool, member.type),
                      member.default_value == kNone ? "" : " = (redacted)");
    } else {
      text += mesh::compatibility::PrintMembers(pool, {i, 1});
    }
  }
  return text;
}

std::string RetryText(const RouteTable& table, Index retry) {
  if (retry == kNone) return "";
  const contract::RetryPolicy& policy = table.retries[retry];
  std::string text = fmt::format(" retry {}", policy.attempts);
  if (policy.delay_ns > 0) {
    const auto backoff = static_cast<std::size_t>(policy.backoff);
    text += fmt::format(" backoff {} {}", mesh::route::NamesOf(policy.backoff)[backoff],
                        Duration(policy.delay_ns));
    if (policy.max_delay_ns > 0) text += ".." + Duration(policy.max_delay_ns);
    if (policy.jitter) text += " jitter";
  }
  return text + ErrorsText(table, " on ", policy.only_errors);
}

std::string EffectKeyText(const RouteTable& table, const contract::Actor& actor) {
  if (actor.effect_key == kNone) return "";
  const contract::Pool& pool = table.pool;
  std::string key;
  contract::Span members = actor.params;
  for (const contract::Instruction& step : Slice(pool.code, pool.programs[actor.effect_key].code)) {
    if (step.a >= members.count) break;
    const contract::Member& member = pool.members[members.first + step.a];
    key += fmt::format("{}{}", key.empty() ? "" : ".", member.name);
    members = mesh::compatibility::Present(pool, member.type).members;
  }
  return key;
}

std::string SignatureOf(const RouteTable& table, const contract::Actor& actor) {
  return fmt::format("({}) -> {}{}{}", MembersText(table.pool, actor.params),
                     AnswerText(table, actor, MembersText(table.pool, actor.results)),
                     ErrorsText(table, " raises ", actor.raises), Policy(table, actor));
}

}  // namespace meshc::versions
