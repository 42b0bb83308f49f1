#include "mesh/compatibility/type_text.h"

#include <fmt/format.h>

#include "mesh/contract/enumerator.h"
#include "mesh/value/json.h"

#include <nlohmann/json.hpp>

namespace mesh::compatibility {
namespace {

using contract::Type;
using contract::TypeKind;

std::string Bounds(const Type& type) {
  if (!type.has_min && !type.has_max) return "";
  const bool real = type.kind == TypeKind::kFloat;
  const std::string min = real ? PrintFloat(type.float_min) : std::to_string(type.min);
  const std::string max = real ? PrintFloat(type.float_max) : std::to_string(type.max);
  return (type.has_min ? min : "") + ".." + (type.has_max ? max : "");
}

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string Constraint(const Type& type) {
  std::string text = Bounds(type);
  if (!type.pattern.empty()) text += (text.empty() ? "pattern " : ", pattern ") + Quote(type.pattern);
  return text.empty() ? "" : "(" + text + ")";
}

std::string Plain(const contract::Pool& pool, const Type& type) {
  switch (type.kind) {
    case TypeKind::kBool: return "bool";
    case TypeKind::kInt: return "int";
    case TypeKind::kFloat: return "float";
    case TypeKind::kString: return "string";
    case TypeKind::kBytes: return "bytes";
    case TypeKind::kTimestamp: return "timestamp";
    case TypeKind::kDuration: return "duration";
    case TypeKind::kJson: return "json";
    case TypeKind::kList: return "[" + PrintType(pool, type.element) + "]";
    case TypeKind::kMap: return "{" + PrintType(pool, type.element) + "}";
    case TypeKind::kOptional: return PrintType(pool, type.element) + "?";
    case TypeKind::kRecord:
    case TypeKind::kEnum:
    case TypeKind::kUnion: return std::string(type.name);
  }
  contract::NoSuchEnumerator();
}

}  // namespace

std::string PrintType(const contract::Pool& pool, const Type& type) {
  return Plain(pool, type) + Constraint(type);
}

std::string PrintType(const contract::Pool& pool, contract::Index type) {
  return PrintType(pool, pool.types[type]);
}

std::string PrintConstant(const contract::Pool& pool, contract::Index type, contract::Index constant) {
  const Value value = FromConstant(pool, constant);
  if (!value.present()) return "null";
  // Members sorted: their order says nothing.
  return WriteJson(nlohmann::json::parse(ToJson(pool, type, value)));
}

std::string PrintMembers(const contract::Pool& pool, contract::Span members) {
  std::string text;
  for (const contract::Member& member : Slice(pool.members, members)) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", member.name, PrintType(pool, member.type));
    if (member.default_value != contract::kNone)
      text += " = " + PrintConstant(pool, member.type, member.default_value);
  }
  return text;
}

}  // namespace mesh::compatibility
