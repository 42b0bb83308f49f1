#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/checks.h"
#include "compiler/sema/names/names.h"

namespace meshc::sema {
namespace {

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }

bool IsUpperCamel(llvm::StringRef name) {
  return IsUpper(name.front()) && name.find('_') == llvm::StringRef::npos;
}

bool IsSnake(llvm::StringRef name) {
  for (const char c : name) {
    if (IsUpper(c)) return false;
  }
  return true;
}

bool WantsCamel(SymbolKind kind) { return SpaceOf(kind) == Space::kTypes; }

class ConventionChecker {
 public:
  explicit ConventionChecker(Context& context) : context_(context) {}

  void CheckCamel(const syntax::Identifier& name, std::string_view noun) {
    if (!name.text.empty() && !IsUpperCamel(name.text)) Report(name, noun, "UpperCamel");
  }

  void CheckSnake(const syntax::Identifier& name, std::string_view noun) {
    if (!name.text.empty() && !IsSnake(name.text)) Report(name, noun, "snake_case");
  }

  template <typename Items>
  void CheckAll(const Items& items, std::string_view noun) {
    for (const auto& item : items) CheckSnake(item.name, noun);
  }

  void CheckInside(const Symbol& symbol) {
    using llvm::cast;
    const syntax::Declaration& declaration = *symbol.declaration;
    switch (symbol.kind) {
      case SymbolKind::kRecord:
        return CheckAll(cast<syntax::RecordDeclaration>(declaration).members, "member");
      case SymbolKind::kEnum:
        return CheckAll(cast<syntax::EnumDeclaration>(declaration).values, "enum value");
      case SymbolKind::kUnion: return CheckAll(cast<syntax::UnionDeclaration>(declaration).tags, "tag");
      case SymbolKind::kEnvelope:
        return CheckAll(cast<syntax::EnvelopeDeclaration>(declaration).fields, "field");
      case SymbolKind::kError: return CheckAll(cast<syntax::ErrorDeclaration>(declaration).fields, "field");
      case SymbolKind::kProcessor:
        CheckAll(cast<syntax::ProcessorDeclaration>(declaration).params, "param");
        return CheckAll(cast<syntax::ProcessorDeclaration>(declaration).results, "result");
      case SymbolKind::kRouter:
        CheckAll(cast<syntax::RouterDeclaration>(declaration).params, "param");
        return CheckAll(cast<syntax::RouterDeclaration>(declaration).labels, "label");
      case SymbolKind::kTypeAlias:
      case SymbolKind::kFlow:
      case SymbolKind::kPolicy:
      case SymbolKind::kFlavor:
      case SymbolKind::kDeploy: return;
    }
  }

 private:
  void Report(const syntax::Identifier& name, std::string_view noun, const char* style) {
    context_.diagnostics
        .Report(diag::NamingConvention, name.range, Word{std::string(noun)}, NameOf(name), Word{style})
        .AddHelp("types are written `UpperCamel`, everything else `snake_case`");
  }

  Context& context_;
};

}  // namespace

void CheckConventions(Context& context) {
  ConventionChecker checker(context);
  for (const Symbol& symbol : context.table.symbols) {
    // A built-in type declared again was reported.
    if (SpaceOf(symbol.kind) == Space::kTypes && IsBuiltinType(symbol.name)) continue;
    if (WantsCamel(symbol.kind))
      checker.CheckCamel(symbol.declaration->name, Noun(symbol.kind));
    else
      checker.CheckSnake(symbol.declaration->name, Noun(symbol.kind));
    checker.CheckInside(symbol);
  }
}

}  // namespace meshc::sema
