#include "tests/property/behaviour.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "tests/property/random.h"

namespace meshc::property {
namespace {

using mesh::Value;
using mesh::ValueKind;

std::uint64_t Hash(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325ULL ^ seed;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return Random(hash).Next();
}

/// Most visits take no time; in rough seas few take longer than a timeout lets them.
std::int64_t RandomDuration(Random& random, bool rough) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  if (random.Below(3) != 0) return 0;
  if (rough && random.OneIn(20)) return 40 * kSecond;
  return (1 + random.Below(rough ? 8 : 3)) * kSecond;
}

/// Now and then one step too many, or one that is not listed.
Planned RandomPlan(const types::Actor& actor, Random& random) {
  Planned plan;
  int count = random.Below(static_cast<int>(actor.max_steps) + 1);
  if (random.OneIn(12)) ++count;
  for (int i = 0; i < count; ++i) plan.steps.push_back(actor.steps[random.Next() % actor.steps.size()]);
  if (count > 0 && random.OneIn(12)) plan.steps.back() = "nobody";
  return plan;
}

}  // namespace

std::string Fingerprint(const Value& value) {
  std::string parts;
  switch (value.kind()) {
    case ValueKind::kAbsent: return "-";
    case ValueKind::kNull: return "null";
    case ValueKind::kBool: return value.boolean() ? "true" : "false";
    case ValueKind::kInt: return fmt::format("{}", value.integer());
    case ValueKind::kFloat: return fmt::format("{:a}", value.number());
    case ValueKind::kString: return fmt::format("\"{}\"", value.text());
    case ValueKind::kList:
      for (const Value& element : value.list()) parts += Fingerprint(element) + ",";
      return "[" + parts + "]";
    case ValueKind::kRecord:
      for (const Value& member : value.members()) parts += Fingerprint(member) + ",";
      return "{" + parts + "}";
    case ValueKind::kUnion: return fmt::format("{}:{}", value.tag(), Fingerprint(value.tagged()));
    case ValueKind::kTooDeep: return "too deep";
    case ValueKind::kExactNumber: return fmt::format("number {}", value.text());
    case ValueKind::kBytes: return fmt::format("bytes {:?}", value.text());
    case ValueKind::kTimestamp:
      return fmt::format("@{}s {}ns", value.timestamp().seconds, value.timestamp().nanoseconds);
    case ValueKind::kDuration: return fmt::format("{}ns", value.duration().nanoseconds);
    case ValueKind::kMap:
      for (const auto& [key, entry] : value.map())
        parts += fmt::format("\"{}\": {},", key, Fingerprint(entry));
      return "{" + parts + "}";
  }
  throw std::logic_error("a value of no kind");
}

Value RandomBehaviour::RandomValue(types::TypeId type, std::uint64_t bits) const {
  const types::Type& t = declarations_.types[type];
  const auto small = static_cast<std::int64_t>(bits % 7);
  switch (t.kind) {
    case types::TypeKind::kInt: return Value::Int(t.constraint.max ? small : small - 2);
    case types::TypeKind::kBool: return Value::Bool(bits % 2 == 0);
    case types::TypeKind::kString: return Value::String(std::string(bits % 3, 'x') + "w");
    case types::TypeKind::kOptional: return bits % 5 == 0 ? Value() : RandomValue(t.element, bits / 5);
    case types::TypeKind::kList: {
      mesh::ValueList elements;
      for (std::uint64_t left = bits % 4; left > 0; --left)
        elements.push_back(RandomValue(t.element, bits /= 4));
      return Value::List(std::move(elements));
    }
    case types::TypeKind::kEnum: {
      const auto& values = declarations_.enums[t.enumeration()].values;
      return Value::String(values[bits % values.size()].name);
    }
    case types::TypeKind::kRecord: {
      mesh::ValueList members;
      for (const auto& member : declarations_.records[t.record()].members) {
        members.push_back(RandomValue(member.type, bits /= 3));
      }
      return Value::Record(std::move(members));
    }
    default: throw std::logic_error("no random program has a result of this type");
  }
}

Reply RandomBehaviour::Answer(types::ActorId actor, const mesh::ValueList& arguments) {
  const types::Actor& declaration = declarations_.actors[actor];
  std::string key = declaration.name;
  for (const Value& argument : arguments) key += " " + Fingerprint(argument);
  key += fmt::format("#{}", visits_[declaration.name]++);
  Random random(Hash(key, seed_));
  Reply reply;
  reply.takes_ns = RandomDuration(random, rough_);
  reply.outcome = RandomOutcome(declaration, random);
  return reply;
}

/// What raises a parent may raise its children.
std::vector<types::ErrorId> RandomBehaviour::Raisable(const types::Actor& actor) const {
  std::vector<types::ErrorId> errors;
  for (const auto error : declarations_.errors.ids()) {
    const bool raised = std::any_of(actor.raises.begin(), actor.raises.end(), [&](types::ErrorId raises) {
      return types::Matches(declarations_, error, raises);
    });
    if (raised) errors.push_back(error);
  }
  return errors;
}

Outcome RandomBehaviour::RandomOutcome(const types::Actor& actor, Random& random) const {
  const int fate = random.Below(rough_ ? 24 : 160);
  if (fate == 0) return Raised{"crash", "it broke"};
  if (fate < 7 && !actor.raises.empty()) {
    const auto errors = Raisable(actor);
    return Raised{declarations_.errors[errors[random.Next() % errors.size()]].name, "as told"};
  }
  if (actor.kind == types::ActorKind::kChoiceRouter) {
    return Chosen{static_cast<std::uint32_t>(random.Next() % actor.labels.size())};
  }
  if (actor.kind == types::ActorKind::kPlanRouter) return RandomPlan(actor, random);
  mesh::ValueList results;
  for (const auto& result : actor.results) results.push_back(RandomValue(result.type, random.Next()));
  return results;
}

}  // namespace meshc::property
