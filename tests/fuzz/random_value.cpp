#include "tests/fuzz/random_value.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>

namespace meshc::fuzz {
namespace {

using mesh::Value;
using property::Random;
using types::TypeKind;

template <typename T, std::size_t kCount>
const T& OneOf(const std::array<T, kCount>& choices, Random& random) {
  return choices[static_cast<std::size_t>(random.Below(kCount))];
}

std::int64_t RandomInt(Random& random) {
  if (random.OneIn(3))
    return OneOf(std::array<std::int64_t, 4>{INT64_MIN, INT64_MAX, INT64_MIN + 1, -1}, random);
  return random.Below(8) - 2;
}

mesh::Timestamp RandomTime(Random& random) {
  const std::array kEdges = {mesh::kFirstTimestamp, mesh::kLastTimestamp, mesh::Timestamp{-1, 999'999'999},
                             mesh::Timestamp::FromNanoseconds(INT64_MIN)};
  return random.OneIn(2) ? OneOf(kEdges, random) : mesh::Timestamp{random.Below(8) - 2, 0};
}

double RandomFloat(Random& random) {
  constexpr std::array kOdd = {-0.0, 0.0, 1e308, -1e308, 5e-324, 0.1, 9.3e18, -2.5};
  return random.OneIn(2) ? OneOf(kOdd, random) : random.Below(9) - 4;
}

/// Numbers, blanks and letters of more than one byte among them.
std::string RandomText(Random& random) {
  constexpr std::array kTexts = {"",   "a", "b ",  " a", "ab",  "Aa", "12", "-3", "1.5", "1e9",
                                 "\t", "ä", "漢a", "a",  "[a]", "0",  "x",  "n",  "+1",  "-"};
  return OneOf(kTexts, random);
}

Value RandomJson(Random& random, int depth) {
  switch (random.Below(depth > 0 ? 8 : 5)) {
    case 0: return Value::Null();
    case 1: return Value::Bool(random.OneIn(2));
    case 2: return Value::Int(RandomInt(random));
    case 3: return Value::Float(RandomFloat(random));
    case 4: return Value::String(RandomText(random));
    case 5: return Value::List({RandomJson(random, depth - 1), RandomJson(random, depth - 1)});
    default: return Value::Map({{"a", RandomJson(random, depth - 1)}, {"b", RandomJson(random, depth - 1)}});
  }
}

/// Values of types that have parts.
class Composer {
 public:
  Composer(const types::Declarations& declarations, Random& random)
      : declarations_(declarations), random_(random) {}

  Value Compose(types::TypeId id) {
    const types::Type& type = declarations_.types[id];
    switch (type.kind) {
      case TypeKind::kBool: return Value::Bool(random_.OneIn(2));
      case TypeKind::kInt: return Int(type.constraint);
      case TypeKind::kFloat: return Value::Float(RandomFloat(random_));
      case TypeKind::kString: return Value::String(RandomText(random_));
      case TypeKind::kBytes: return Value::Bytes(RandomText(random_));
      case TypeKind::kTimestamp: return Value::Time(RandomTime(random_));
      case TypeKind::kDuration: return Value::Span({RandomInt(random_)});
      case TypeKind::kJson: return RandomJson(random_, 3);
      case TypeKind::kList: return List(type);
      case TypeKind::kMap: return Map(type);
      case TypeKind::kOptional: return random_.OneIn(3) ? Value() : Compose(type.element);
      case TypeKind::kRecord: return Record(declarations_.records[type.record()]);
      case TypeKind::kEnum: return Enum(declarations_.enums[type.enumeration()]);
      case TypeKind::kUnion: return Union(declarations_.unions[type.union_type()]);
      case TypeKind::kInvalid:
      case TypeKind::kNull: break;
    }
    throw std::logic_error("no field has this type");
  }

 private:
  Value Int(const types::Constraint& bounds) {
    return Value::Int(
        std::clamp(RandomInt(random_), bounds.min.value_or(INT64_MIN), bounds.max.value_or(INT64_MAX)));
  }
  Value List(const types::Type& type) {
    mesh::ValueList elements;
    for (int left = random_.Below(4); left > 0; --left) elements.push_back(Compose(type.element));
    return Value::List(std::move(elements));
  }
  Value Map(const types::Type& type) {
    mesh::ValueMap entries;
    for (int left = random_.Below(4); left > 0; --left) {
      entries.insert_or_assign(RandomText(random_), Compose(type.element));
    }
    return Value::Map(std::move(entries));
  }
  Value Record(const types::Record& record) {
    mesh::ValueList members;
    for (const auto& member : record.members) members.push_back(Compose(member.type));
    return Value::Record(std::move(members));
  }
  Value Enum(const types::Enum& type) {
    return Value::String(type.values[random_.Next() % type.values.size()].name);
  }
  Value Union(const types::Union& type) {
    const auto tag = static_cast<std::uint32_t>(random_.Next() % type.tags.size());
    return Value::Union(tag, Compose(type.tags[tag].type));
  }

  const types::Declarations& declarations_;
  Random& random_;
};

}  // namespace

Value RandomValue(const types::Declarations& declarations, types::TypeId type, Random& random) {
  return Composer(declarations, random).Compose(type);
}

}  // namespace meshc::fuzz
