#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include "compiler/queries/hover.h"

namespace meshc::queries {
namespace {

using llvm::dyn_cast;
using syntax::Declaration;

/// Long lists are cut: the declaration is one click away.
constexpr std::size_t kMostLines = 30;

/// Without the spaces that its lines have in common but for the first.
std::string Unindent(std::string_view text) {
  std::string result;
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (++lines > kMostLines) return result + "\n…";
    result += (begin == 0 ? "" : "\n") + std::string(line);
    begin = end + 1;
  }
  return result;
}

std::uint32_t HeadEnd(const CheckedRoot& root, const Declaration& declaration) {
  if (const auto* flow = dyn_cast<syntax::FlowDeclaration>(&declaration)) return flow->header.end;
  const std::string_view text = root.Text(declaration.range);
  const auto* scenario = dyn_cast<syntax::ScenarioDeclaration>(&declaration);
  const bool platform = declaration.kind == syntax::DeclarationKind::kFlavor ||
                        declaration.kind == syntax::DeclarationKind::kDeploy;
  if (scenario == nullptr && !platform) return declaration.range.end;
  const std::size_t brace = std::min(text.find('{'), text.size());
  return declaration.range.begin + static_cast<std::uint32_t>(brace);
}

/// The source of what is declared: all of a small thing, the head of a large one.
std::string SourceOf(const CheckedRoot& root, const Declared& declared) {
  if (declared.kind == DeclaredKind::kVariable || declared.kind == DeclaredKind::kClauseVariable) {
    const std::string_view text = root.Text(declared.extent);
    std::string_view head = text.substr(0, std::min(text.find('{'), text.size()));
    while (!head.empty() && (head.back() == ' ' || head.back() == '\n' || head.back() == '\r'))
      head.remove_suffix(1);
    return std::string(head);
  }
  source::SourceRange range = declared.extent;
  if (!declared.is_part()) range.end = HeadEnd(root, *declared.declaration);
  std::string_view text = root.Text(range);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r'))
    text.remove_suffix(1);
  return Unindent(text);
}

std::string ArgumentText(const CheckedRoot& root, const syntax::Annotation& annotation, std::size_t index) {
  if (index >= annotation.arguments.size()) return "";
  const syntax::Expression& argument = *annotation.arguments[index];
  if (const auto* literal = dyn_cast<syntax::LiteralExpression>(&argument);
      literal != nullptr && literal->literal == syntax::LiteralKind::kString)
    return literal->string.str();
  return std::string(root.Text(argument.range));
}

std::string DescribeAnnotations(const CheckedRoot& root, const syntax::Leading& leading) {
  std::string text;
  for (const syntax::Annotation& annotation : leading.annotations) {
    const std::string value = ArgumentText(root, annotation, 0);
    if (annotation.name.text == "deprecated") text += fmt::format("\n\n**Deprecated**: {}", value);
    if (annotation.name.text == "owner") text += fmt::format("\n\nOwner: {}", value);
    if (annotation.name.text == "was") text += fmt::format("\n\nFormerly `{}`", value);
    if (annotation.name.text == "sensitive") text += "\n\nSensitive: redacted in logs, traces and graphs";
    if (annotation.name.text == "cost") text += fmt::format("\n\nCost per visit: {}", value);
  }
  return text;
}

}  // namespace

std::string DescribeDeclaration(const CheckedRoot& root, const Declared& declared) {
  std::string text = fmt::format("```flow\n{}\n```", SourceOf(root, declared));
  const bool variable =
      declared.kind == DeclaredKind::kVariable || declared.kind == DeclaredKind::kClauseVariable;
  if (declared.is_part() && !variable && !declared.declaration->name.text.empty()) {
    text += fmt::format("\n{} of `{}`", Noun(declared.kind), declared.declaration->name.text.str());
  }
  if (declared.leading != nullptr) {
    if (!declared.leading->doc.empty()) text += "\n\n" + declared.leading->doc.str();
    text += DescribeAnnotations(root, *declared.leading);
  }
  return text;
}

}  // namespace meshc::queries
