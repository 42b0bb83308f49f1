// `"{x}"`: text of other languages that is meant to hold a value, and here holds braces.
#include <llvm/ADT/StringExtras.h>

#include <string>

#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/expressions/expression_checker.h"
#include "compiler/support/affix.h"

namespace meshc::sema {

using syntax::LiteralExpression;
using types::TypeKind;

namespace {

/// `{a.b}`, `${a}` or `{{ a }}` in the source of a string.
struct Hole {
  std::size_t begin = 0;
  std::size_t end = 0;
  llvm::StringRef path;
};

/// The hole that begins at `at`; none: the braces hold no path.
std::optional<Hole> ReadHole(llvm::StringRef text, std::size_t at) {
  Hole hole{at, at, {}};
  if (StartsWith(text.substr(at), "${")) ++at;
  const std::size_t braces = StartsWith(text.substr(at), "{{") ? 2 : 1;
  const std::size_t close = text.find('}', at);
  if (close == llvm::StringRef::npos) return std::nullopt;
  hole.path = text.slice(at + braces, close).trim();
  hole.end = close + (braces == 2 && StartsWith(text.substr(close), "}}") ? 2 : 1);
  const auto is_word = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  const bool path = !hole.path.empty() && (llvm::isAlpha(hole.path.front()) || hole.path.front() == '_') &&
                    hole.path.back() != '.' && llvm::all_of(hole.path, is_word);
  return path ? std::optional(hole) : std::nullopt;
}

/// All holes of a string's source, escapes passed by.
std::vector<Hole> FindHoles(llvm::StringRef text, bool raw) {
  std::vector<Hole> holes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && !raw) {
      i = StartsWith(text.substr(i), "\\u{") ? std::min(text.find('}', i), text.size()) : i + 1;
    } else if (text[i] == '{' || StartsWith(text.substr(i), "${")) {
      const auto hole = ReadHole(text, i);
      if (!hole) continue;
      holes.push_back(*hole);
      i = hole->end - 1;
    }
  }
  return holes;
}

}  // namespace

/// What `path` is, for a reader of text; invalid: no value, or none of which there is text.
TypeId ExpressionChecker::TypeOfPath(llvm::StringRef path) {
  auto [root, rest] = path.split('.');
  TypeId type = types().invalid();
  if (const Variable* variable = scope_.Find(root)) {
    type = variable->type;
  } else if (const auto slot = FindField(context_, scope_.envelope, root)) {
    type = context_.declarations().envelopes[scope_.envelope].fields[*slot].type;
  }
  while (!rest.empty()) {
    const types::Type record = types()[types().Present(type)];
    if (record.kind != TypeKind::kRecord) return types().invalid();
    llvm::StringRef link;
    std::tie(link, rest) = rest.split('.');
    const auto member = context_.record_members[record.decl].find(link);
    if (member == context_.record_members[record.decl].end()) return types().invalid();
    type = context_.declarations().records[record.record()].members[member->second].type;
  }
  return types().Present(type);
}

void ExpressionChecker::CheckBraces(const LiteralExpression& e) {
  if (scope_.mode != NameMode::kFlow || e.string.find('{') == llvm::StringRef::npos) return;
  const std::string_view source = context_.sources.Text(e.range);
  // The prefix of an `f"..."` has been reported.
  const bool prefixed =
      e.range.begin > 0 && llvm::isAlnum(context_.sources.Text(e.range.file)[e.range.begin - 1]);
  if (prefixed) return;
  const bool raw = source.starts_with("\"\"\"");
  const std::size_t quotes = raw ? 3 : 1;
  const llvm::StringRef text(source.data() + quotes, source.size() - 2 * quotes);
  std::string joined;
  std::string first;
  std::size_t done = 0;
  const auto add = [&joined](const std::string& part) { joined += (joined.empty() ? "" : " + ") + part; };
  for (const Hole& hole : FindHoles(text, raw)) {
    const TypeKind kind = KindOf(TypeOfPath(hole.path));
    if (kind == TypeKind::kInvalid) continue;
    if (first.empty()) first = text.slice(hole.begin, hole.end).str();
    if (hole.begin > done) add("\"" + text.slice(done, hole.begin).str() + "\"");
    add(kind == TypeKind::kString ? hole.path.str() : "string(" + hole.path.str() + ")");
    done = hole.end;
  }
  if (first.empty()) return;
  if (done < text.size()) add("\"" + text.substr(done).str() + "\"");
  auto report = context_.diagnostics.Report(diag::BracesInText, e.range, Lexeme{first});
  if (raw)
    report.AddHelp("values are joined to text by `+`; `string()` makes text of a value");
  else
    report.AddFix("values are joined to text by `+`: `" + joined + "`", {{e.range, joined}});
}

}  // namespace meshc::sema
