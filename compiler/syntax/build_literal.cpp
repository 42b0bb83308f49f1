#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/build.h"
#include "compiler/syntax/parse/number.h"
#include "compiler/syntax/parse/string_literal.h"

namespace meshc::syntax {
namespace {

using diagnostics::Lexeme;
using diagnostics::Reason;
namespace diag = diagnostics::diag;

std::string_view MalformedHelp(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0b")) return "numbers are decimal";
  if (text.find('_') != std::string_view::npos) return "a single `_` may stand between two digits";
  return "numbers are written like `42`, `1_000`, `3.5`, `1e-3` or `30s`";
}

// A number that begins with its point has been reported by the lexer.
void ReportNumber(Build& build, SourceRange range, NumberKind kind) {
  const std::string text = build.TextOf(range).str();
  switch (kind) {
    case NumberKind::kMalformed:
      if (text.starts_with('.')) return;
      build.reporter.Report(diag::MalformedNumber, range, Lexeme{text})
          .AddHelp(std::string(MalformedHelp(text)));
      return;
    case NumberKind::kUnknownUnit:
      build.reporter.Report(diag::UnknownUnit, range, Lexeme{text})
          .AddHelp(
              "durations end in `ms`, `s`, `m`, `h` or `d`, sizes in `Ki`, `Mi` or `Gi`, cpu shares in `m`");
      return;
    case NumberKind::kTooLarge:
      build.reporter.Report(diag::NumberTooLarge, range, Lexeme{text})
          .AddHelp("an int has 64 bits, a float is at most 1.8e308");
      return;
    case NumberKind::kInt:
    case NumberKind::kFloat:
    case NumberKind::kQuantity: return;
  }
}

Number ReadToken(Build& build, SourceRange range, bool negative) {
  const Number number = ReadNumber(build.TextOf(range), negative);
  ReportNumber(build, range, number.kind);
  return number;
}

void FillNumber(Build& build, LiteralExpression& literal, SourceRange token, bool negative) {
  const Number number = ReadToken(build, token, negative);
  switch (number.kind) {
    case NumberKind::kFloat:
      literal.literal = LiteralKind::kFloat;
      literal.number = number.number;
      return;
    case NumberKind::kQuantity:
      literal.literal = LiteralKind::kQuantity;
      literal.quantity.range = literal.range;
      literal.quantity.value = number.integer;
      literal.quantity.unit = number.unit;
      return;
    case NumberKind::kMalformed:
    case NumberKind::kUnknownUnit:
    case NumberKind::kTooLarge:
    case NumberKind::kInt:
      literal.literal = LiteralKind::kInt;
      literal.integer = number.integer;
      return;
  }
}

}  // namespace

llvm::StringRef BuildString(Build& build, const antlr4::Token* token) {
  if (token == nullptr) return {};
  const SourceRange range = build.RangeOf(token);
  const std::string_view literal = build.reporter.Text(range);
  if (!HasEscapes(literal)) return build.KeepText(StripQuotes(literal));
  const std::string value = ResolveEscapes(literal, [&](std::size_t begin, std::size_t end) {
    const SourceRange escape = build.reporter.Range(range.begin + static_cast<std::uint32_t>(begin),
                                                    range.begin + static_cast<std::uint32_t>(end));
    build.reporter.Report(diag::BadEscape, escape, Lexeme{build.TextOf(escape).str()})
        .AddHelp(
            "the escapes are `\\n \\t \\r \\0 \\\" \\\\` and `\\u{1F3AD}`, which names a character by its "
            "code point");
  });
  return llvm::StringRef(value).copy(build.arena);
}

LiteralExpression* BuildLiteral(Build& build, const antlr4::Token* token, const antlr4::Token* minus) {
  auto* literal = build.NewWithId<LiteralExpression>(build.RangeOf(minus == nullptr ? token : minus, token));
  switch (token->getType()) {
    case FlowParser::TRUE_WORD:
    case FlowParser::FALSE_WORD:
      literal->literal = LiteralKind::kBool;
      literal->boolean = token->getType() == FlowParser::TRUE_WORD;
      break;
    case FlowParser::STRING:
    case FlowParser::RAW_STRING:
      literal->literal = LiteralKind::kString;
      literal->string = BuildString(build, token);
      break;
    case FlowParser::NUMBER: FillNumber(build, *literal, build.RangeOf(token), minus != nullptr); break;
    default: literal->literal = LiteralKind::kNull; break;
  }
  return literal;
}

std::int64_t BuildCount(Build& build, const antlr4::Token* token) {
  if (token == nullptr) return 1;
  const SourceRange range = build.RangeOf(token);
  const Number number = ReadToken(build, range, false);
  if (number.kind == NumberKind::kInt) return number.integer;
  if (number.kind == NumberKind::kFloat || number.kind == NumberKind::kQuantity) {
    build.reporter.Report(diag::Expected, range, Reason{"a whole number"},
                          Reason{fmt::format("`{}`", build.TextOf(range).str())});
  }
  return 1;
}

Quantity BuildQuantity(Build& build, const antlr4::Token* token) {
  Quantity quantity;
  if (token == nullptr) return quantity;
  quantity.range = build.RangeOf(token);
  const Number number = ReadToken(build, quantity.range, false);
  quantity.value = number.integer;
  quantity.unit = number.unit;
  if (number.kind == NumberKind::kInt || number.kind == NumberKind::kQuantity) return quantity;
  if (number.kind == NumberKind::kFloat) {
    build.reporter
        .Report(diag::Expected, quantity.range, Reason{"a duration"},
                Reason{fmt::format("`{}`", build.TextOf(quantity.range).str())})
        .AddHelp("durations are written like `30s`");
  }
  quantity.value = 1;
  quantity.unit = Unit::kSeconds;
  return quantity;
}

}  // namespace meshc::syntax
