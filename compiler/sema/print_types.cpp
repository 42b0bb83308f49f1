#include <fmt/format.h>

#include <iterator>

#include "compiler/sema/expressions/walk_expressions.h"
#include "compiler/sema/typed_program.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

std::string_view Spelling(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::kNone: return "";
    case ReferenceKind::kField: return "field";
    case ReferenceKind::kParam: return "param";
    case ReferenceKind::kVariable: return "variable";
    case ReferenceKind::kClause: return "clause";
    case ReferenceKind::kCaughtName: return "caught name";
    case ReferenceKind::kCaughtMessage: return "caught message";
    case ReferenceKind::kCaughtActor: return "caught actor";
    case ReferenceKind::kCaughtDetail: return "caught detail";
    case ReferenceKind::kMember: return "member";
    case ReferenceKind::kTag: return "tag";
    case ReferenceKind::kJsonMember: return "json member";
    case ReferenceKind::kEnumValue: return "enum value";
    case ReferenceKind::kEnumType: return "enum";
    case ReferenceKind::kFunction: return "function";
  }
  NoSuchEnumerator();
}

/// On one line, whatever the source looks like.
std::string Flatten(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string flat;
  for (const char c : text.substr(0, kLongest)) flat += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  return text.size() > kLongest ? flat + "..." : flat;
}

}  // namespace

std::string PrintTypes(const TypedProgram& program, const source::SourceManager& sources) {
  std::string text;
  for (const syntax::File& file : program.files) {
    fmt::format_to(std::back_inserter(text), "{}\n", sources.Name(file.id));
    WalkExpressions(file, [&](const syntax::Expression& e) {
      const ExpressionFacts& facts = program.FactsOf(e);
      const auto place = sources.Locate(e.range.file, e.range.begin);
      fmt::format_to(std::back_inserter(text), "  {}:{}: `{}`: {}", place.line, place.column,
                     Flatten(sources.Text(e.range)), types::PrintType(program.declarations, facts.type));
      if (facts.reference != ReferenceKind::kNone) {
        fmt::format_to(std::back_inserter(text), ", {}", Spelling(facts.reference));
      }
      text += facts.to_float ? ", as float\n" : "\n";
    });
  }
  return text;
}

}  // namespace meshc::sema
