#include "mesh/value/constraints.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "mesh/contract/enumerator.h"
#include "mesh/value/utf8.h"

namespace mesh {
namespace {

using contract::Index;
using contract::Type;
using contract::TypeKind;

std::string OutsideInt(const Type& type, std::int64_t value) {
  if (type.has_min && value < type.min) return fmt::format("{} is below {}", value, type.min);
  if (type.has_max && value > type.max) return fmt::format("{} is above {}", value, type.max);
  return {};
}

std::string OutsideFloat(const Type& type, double value) {
  if (!std::isfinite(value)) return "a float is not finite";
  if (type.has_min && value < type.float_min) {
    return fmt::format("{} is below {}", PrintFloat(value), PrintFloat(type.float_min));
  }
  if (type.has_max && value > type.float_max) {
    return fmt::format("{} is above {}", PrintFloat(value), PrintFloat(type.float_max));
  }
  return {};
}

std::string OutsideLength(const Type& type, std::size_t size) {
  const auto length = static_cast<std::int64_t>(size);
  if (type.has_min && length < type.min) return fmt::format("length {} is below {}", length, type.min);
  if (type.has_max && length > type.max) return fmt::format("length {} is above {}", length, type.max);
  return {};
}

std::string BrokenString(const Schemas& schemas, Index index, std::string_view text) {
  const std::optional<std::size_t> length = CountCodePoints(text);
  if (!length) return "a string is not UTF-8";
  const Type& type = schemas.type(index);
  if (std::string outside = OutsideLength(type, *length); !outside.empty()) return outside;
  if (!schemas.Matches(index, text)) return fmt::format("the pattern `{}` does not match", type.pattern);
  return {};
}

std::string BrokenEnum(const Schemas& schemas, const Type& type, std::string_view text) {
  if (type.open) return CountCodePoints(text) ? "" : "a string is not UTF-8";
  const contract::Array<std::string_view> values = Slice(schemas.pool().strings, type.values);
  if (std::find(values.begin(), values.end(), text) != values.end()) return {};
  return fmt::format("`{}` is not a value of {}", text, type.name.empty() ? "the enum" : type.name);
}

}  // namespace

std::string BrokenConstraint(const Schemas& schemas, Index index, const Value& value) {
  const Type& type = schemas.type(index);
  switch (type.kind) {
    case TypeKind::kInt: return OutsideInt(type, value.integer());
    case TypeKind::kFloat: return OutsideFloat(type, value.number());
    case TypeKind::kString: return BrokenString(schemas, index, value.text());
    case TypeKind::kEnum: return BrokenEnum(schemas, type, value.text());
    case TypeKind::kList: return OutsideLength(type, value.list().size());
    case TypeKind::kMap: return OutsideLength(type, value.map().size());
    case TypeKind::kBytes: return OutsideLength(type, value.text().size());
    case TypeKind::kTimestamp:
      return IsWritable(value.timestamp()) ? "" : "a timestamp is outside of the years 0001 to 9999";
    case TypeKind::kBool:
    case TypeKind::kDuration:
    case TypeKind::kJson:
    case TypeKind::kOptional:
    case TypeKind::kRecord:
    case TypeKind::kUnion: return {};
  }
  contract::NoSuchEnumerator();
}

std::string_view KindName(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBool: return "a bool";
    case TypeKind::kInt: return "an int";
    case TypeKind::kFloat: return "a float";
    case TypeKind::kString: return "a string";
    case TypeKind::kBytes: return "bytes";
    case TypeKind::kTimestamp: return "a timestamp";
    case TypeKind::kDuration: return "a duration";
    case TypeKind::kJson: return "json";
    case TypeKind::kList: return "a list";
    case TypeKind::kMap: return "a map";
    case TypeKind::kOptional: return "an optional";
    case TypeKind::kRecord: return "a record";
    case TypeKind::kEnum: return "an enum value";
    case TypeKind::kUnion: return "a union";
  }
  contract::NoSuchEnumerator();
}

SchemaError RedactedError() { return {"", fmt::format("the value, {}, does not fit its type", kRedacted)}; }

std::string TooDeepText() { return fmt::format("a value is nested deeper than {} levels", kMaxDepth); }

void PrefixPath(SchemaError& error, std::string_view step) {
  std::string path = "/";
  for (const char character : step) {
    if (character == '~')
      path += "~0";
    else if (character == '/')
      path += "~1";
    else
      path += character;
  }
  error.path.insert(0, path);
}

}  // namespace mesh
