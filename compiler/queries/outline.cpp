#include "compiler/queries/outline.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <filesystem>

#include "compiler/sema/expressions/walk_expressions.h"
#include "compiler/syntax/statement_parts.h"
#include "compiler/syntax/tokens.h"

namespace meshc::queries {
namespace {

using llvm::dyn_cast;
using source::SourceRange;
using syntax::TextToken;
using syntax::TokenKind;

bool SpansLines(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  return text.substr(begin, end - begin).find('\n') != std::string_view::npos;
}

bool IsComment(const TextToken& token) {
  return token.kind == TokenKind::kComment || token.kind == TokenKind::kDocComment;
}

/// Runs of tokens that fold as one: comments of whole lines, and imports.
void FoldRuns(std::string_view text, const std::vector<TextToken>& tokens, std::vector<Fold>& folds) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool import = tokens[i].kind == TokenKind::kKeyword && tokens[i].In(text) == "import";
    if (!import && !IsComment(tokens[i])) continue;
    std::size_t last = i;
    for (std::size_t next = i; next < tokens.size(); ++next) {
      if (import ? tokens[next].In(text) == ";" : IsComment(tokens[next])) last = next;
      const bool ends = import ? tokens[next].In(text) == ";" && next + 1 < tokens.size() &&
                                     tokens[next + 1].In(text) != "import"
                               : !IsComment(tokens[next]);
      if (ends) break;
    }
    if (SpansLines(text, tokens[i].begin, tokens[last].end))
      folds.push_back({tokens[i].begin, tokens[last].end, import ? FoldKind::kImports : FoldKind::kComment});
    i = std::max(i, last);
  }
}

void FoldBrackets(std::string_view text, const std::vector<TextToken>& tokens, std::vector<Fold>& folds) {
  std::vector<std::uint32_t> open;
  for (const TextToken& token : tokens) {
    if (token.kind != TokenKind::kPunctuation) continue;
    const char c = text[token.begin];
    if (c == '{' || c == '(' || c == '[') open.push_back(token.begin);
    if ((c != '}' && c != ')' && c != ']') || open.empty()) continue;
    if (SpansLines(text, open.back(), token.end))
      folds.push_back({open.back(), token.end, FoldKind::kRegion});
    open.pop_back();
  }
}

/// Gathers the ranges that cover one place.
class Covering {
 public:
  explicit Covering(Place place) : place_(place) {}

  void Add(SourceRange range) {
    if (range.file == place_.file && range.begin <= place_.offset && place_.offset <= range.end)
      ranges_.push_back(range);
  }
  void Add(const syntax::Statement& statement) {
    Add(statement.range);
    syntax::ForEachPart(statement, [&](const syntax::Statement& part, bool) { Add(part); });
  }
  void AddBrackets(std::string_view text) {
    std::vector<std::uint32_t> open;
    for (const TextToken& token : syntax::ReadTokens(text)) {
      if (token.begin <= place_.offset && place_.offset <= token.end && token.kind != TokenKind::kPunctuation)
        Add({place_.file, token.begin, token.end});
      if (token.kind != TokenKind::kPunctuation) continue;
      const char c = text[token.begin];
      if (c == '{' || c == '(' || c == '[') open.push_back(token.begin);
      if ((c != '}' && c != ')' && c != ']') || open.empty()) continue;
      Add({place_.file, open.back() + 1, token.begin});
      Add({place_.file, open.back(), token.end});
      open.pop_back();
    }
  }

  /// The smallest first; what does not nest is left out.
  std::vector<SourceRange> Nested() {
    std::sort(ranges_.begin(), ranges_.end(),
              [](SourceRange a, SourceRange b) { return a.end - a.begin < b.end - b.begin; });
    std::vector<SourceRange> nested;
    for (const SourceRange range : ranges_) {
      const bool fits = nested.empty() || (range.begin <= nested.back().begin &&
                                           nested.back().end <= range.end && !(range == nested.back()));
      if (fits) nested.push_back(range);
    }
    return nested;
  }

 private:
  Place place_;
  std::vector<SourceRange> ranges_;
};

}  // namespace

std::vector<Fold> FoldsOf(std::string_view text, const std::vector<TextToken>& tokens) {
  std::vector<Fold> folds;
  FoldBrackets(text, tokens, folds);
  FoldRuns(text, tokens, folds);
  std::sort(folds.begin(), folds.end(), [](const Fold& a, const Fold& b) {
    return std::make_pair(a.begin, b.end) < std::make_pair(b.begin, a.end);
  });
  return folds;
}

std::vector<SourceRange> SelectionsAt(const CheckedRoot& root, Place place) {
  Covering covering(place);
  const std::string_view text = root.sources().Text(place.file);
  covering.AddBrackets(text);
  covering.Add(SourceRange{place.file, 0, static_cast<std::uint32_t>(text.size())});
  const syntax::File* file = root.FileOf(place.file);
  if (file == nullptr) return covering.Nested();
  sema::WalkExpressions(*file, [&](const syntax::Expression& e) { covering.Add(e.range); });
  for (const syntax::Declaration* declaration : file->declarations) {
    covering.Add(declaration->range);
    if (const auto* flow = dyn_cast<syntax::FlowDeclaration>(declaration))
      syntax::ForEachPart(*flow, [&](const syntax::Statement& part, bool) { covering.Add(part); });
  }
  return covering.Nested();
}

std::vector<FileLink> LinksOf(const CheckedRoot& root, source::FileId id) {
  std::vector<FileLink> links;
  const syntax::File* file = root.FileOf(id);
  if (file == nullptr) return links;
  const std::filesystem::path folder =
      std::filesystem::path(std::string(root.sources().Name(id))).parent_path();
  std::size_t next = 0;
  for (const syntax::Declaration* declaration : file->declarations) {
    if (const auto* import = dyn_cast<syntax::ImportDeclaration>(declaration)) {
      const source::FileId target = next < file->imports.size() ? file->imports[next] : source::FileId{};
      ++next;
      if (target.has_value())
        links.push_back({import->target_range, std::string(root.sources().Name(target)), !import->is_path});
    }
    const auto* scenario = dyn_cast<syntax::ScenarioDeclaration>(declaration);
    if (scenario == nullptr) continue;
    for (const syntax::ScenarioItem* item : scenario->items) {
      if (!item->file.empty())
        links.push_back(
            {item->file_range, (folder / item->file.str()).lexically_normal().generic_string(), false});
    }
  }
  return links;
}

}  // namespace meshc::queries
