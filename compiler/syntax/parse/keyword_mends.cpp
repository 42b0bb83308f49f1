// Words that people take for the keywords of declarations.
#include <FlowLexer.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/declarations.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

struct KeywordRow {
  const char* keyword;
  std::size_t type;
  /// What it is called elsewhere.
  std::initializer_list<const char*> others;
};

const KeywordRow kKeywordRows[] = {
    {"record",
     FlowLexer::RECORD,
     {"message", "struct", "class", "interface", "model", "data", "object", "entity", "schema", "dto"}},
    {"enum", FlowLexer::ENUM, {"enumeration"}},
    {"union", FlowLexer::UNION, {"oneof", "variant"}},
    {"envelope", FlowLexer::ENVELOPE, {"state", "payload", "context"}},
    {"error", FlowLexer::ERROR, {"exception"}},
    {"processor",
     FlowLexer::PROCESSOR,
     {"actor", "agent", "function", "func", "fn", "def", "service", "task", "step", "node", "activity",
      "handler", "worker", "tool", "resource", "process"}},
    {"router", FlowLexer::ROUTER, {"decider", "switch", "gateway"}},
    {"flow", FlowLexer::FLOW, {"workflow", "pipeline", "graph"}},
    {"scenario", FlowLexer::SCENARIO, {"test", "it", "describe", "spec", "case"}},
    {"import", FlowLexer::IMPORT, {"include", "use", "require", "using"}},
    {"mesh", FlowLexer::MESH, {"package", "module", "namespace", "program", "app"}},
    {"policy", FlowLexer::POLICY, {}},
    {"flavor", FlowLexer::FLAVOR, {"flavour"}},
    {"deploy", FlowLexer::DEPLOY, {"deployment"}},
    {"type", FlowLexer::TYPE, {"typedef", "alias"}},
};

bool Fits(std::vector<Token>& tokens, std::uint32_t index, std::size_t keyword) {
  const auto written = static_cast<std::size_t>(tokens[index].type());
  tokens[index].SetType(keyword);
  const bool fits = IsUnmistakable(tokens, index);
  tokens[index].SetType(written);
  return fits;
}

struct Found {
  const KeywordRow* row = nullptr;
  bool slip = false;  // A misspelling, not a word of another language.
};

Found FindKeyword(std::vector<Token>& tokens, std::uint32_t index, llvm::StringRef word) {
  Found best;
  unsigned best_distance = 3;
  for (const KeywordRow& row : kKeywordRows) {
    if (!Fits(tokens, index, row.type)) continue;
    const bool other =
        std::any_of(row.others.begin(), row.others.end(), [&](const char* name) { return word == name; });
    if (other) return {&row, false};
    const unsigned distance =
        word.lower() == row.keyword ? 0 : word.edit_distance(row.keyword, true, best_distance);
    if (distance >= best_distance || word.size() < 4) continue;
    best_distance = distance;
    best = {&row, true};
  }
  return best;
}

}  // namespace

void MendKeywords(std::vector<Token>& tokens, Reporter& reporter) {
  int depth = 0;
  for (std::uint32_t index = 0; index + 1 < tokens.size(); ++index) {
    const std::size_t type = tokens[index].type();
    const std::size_t before = index == 0 ? std::size_t{FlowLexer::SEMICOLON} : tokens[index - 1].type();
    const bool begins = before == FlowLexer::SEMICOLON || before == FlowLexer::RBRACE;
    // Brackets are not balanced yet: nothing is open where a declaration begins, and nothing less than that.
    if (begins && IsUnmistakable(tokens, SkipAnnotations(tokens, index))) depth = 0;
    if (depth == 0 && begins && IsWord(type) && !IsHardKeyword(type)) {
      const source::SourceRange range = reporter.Range(tokens[index].begin(), tokens[index].end());
      const std::string_view word = reporter.Text(range);
      const Found found = FindKeyword(tokens, index, {word.data(), word.size()});
      if (found.row != nullptr) {
        reporter.Report(diagnostics::diag::UnknownDeclaration, range, diagnostics::Lexeme{std::string(word)})
            .AddFix(std::string("did you mean `") + found.row->keyword + "`?", {{range, found.row->keyword}},
                    found.slip ? diagnostics::Applicability::kMachine : diagnostics::Applicability::kMaybe);
        tokens[index].SetType(found.row->type);
      }
    }
    if (IsOpener(type)) ++depth;
    depth = IsCloser(type) ? std::max(depth - 1, 0) : depth;
  }
}

}  // namespace meshc::syntax
