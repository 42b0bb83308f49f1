// Does a value in memory fit its type?
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mesh/contract/enumerator.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json.h"
#include "mesh/value/schemas.h"
#include "mesh/value/utf8.h"

namespace mesh {
namespace {

using contract::Index;
using contract::Type;
using contract::TypeKind;

class Conformity {
 public:
  Conformity(const Schemas& schemas, SchemaError& error) : schemas_(schemas), error_(error) {}

  bool Check(Index index, const Value& value) {
    const Type& type = schemas_.type(index);
    if (type.kind == TypeKind::kJson) return CheckJson(value);
    if (type.kind == TypeKind::kOptional) return !value.present() || Check(type.element, value);
    if (!HasKind(type.kind, value.kind())) return WrongKind(type.kind, value);
    if (std::string broken = BrokenConstraint(schemas_, index, value); !broken.empty()) {
      return Fail(std::move(broken));
    }
    if (type.kind == TypeKind::kList) return CheckElements(type, value.list());
    if (type.kind == TypeKind::kMap) return CheckEntries(type, value.map());
    if (type.kind == TypeKind::kRecord) return CheckRecord(type, value);
    if (type.kind == TypeKind::kUnion) return CheckUnion(type, value);
    return true;
  }

 private:
  static bool HasKind(TypeKind type, ValueKind value) {
    switch (type) {
      case TypeKind::kBool: return value == ValueKind::kBool;
      case TypeKind::kInt: return value == ValueKind::kInt;
      case TypeKind::kFloat: return value == ValueKind::kFloat;
      case TypeKind::kString:
      case TypeKind::kEnum: return value == ValueKind::kString;
      case TypeKind::kBytes: return value == ValueKind::kBytes;
      case TypeKind::kTimestamp: return value == ValueKind::kTimestamp;
      case TypeKind::kDuration: return value == ValueKind::kDuration;
      case TypeKind::kList: return value == ValueKind::kList;
      case TypeKind::kMap: return value == ValueKind::kMap;
      case TypeKind::kRecord: return value == ValueKind::kRecord;
      case TypeKind::kUnion: return value == ValueKind::kUnion;
      case TypeKind::kJson:
      case TypeKind::kOptional: return true;
    }
    contract::NoSuchEnumerator();
  }

  bool CheckElements(const Type& type, const ValueList& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!Check(type.element, list[i])) return At(std::to_string(i));
    }
    return true;
  }

  bool CheckEntries(const Type& type, const ValueMap& map) {
    for (const auto& [key, value] : map) {
      if (!CountCodePoints(key)) return Fail("a key is not UTF-8");
      if (!Check(type.element, value)) return At(key);
    }
    return true;
  }

  bool CheckRecord(const Type& type, const Value& record) {
    const auto members = schemas_.members(type);
    if (record.members().size() != members.size) return Fail("a record has another number of members");
    for (Index i = 0; i < members.size; ++i) {
      if (!Check(members[i].type, record.members()[i])) return AtMember(members[i], record.members()[i]);
    }
    for (const auto& [name, value] : record.unknown_members()) {
      if (!CountCodePoints(name)) return Fail("a member's name is not UTF-8");
      if (!CheckJson(value)) return At(name);
      if (Declares(members, name))
        return Fail(fmt::format("an unknown member has the declared name `{}`", name));
    }
    return true;
  }

  static bool Declares(contract::Array<contract::Member> members, std::string_view name) {
    return std::any_of(members.begin(), members.end(),
                       [&](const contract::Member& member) { return member.name == name; });
  }

  bool CheckUnion(const Type& type, const Value& value) {
    const auto tags = schemas_.members(type);
    if (value.tag() >= tags.size) return Fail("a union has an unknown tag");
    return Check(tags[value.tag()].type, value.tagged()) || AtMember(tags[value.tag()], value.tagged());
  }

  bool CheckJson(const Value& value) {
    switch (value.kind()) {
      case ValueKind::kNull:
      case ValueKind::kBool:
      case ValueKind::kInt:
      case ValueKind::kExactNumber: return true;
      case ValueKind::kFloat: return std::isfinite(value.number()) || Fail("a float is not finite");
      case ValueKind::kString:
        return CountCodePoints(value.text()).has_value() || Fail("a string is not UTF-8");
      case ValueKind::kList:
      case ValueKind::kMap: return CheckJsonChildren(value);
      case ValueKind::kAbsent:
      case ValueKind::kBytes:
      case ValueKind::kTimestamp:
      case ValueKind::kDuration:
      case ValueKind::kTooDeep:
      case ValueKind::kRecord:
      case ValueKind::kUnion: return WrongKind(TypeKind::kJson, value);
    }
    contract::NoSuchEnumerator();
  }

  bool CheckJsonChildren(const Value& value) {
    if (value.kind() == ValueKind::kList) {
      for (std::size_t i = 0; i < value.list().size(); ++i) {
        if (!CheckJson(value.list()[i])) return At(std::to_string(i));
      }
      return true;
    }
    for (const auto& [key, child] : value.map()) {
      if (!CountCodePoints(key)) return Fail("a key is not UTF-8");
      if (!CheckJson(child)) return At(key);
    }
    return true;
  }

  bool WrongKind(TypeKind type, const Value& value) {
    if (!value.present()) return Fail(fmt::format("{} is missing", KindName(type)));
    if (value.kind() == ValueKind::kTooDeep) return Fail(TooDeepText());
    return Fail(fmt::format("this is not {}", KindName(type)));
  }
  bool Fail(std::string message) {
    error_ = {"", std::move(message)};
    return false;
  }
  bool AtMember(const contract::Member& member, const Value& value) {
    if (member.sensitive && value.present()) error_ = RedactedError();
    return At(member.name);
  }
  bool At(std::string_view step) {
    PrefixPath(error_, step);
    return false;
  }

  const Schemas& schemas_;
  SchemaError& error_;
};

}  // namespace

std::variant<std::monostate, SchemaError> Conform(const Schemas& schemas, Index type, const Value& value) {
  SchemaError error;
  if (Conformity(schemas, error).Check(type, value)) return std::monostate{};
  return error;
}

}  // namespace mesh
