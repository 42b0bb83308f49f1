#include <fmt/format.h>

#include <stdexcept>

#include "tests/property/print/source_text.h"

namespace meshc::property {
namespace {

std::string Limit(const syntax::Bound& bound) {
  if (!bound.present) return "";
  if (!bound.is_float) return fmt::format("{}", bound.integer);
  const std::string text = fmt::format("{}", bound.number);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string Limits(const syntax::ConstraintExpression& constraint) {
  if (!constraint.present) return "";
  std::string text = constraint.has_range ? Limit(constraint.min) + ".." + Limit(constraint.max) : "";
  if (constraint.has_pattern) text += (text.empty() ? "pattern " : ", pattern ") + Quoted(constraint.pattern);
  return "(" + text + ")";
}

}  // namespace

std::string Text(const syntax::TypeExpression* type) {
  switch (type->kind) {
    case syntax::TypeExpressionKind::kName: return Text(type->name) + Limits(type->constraint);
    case syntax::TypeExpressionKind::kList: return "[" + Text(type->element) + "]" + Limits(type->constraint);
    case syntax::TypeExpressionKind::kMap: return "{" + Text(type->element) + "}";
    case syntax::TypeExpressionKind::kOptional: return Text(type->element) + "?";
    case syntax::TypeExpressionKind::kInvalid: break;
  }
  throw std::logic_error("a type with an error has no text");
}

/// Lines of their own.
std::string Text(const syntax::Leading& leading) {
  std::string text;
  if (!leading.doc.empty()) {
    text = "/// " + leading.doc.str() + "\n";
    for (std::size_t at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 1))
      text.insert(at + 1, "/// ");
    text.insert(0, "\n");
  }
  for (const syntax::Annotation& annotation : leading.annotations) {
    text += "@" + annotation.name.text.str();
    if (!annotation.arguments.empty()) {
      text +=
          "(" + Joined(annotation.arguments, ", ", [](const syntax::Expression* e) { return Text(e); }) + ")";
    }
    text += " ";
  }
  return text;
}

std::string Text(llvm::ArrayRef<syntax::MemberDeclaration> members, const char* separator) {
  return Joined(members, separator, [](const syntax::MemberDeclaration& member) {
    const std::string value = member.default_value == nullptr ? "" : " = " + Text(member.default_value);
    return Text(member.leading) + member.name.text.str() + ": " + Text(member.type) + value;
  });
}

}  // namespace meshc::property
