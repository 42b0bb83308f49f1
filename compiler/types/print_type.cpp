#include <fmt/format.h>

#include "compiler/support/enumerator.h"
#include "compiler/types/declarations.h"

namespace meshc::types {
namespace {

std::string PrintNumber(std::int64_t value) { return fmt::format("{}", value); }

std::string PrintNumber(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

template <typename T>
std::string PrintBounds(const std::optional<T>& min, const std::optional<T>& max) {
  if (!min && !max) return "";
  return (min ? PrintNumber(*min) : "") + ".." + (max ? PrintNumber(*max) : "");
}

std::string Quote(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string PrintConstraint(const Constraint& constraint) {
  std::string text = PrintBounds(constraint.min, constraint.max);
  text += PrintBounds(constraint.float_min, constraint.float_max);
  if (!constraint.pattern.empty()) {
    if (!text.empty()) text += ", ";
    text += "pattern " + Quote(constraint.pattern);
  }
  return text.empty() ? "" : "(" + text + ")";
}

std::string PrintPlain(const Declarations& declarations, const Type& type) {
  switch (type.kind) {
    case TypeKind::kInvalid: return "unknown";
    case TypeKind::kNull: return "null";
    case TypeKind::kBool: return "bool";
    case TypeKind::kInt: return "int";
    case TypeKind::kFloat: return "float";
    case TypeKind::kString: return "string";
    case TypeKind::kBytes: return "bytes";
    case TypeKind::kTimestamp: return "timestamp";
    case TypeKind::kDuration: return "duration";
    case TypeKind::kJson: return "json";
    case TypeKind::kList: return "[" + PrintType(declarations, type.element) + "]";
    case TypeKind::kMap: return "{" + PrintType(declarations, type.element) + "}";
    case TypeKind::kOptional: return PrintType(declarations, type.element) + "?";
    case TypeKind::kRecord: return declarations.records[type.record()].name;
    case TypeKind::kEnum: return declarations.enums[type.enumeration()].name;
    case TypeKind::kUnion: return declarations.unions[type.union_type()].name;
  }
  NoSuchEnumerator();
}

}  // namespace

std::string PrintType(const Declarations& declarations, TypeId type) {
  const Type& entry = declarations.types[type];
  return PrintPlain(declarations, entry) + PrintConstraint(entry.constraint);
}

}  // namespace meshc::types
