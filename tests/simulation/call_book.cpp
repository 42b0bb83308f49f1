#include "tests/simulation/call_book.h"

#include <utility>

#include <fmt/format.h>

#include "tests/property/behaviour.h"
#include "tests/support/broker/chance.h"
#include "tests/support/times.h"

namespace mesh::simulation {

namespace {

using test::Chance;

using test::kSecondNs;

Value AnyValue(const contract::RouteTable& table, contract::Index type, std::size_t number, Chance& chance) {
  switch (table.pool.types[type].kind) {
    case contract::TypeKind::kString: return Value::String(fmt::format("#{}", number));
    case contract::TypeKind::kBool: return Value::Bool(chance.Below(2) == 0);
    case contract::TypeKind::kInt: return Value::Int(static_cast<std::int64_t>(chance.Below(3)));
    default: return {};
  }
}

actor::Outcome AnyOutcome(const contract::RouteTable& table, const contract::Actor& actor, std::size_t number,
                          Chance& chance) {
  const auto raises = Slice(table.pool.indices, actor.raises);
  if (raises.size > 0 && chance.Below(5) == 0) {
    const contract::Index error = raises[static_cast<contract::Index>(chance.Below(raises.size))];
    return Error{.name = std::string(table.errors[error].name), .message = fmt::format("#{}", number)};
  }
  if (actor.kind == contract::ActorKind::kChoiceRouter)
    return actor::Choice{static_cast<contract::Index>(chance.Below(actor.labels.count))};
  actor::Results results;
  for (const contract::Member& result : Slice(table.pool.members, actor.results))
    results.values.push_back(AnyValue(table, result.type, number, chance));
  return results;
}

}  // namespace

Call& CallBook::Add(Call call) {
  call.number = calls_.size() + 1;
  Call& added = calls_.emplace_back(std::move(call));
  asked_[{added.envelope, added.point, added.arguments, added.attempt}].push_back(&added);
  return added;
}

std::vector<const Call*> CallBook::Asked(const Question& question) const {
  const auto at = asked_.find(question);
  return at == asked_.end() ? std::vector<const Call*>() : at->second;
}

const std::set<std::string>& CallBook::EffectsOf(const std::string& root) const {
  static const std::set<std::string> none;
  const auto at = effects_.find(root);
  return at == effects_.end() ? none : at->second;
}

std::string PrintArguments(std::span<const Value> arguments) {
  std::string text;
  for (const Value& argument : arguments) text += meshc::property::Fingerprint(argument) + " ";
  return text;
}

ChanceAnswer AnswerByChance(const contract::RouteTable& table, const contract::Actor& actor,
                            std::uint64_t seed, std::size_t number) {
  Chance chance(seed * 0x9e3779b97f4a7c15ULL + number);
  ChanceAnswer answer{.outcome = AnyOutcome(table, actor, number, chance)};
  // Most take no time, some a while, few longer than anybody waits.
  switch (chance.Below(40)) {
    case 0: answer.takes_ns = 15 * kSecondNs; break;
    case 1:
    case 2:
    case 3:
    case 4: answer.takes_ns = static_cast<std::int64_t>(1 + chance.Below(3)) * kSecondNs; break;
    default: answer.takes_ns = static_cast<std::int64_t>(chance.Below(3)) * 1'000'000; break;
  }
  return answer;
}

}  // namespace mesh::simulation
