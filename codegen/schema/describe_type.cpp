#include "codegen/schema/describe_type.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "codegen/schema/ecma_pattern.h"
#include "codegen/schema/put_constant.h"
#include "codegen/schema/text_forms.h"

namespace meshc::codegen {
namespace {

using nlohmann::ordered_json;
using types::Constraint;
using types::Declarations;
using types::Type;
using types::TypeId;
using types::TypeKind;
using Reached = std::set<TypeId>;

void PutBounds(const Constraint& constraint, const char* least, const char* most, ordered_json& schema) {
  if (constraint.min) schema[least] = *constraint.min;
  if (constraint.max) schema[most] = *constraint.max;
}

void DescribeFloat(const Constraint& constraint, ordered_json& schema) {
  schema["type"] = "number";
  if (constraint.float_min) schema["minimum"] = *constraint.float_min;
  if (constraint.float_max) schema["maximum"] = *constraint.float_max;
}

void DescribeString(const Constraint& constraint, ordered_json& schema) {
  schema["type"] = "string";
  PutBounds(constraint, "minLength", "maxLength", schema);
  // A pattern of the language matches the whole string, one of JSON Schema any part of it.
  if (constraint.pattern.empty()) return;
  const auto translated = ToEcmaPattern(constraint.pattern);
  if (const auto* pattern = std::get_if<std::string>(&translated))
    schema["pattern"] = WholeText(*pattern);
  else
    schema["x-pattern-re2"] = constraint.pattern;
}

/// Of 64 bits, as hosts read them.
void DescribeInt(const Constraint& constraint, ordered_json& schema) {
  schema["type"] = "integer";
  schema["minimum"] = constraint.min.value_or(std::numeric_limits<std::int64_t>::min());
  schema["maximum"] = constraint.max.value_or(std::numeric_limits<std::int64_t>::max());
}

void DescribeBytes(ordered_json& schema) {
  schema["type"] = "string";
  schema["contentEncoding"] = "base64";
  schema["pattern"] = WholeText(kBase64Form);
}

void DescribeTimestamp(ordered_json& schema) {
  schema["type"] = "string";
  schema["format"] = "date-time";
  schema["pattern"] = WholeText(TimestampForm());
}

void DescribeOptional(const Declarations& declarations, TypeId element, ordered_json& schema,
                      Reached& reached) {
  ordered_json present = ordered_json::object();
  DescribeType(declarations, element, present, reached);
  schema["anyOf"] = ordered_json::array({present, {{"type", "null"}}});
}

void DescribeEnum(const types::Enum& type, ordered_json& schema) {
  schema["type"] = "string";
  const bool explained = std::any_of(type.values.begin(), type.values.end(),
                                     [](const types::EnumValue& value) { return !value.origin.doc.empty(); });
  if (explained && !type.open) {
    for (const types::EnumValue& value : type.values) {
      ordered_json known = {{"const", value.name}};
      if (!value.origin.doc.empty()) known["description"] = value.origin.doc;
      schema["oneOf"].push_back(std::move(known));
    }
    return;
  }
  ordered_json values = ordered_json::array();
  for (const types::EnumValue& value : type.values) values.push_back(value.name);
  // An open enum takes any text: its values are only what is known today.
  schema[type.open ? "examples" : "enum"] = std::move(values);
}

void DescribeRecord(const Declarations& declarations, const types::Record& record, ordered_json& schema,
                    Reached& reached) {
  schema["type"] = "object";
  schema["properties"] = ordered_json::object();
  ordered_json required = ordered_json::array();
  for (const types::Member& member : record.members) {
    DescribeMember(declarations, member, schema["properties"][member.name], reached);
    if (!member.default_value && !declarations.types.IsOptional(member.type)) required.push_back(member.name);
  }
  schema["required"] = std::move(required);
}

void DescribeUnion(const Declarations& declarations, const types::Union& type, ordered_json& schema,
                   Reached& reached) {
  schema["type"] = "object";
  schema["properties"] = ordered_json::object();
  for (const types::Member& tag : type.tags) {
    DescribeMember(declarations, tag, schema["properties"][tag.name], reached);
  }
  schema["minProperties"] = 1;
  schema["maxProperties"] = 1;
  schema["additionalProperties"] = false;
}

const types::Origin& OriginOf(const Declarations& declarations, const Type& type) {
  if (type.kind == TypeKind::kRecord) return declarations.records[type.record()].origin;
  if (type.kind == TypeKind::kEnum) return declarations.enums[type.enumeration()].origin;
  return declarations.unions[type.union_type()].origin;
}

}  // namespace

const std::string& NameOfType(const Declarations& declarations, TypeId id) {
  const Type& type = declarations.types[id];
  if (type.kind == TypeKind::kRecord) return declarations.records[type.record()].name;
  if (type.kind == TypeKind::kEnum) return declarations.enums[type.enumeration()].name;
  return declarations.unions[type.union_type()].name;
}

void DescribeType(const Declarations& declarations, TypeId id, ordered_json& schema, Reached& reached) {
  const Type& type = declarations.types[id];
  if (schema.is_null()) schema = ordered_json::object();
  switch (type.kind) {
    case TypeKind::kInvalid:
    case TypeKind::kJson: return;
    case TypeKind::kNull: schema["type"] = "null"; return;
    case TypeKind::kBool: schema["type"] = "boolean"; return;
    case TypeKind::kInt: return DescribeInt(type.constraint, schema);
    case TypeKind::kFloat: return DescribeFloat(type.constraint, schema);
    case TypeKind::kString: return DescribeString(type.constraint, schema);
    case TypeKind::kBytes: return DescribeBytes(schema);
    case TypeKind::kTimestamp: return DescribeTimestamp(schema);
    case TypeKind::kDuration:
      schema["type"] = "string";
      schema["pattern"] = WholeText(DurationForm());
      return;
    case TypeKind::kList:
      schema["type"] = "array";
      DescribeType(declarations, type.element, schema["items"], reached);
      return PutBounds(type.constraint, "minItems", "maxItems", schema);
    case TypeKind::kMap:
      schema["type"] = "object";
      return DescribeType(declarations, type.element, schema["additionalProperties"], reached);
    case TypeKind::kOptional: return DescribeOptional(declarations, type.element, schema, reached);
    case TypeKind::kRecord:
    case TypeKind::kEnum:
    case TypeKind::kUnion:
      reached.insert(id);
      schema["$ref"] = "#/$defs/" + NameOfType(declarations, id);
      return;
  }
}

void DescribeNamedType(const Declarations& declarations, TypeId id, ordered_json& schema, Reached& reached) {
  const Type& type = declarations.types[id];
  schema = {{"title", NameOfType(declarations, id)}};
  const std::string& doc = OriginOf(declarations, type).doc;
  if (!doc.empty()) schema["description"] = doc;
  if (type.kind == TypeKind::kRecord)
    DescribeRecord(declarations, declarations.records[type.record()], schema, reached);
  if (type.kind == TypeKind::kEnum) DescribeEnum(declarations.enums[type.enumeration()], schema);
  if (type.kind == TypeKind::kUnion)
    DescribeUnion(declarations, declarations.unions[type.union_type()], schema, reached);
}

void DescribeMember(const Declarations& declarations, const types::Member& member, ordered_json& schema,
                    Reached& reached) {
  DescribeType(declarations, member.type, schema, reached);
  if (!member.origin.doc.empty()) schema["description"] = member.origin.doc;
  if (member.default_value) PutConstant(declarations, *member.default_value, member.type, schema["default"]);
  if (!member.origin.deprecated.empty()) schema["deprecated"] = true;
  if (member.sensitive) schema["x-sensitive"] = true;
}

}  // namespace meshc::codegen
