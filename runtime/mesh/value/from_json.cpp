// JSON to values, by type.
#include <optional>

#include <fmt/format.h>

#include "mesh/contract/enumerator.h"
#include "mesh/value/base64.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json.h"
#include "mesh/value/json_number.h"
#include "mesh/value/schemas.h"
#include "mesh/value/time_problem.h"

namespace mesh {
namespace {

using contract::Index;
using contract::Type;
using contract::TypeKind;
using Kind = JsonNode::Kind;

class Decoder {
 public:
  Decoder(const Schemas& schemas, SchemaError& error) : schemas_(schemas), error_(error) {}

  bool Decode(Index index, const JsonNode& source, Value& value) {
    const Type& type = schemas_.type(index);
    if (!DecodeUnchecked(type, source, value)) return false;
    if (value.kind() == ValueKind::kTooDeep) return Fail(TooDeepText());
    if (type.kind == TypeKind::kOptional) return true;
    std::string broken = BrokenConstraint(schemas_, index, value);
    return broken.empty() || Fail(std::move(broken));
  }

 private:
  bool DecodeUnchecked(const Type& type, const JsonNode& source, Value& value) {
    switch (type.kind) {
      case TypeKind::kBool:
        return source.is(Kind::kBool) ? Set(value, Value::Bool(source.boolean)) : WrongKind(type, source);
      case TypeKind::kInt: return DecodeInt(type, source, value);
      case TypeKind::kFloat: return DecodeFloat(type, source, value);
      case TypeKind::kString:
      case TypeKind::kEnum:
      case TypeKind::kBytes:
      case TypeKind::kTimestamp:
      case TypeKind::kDuration: return DecodeText(type, source, value);
      case TypeKind::kJson: return Set(value, AnyFromJson(source));
      case TypeKind::kList: return DecodeList(type, source, value);
      case TypeKind::kMap: return DecodeMap(type, source, value);
      case TypeKind::kOptional:
        return source.is(Kind::kNull) ? Set(value, Value::Null()) : Decode(type.element, source, value);
      case TypeKind::kRecord: return DecodeRecord(type, source, value);
      case TypeKind::kUnion: return DecodeUnion(type, source, value);
    }
    contract::NoSuchEnumerator();
  }

  bool DecodeInt(const Type& type, const JsonNode& source, Value& value) {
    if (const auto number = IntOf(source)) return Set(value, Value::Int(*number));
    if (!source.is(Kind::kNumber)) return WrongKind(type, source);
    return Fail(IsWhole(source) ? "an int is expected, this number is none of 64 bits"
                                : "an int is expected, this number is not whole");
  }

  bool DecodeFloat(const Type& type, const JsonNode& source, Value& value) {
    const auto number = FloatOf(source);
    return number ? Set(value, Value::Float(*number)) : WrongKind(type, source);
  }

  bool DecodeText(const Type& type, const JsonNode& source, Value& value) {
    if (!source.is(Kind::kString)) return WrongKind(type, source);
    const std::string_view text = source.text;
    if (type.kind == TypeKind::kString || type.kind == TypeKind::kEnum)
      return Set(value, Value::String(std::string(text)));
    if (type.kind == TypeKind::kBytes) {
      auto raw = DecodeBase64(text);
      return raw ? Set(value, Value::Bytes(std::move(*raw))) : Fail("this is not base64 with padding");
    }
    if (type.kind == TypeKind::kTimestamp) {
      Timestamp time;
      return ParseTimestamp(text, time) ? Set(value, Value::Time(time))
                                        : Fail(fmt::format("`{}` {}", text, TimestampProblem(text)));
    }
    Duration span;
    return ParseDuration(text, span) ? Set(value, Value::Span(span))
                                     : Fail(fmt::format("`{}` {}", text, DurationProblem(text)));
  }

  bool DecodeList(const Type& type, const JsonNode& source, Value& value) {
    if (!source.is(Kind::kArray)) return WrongKind(type, source);
    ValueList list(source.children.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!Decode(type.element, source.children[i], list[i])) return At(std::to_string(i));
    }
    return Set(value, Value::List(std::move(list)));
  }

  bool DecodeMap(const Type& type, const JsonNode& source, Value& value) {
    if (!source.is(Kind::kObject)) return WrongKind(type, source);
    ValueMap map;
    for (const JsonNode& entry : source.children) {
      // They come by name, as the map holds them.
      Value& added = map.emplace_hint(map.end(), entry.name, Value())->second;
      if (!Decode(type.element, entry, added)) return At(entry.name);
    }
    return Set(value, Value::Map(std::move(map)));
  }

  bool DecodeRecord(const Type& type, const JsonNode& source, Value& value) {
    if (!source.is(Kind::kObject)) return WrongKind(type, source);
    const auto members = schemas_.members(type);
    ValueList list(members.size);
    std::size_t known = 0;
    for (Index i = 0; i < members.size; ++i) {
      const JsonNode* found = Find(source, members[i].name, type.members.first + i);
      if (found != nullptr) ++known;
      if (!DecodeMember(members[i], found, list[i])) return At(members[i].name);
    }
    ValueMap unknown;
    if (known < source.children.size()) unknown = Unknown(type.members, source);
    return Set(value, Value::Record(std::move(list), std::move(unknown)));
  }

  /// By its name, or by the one that it had once.
  const JsonNode* Find(const JsonNode& source, std::string_view name, Index member) const {
    const JsonNode* found = source.Find(name);
    const std::string_view former = schemas_.FormerMember(member);
    return found != nullptr || former.empty() ? found : source.Find(former);
  }

  bool DecodeMember(const contract::Member& member, const JsonNode* source, Value& value) {
    const bool optional = schemas_.type(member.type).kind == TypeKind::kOptional;
    if (source != nullptr && !Decode(member.type, *source, value)) return Hide(member);
    if (source == nullptr && member.default_value != contract::kNone) {
      value = FromConstant(schemas_.pool(), member.default_value);
    }
    if (optional && !value.present()) value = Value();
    if (source != nullptr || optional || member.default_value != contract::kNone) return true;
    return Fail(fmt::format("{} is missing", KindName(schemas_.type(member.type).kind)));
  }

  ValueMap Unknown(contract::Span members, const JsonNode& source) const {
    ValueMap unknown;
    for (const JsonNode& child : source.children)
      unknown.emplace_hint(unknown.end(), child.name, UnknownFromJson(child));
    for (Index member = members.first; member < members.first + members.count; ++member) {
      const JsonNode* read = Find(source, schemas_.pool().members[member].name, member);
      if (read != nullptr) unknown.erase(unknown.find(read->name));
    }
    return unknown;
  }

  bool DecodeUnion(const Type& type, const JsonNode& source, Value& value) {
    if (!source.is(Kind::kObject)) return WrongKind(type, source);
    if (source.children.size() != 1) return Fail("a union is an object with exactly one member");
    const auto tags = schemas_.members(type);
    const JsonNode& only = source.children.front();
    const Index tag = FindTag(type, only.name);
    if (tag == contract::kNone) return Fail(fmt::format("`{}` is not a tag of {}", only.name, type.name));
    Value inner;
    if (!Decode(tags[tag].type, only, inner)) return Hide(tags[tag]), At(tags[tag].name);
    return Set(value, Value::Union(tag, std::move(inner)));
  }

  Index FindTag(const Type& type, std::string_view name) const {
    const auto tags = schemas_.members(type);
    for (Index tag = 0; tag < tags.size; ++tag) {
      if (tags[tag].name == name) return tag;
    }
    for (Index tag = 0; tag < tags.size; ++tag) {
      if (schemas_.FormerMember(type.members.first + tag) == name && !name.empty()) return tag;
    }
    return contract::kNone;
  }

  static bool Set(Value& value, Value decoded) {
    value = std::move(decoded);
    return true;
  }
  bool WrongKind(const Type& type, const JsonNode& source) {
    return Fail(fmt::format("{} is expected, this is {}", KindName(type.kind), KindOfNode(source)));
  }
  bool Fail(std::string message) {
    error_ = {"", std::move(message)};
    return false;
  }
  bool Hide(const contract::Member& member) {
    if (member.sensitive) error_ = RedactedError();
    return false;
  }
  bool At(std::string_view step) {
    PrefixPath(error_, step);
    return false;
  }

  const Schemas& schemas_;
  SchemaError& error_;
};

enum class Digits { kByValue, kKept };

Value NumberFromJson(const JsonNode& source, Digits digits) {
  const std::string_view text = source.text;
  const bool whole = text.find_first_of(".eE") == std::string_view::npos;
  if (const auto number = whole && text != "-0" ? IntOf(source) : std::nullopt) return Value::Int(*number);
  const double nearest = NearestFloat(text);
  if (!whole && PrintFloat(nearest) == text) return Value::Float(nearest);
  if (digits == Digits::kKept) return Value::ExactNumber(std::string(text));
  if (whole) {
    const auto number = WholeNumber(text);
    return number ? Value::Int(*number) : Value::ExactNumber(std::string(text));
  }
  return MeansFloat(text, nearest) ? Value::Float(nearest) : Value::ExactNumber(std::string(text));
}

Value FromNode(const JsonNode& source, Digits digits) {
  switch (source.kind) {
    case Kind::kNull: return Value::Null();
    case Kind::kBool: return Value::Bool(source.boolean);
    case Kind::kNumber: return NumberFromJson(source, digits);
    case Kind::kString: return Value::String(std::string(source.text));
    case Kind::kArray: {
      ValueList list;
      list.reserve(source.children.size());
      for (const JsonNode& element : source.children) list.push_back(FromNode(element, digits));
      return Value::List(std::move(list));
    }
    case Kind::kObject: {
      ValueMap map;
      for (const JsonNode& child : source.children)
        map.emplace_hint(map.end(), child.name, FromNode(child, digits));
      return Value::Map(std::move(map));
    }
  }
  contract::NoSuchEnumerator();
}

}  // namespace

std::variant<Value, SchemaError> FromJson(const Schemas& schemas, Index type, const JsonNode& source) {
  SchemaError error;
  Value value;
  if (Decoder(schemas, error).Decode(type, source, value)) return value;
  return error;
}

std::variant<Value, SchemaError> FromJson(const Schemas& schemas, Index type, const nlohmann::json& json) {
  return FromJson(schemas, type, JsonTree::Of(json).root());
}

std::variant<Value, SchemaError> FromJson(const contract::Pool& pool, Index type, const JsonNode& source) {
  return FromJson(Schemas(pool), type, source);
}

Value AnyFromJson(const JsonNode& source) { return FromNode(source, Digits::kByValue); }
Value UnknownFromJson(const JsonNode& source) { return FromNode(source, Digits::kKept); }

}  // namespace mesh
