// `@was`: what was one thing once can be read as one thing only.
#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/sema/declarations/annotations.h"

namespace meshc::sema {
namespace {

/// The former names within one scope.
class FormerNames {
 public:
  explicit FormerNames(Context& context) : context_(context) {}

  void Add(const syntax::Leading& leading) {
    const syntax::LiteralExpression* former = FormerNameOf(leading);
    if (former == nullptr) return;
    const auto [first, fresh] = names_.try_emplace(former->string, former->range);
    if (fresh) return;
    context_.diagnostics.Report(diag::FormerNameInUse, former->range, Name{former->string.str()})
        .AddLabel(first->second, "here it is the former name of another one")
        .AddHelp("one of the two has another former name, or none");
  }

 private:
  Context& context_;
  llvm::StringMap<SourceRange> names_;
};

template <typename Items>
void CheckAll(Context& context, const Items& items) {
  FormerNames names(context);
  for (const auto& item : items) names.Add(item.leading);
}

void CheckInside(Context& context, const Symbol& symbol) {
  using llvm::cast;
  const syntax::Declaration& declaration = *symbol.declaration;
  switch (symbol.kind) {
    case SymbolKind::kRecord: return CheckAll(context, cast<syntax::RecordDeclaration>(declaration).members);
    case SymbolKind::kUnion: return CheckAll(context, cast<syntax::UnionDeclaration>(declaration).tags);
    case SymbolKind::kEnvelope:
      return CheckAll(context, cast<syntax::EnvelopeDeclaration>(declaration).fields);
    case SymbolKind::kError: return CheckAll(context, cast<syntax::ErrorDeclaration>(declaration).fields);
    case SymbolKind::kProcessor:
      CheckAll(context, cast<syntax::ProcessorDeclaration>(declaration).params);
      return CheckAll(context, cast<syntax::ProcessorDeclaration>(declaration).results);
    case SymbolKind::kRouter: return CheckAll(context, cast<syntax::RouterDeclaration>(declaration).params);
    case SymbolKind::kEnum:
    case SymbolKind::kTypeAlias:
    case SymbolKind::kFlow:
    case SymbolKind::kPolicy:
    case SymbolKind::kFlavor:
    case SymbolKind::kDeploy: return;
  }
}

}  // namespace

void CheckFormerNames(Context& context) {
  FormerNames actors(context);
  FormerNames flows(context);
  for (const Symbol& symbol : context.table.symbols) {
    const bool actor = symbol.kind == SymbolKind::kProcessor || symbol.kind == SymbolKind::kRouter;
    if (actor) actors.Add(symbol.declaration->leading);
    if (symbol.kind == SymbolKind::kFlow) flows.Add(symbol.declaration->leading);
    CheckInside(context, symbol);
  }
}

}  // namespace meshc::sema
