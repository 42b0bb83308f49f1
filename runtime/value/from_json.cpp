// JSON to values, by type.
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/value/base64.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json.h"
#include "mesh/value/json_number.h"
#include "mesh/value/schemas.h"

namespace mesh {
namespace {

using contract::Index;
using contract::Type;
using contract::TypeKind;
using nlohmann::json;

class Decoder {
 public:
  Decoder(const Schemas& schemas, SchemaError& error) : schemas_(schemas), error_(error) {}

  bool Decode(Index index, const json& source, Value& value) {
    const Type& type = schemas_.type(index);
    if (!DecodeUnchecked(type, source, value)) return false;
    if (value.kind() == ValueKind::kTooDeep) return Fail(TooDeepText());
    if (type.kind == TypeKind::kOptional) return true;
    std::string broken = BrokenConstraint(schemas_, index, value);
    return broken.empty() || Fail(std::move(broken));
  }

 private:
  bool DecodeUnchecked(const Type& type, const json& source, Value& value) {
    switch (type.kind) {
      case TypeKind::kBool:
        return source.is_boolean() ? Set(value, Value::Bool(source.get<bool>())) : WrongKind(type, source);
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
        return source.is_null() ? Set(value, Value::Null()) : Decode(type.element, source, value);
      case TypeKind::kRecord: return DecodeRecord(type, source, value);
      case TypeKind::kUnion: return DecodeUnion(type, source, value);
    }
    return false;
  }

  bool DecodeInt(const Type& type, const json& source, Value& value) {
    if (const auto number = IntOf(source)) return Set(value, Value::Int(*number));
    if (!source.is_number() && !ExactDigits(source)) return WrongKind(type, source);
    return Fail("an int is expected, this number is none of 64 bits");
  }

  bool DecodeFloat(const Type& type, const json& source, Value& value) {
    const auto number = FloatOf(source);
    return number ? Set(value, Value::Float(*number)) : WrongKind(type, source);
  }

  bool DecodeText(const Type& type, const json& source, Value& value) {
    if (!source.is_string()) return WrongKind(type, source);
    const auto& text = source.get_ref<const std::string&>();
    if (type.kind == TypeKind::kString || type.kind == TypeKind::kEnum)
      return Set(value, Value::String(text));
    if (type.kind == TypeKind::kBytes) {
      auto raw = DecodeBase64(text);
      return raw ? Set(value, Value::Bytes(std::move(*raw))) : Fail("this is not base64 with padding");
    }
    if (type.kind == TypeKind::kTimestamp) {
      Timestamp time;
      return ParseTimestamp(text, time) ? Set(value, Value::Time(time))
                                        : Fail(fmt::format("`{}` is not a time of RFC 3339", text));
    }
    Duration span;
    return ParseDuration(text, span) ? Set(value, Value::Span(span))
                                     : Fail(fmt::format("`{}` is not a duration such as `1.5s`", text));
  }

  bool DecodeList(const Type& type, const json& source, Value& value) {
    if (!source.is_array()) return WrongKind(type, source);
    ValueList list(source.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!Decode(type.element, source[i], list[i])) return At(std::to_string(i));
    }
    return Set(value, Value::List(std::move(list)));
  }

  bool DecodeMap(const Type& type, const json& source, Value& value) {
    if (!source.is_object()) return WrongKind(type, source);
    ValueMap map;
    for (const auto& [key, child] : source.items()) {
      if (!Decode(type.element, child, map[key])) return At(key);
    }
    return Set(value, Value::Map(std::move(map)));
  }

  bool DecodeRecord(const Type& type, const json& source, Value& value) {
    if (!source.is_object()) return WrongKind(type, source);
    const auto members = schemas_.members(type);
    ValueList list(members.size);
    std::size_t known = 0;
    for (Index i = 0; i < members.size; ++i) {
      const auto found = Find(source, members[i].name, type.members.first + i);
      if (found != source.end()) ++known;
      if (!DecodeMember(members[i], found == source.end() ? nullptr : &*found, list[i])) {
        return At(members[i].name);
      }
    }
    ValueMap unknown;
    if (known < source.size()) unknown = Unknown(type.members, source);
    return Set(value, Value::Record(std::move(list), std::move(unknown)));
  }

  /// By its name, or by the one that it had once.
  json::const_iterator Find(const json& source, std::string_view name, Index member) const {
    const auto found = source.find(name);
    const std::string_view former = schemas_.FormerMember(member);
    return found != source.end() || former.empty() ? found : source.find(former);
  }

  bool DecodeMember(const contract::Member& member, const json* source, Value& value) {
    const bool optional = schemas_.type(member.type).kind == TypeKind::kOptional;
    if (source != nullptr && !Decode(member.type, *source, value)) return Hide(member);
    if (source == nullptr && member.default_value != contract::kNone) {
      value = FromConstant(schemas_.pool(), member.default_value);
    }
    if (optional && !value.present()) value = Value();
    if (source != nullptr || optional || member.default_value != contract::kNone) return true;
    return Fail(fmt::format("{} is missing", KindName(schemas_.type(member.type).kind)));
  }

  ValueMap Unknown(contract::Span members, const json& source) const {
    ValueMap unknown;
    for (const auto& [name, child] : source.items()) unknown.emplace(name, UnknownFromJson(child));
    for (Index member = members.first; member < members.first + members.count; ++member) {
      const auto read = Find(source, schemas_.pool().members[member].name, member);
      if (read != source.end()) unknown.erase(read.key());
    }
    return unknown;
  }

  bool DecodeUnion(const Type& type, const json& source, Value& value) {
    if (!source.is_object()) return WrongKind(type, source);
    if (source.size() != 1) return Fail("a union is an object with exactly one member");
    const auto tags = schemas_.members(type);
    const Index tag = FindTag(type, source.begin().key());
    if (tag == contract::kNone)
      return Fail(fmt::format("`{}` is not a tag of {}", source.begin().key(), type.name));
    Value inner;
    if (!Decode(tags[tag].type, *source.begin(), inner)) return Hide(tags[tag]), At(tags[tag].name);
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
  bool WrongKind(const Type& type, const json& source) {
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

Value NumberFromJson(const json& source, Digits digits) {
  if (const auto exact = ExactDigits(source)) {
    if (digits == Digits::kKept) return Value::ExactNumber(std::string(*exact));
    const bool whole = exact->find_first_of(".eE") == std::string_view::npos;
    if (const auto number = whole ? WholeNumber(*exact) : std::nullopt) return Value::Int(*number);
    const double nearest = NearestFloat(*exact);
    const bool same = !whole && MeansFloat(*exact, nearest);
    return same ? Value::Float(nearest) : Value::ExactNumber(std::string(*exact));
  }
  if (source.is_number_float()) return Value::Float(source.get<double>());
  if (const auto number = IntOf(source)) return Value::Int(*number);
  return Value::ExactNumber(std::to_string(source.get<std::uint64_t>()));
}

Value FromNode(const json& source, Digits digits) {
  if (source.is_null()) return Value::Null();
  if (source.is_boolean()) return Value::Bool(source.get<bool>());
  if (source.is_string()) return Value::String(source.get<std::string>());
  if (source.is_array()) {
    ValueList list;
    list.reserve(source.size());
    for (const json& element : source) list.push_back(FromNode(element, digits));
    return Value::List(std::move(list));
  }
  if (!source.is_object()) return NumberFromJson(source, digits);
  ValueMap map;
  for (const auto& [key, child] : source.items()) map.emplace(key, FromNode(child, digits));
  return Value::Map(std::move(map));
}

}  // namespace

std::variant<Value, SchemaError> FromJson(const Schemas& schemas, Index type, const json& source) {
  SchemaError error;
  Value value;
  if (Decoder(schemas, error).Decode(type, source, value)) return value;
  return error;
}

std::variant<Value, SchemaError> FromJson(const contract::Pool& pool, Index type, const json& source) {
  return FromJson(Schemas(pool), type, source);
}

Value AnyFromJson(const json& source) { return FromNode(source, Digits::kByValue); }
Value UnknownFromJson(const json& source) { return FromNode(source, Digits::kKept); }

}  // namespace mesh
