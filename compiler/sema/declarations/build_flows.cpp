#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/names/lookup.h"

namespace meshc::sema {
namespace {

void BuildFlow(Context& context, const Symbol& symbol) {
  const auto& source = static_cast<const syntax::FlowDeclaration&>(*symbol.declaration);
  Flow& flow = context.program.flows[{symbol.index}];
  flow.origin = ReadDeclaration(context, symbol, AnnotationPlace::kFlow).origin;
  flow.envelope = FindEnvelope(context, symbol.file, source.envelope);
  flow.sla_ns = ReadDuration(context, source.sla).value_or(0);
}

AnnotationPlace PlaceOf(const syntax::Declaration& declaration) {
  return declaration.kind == syntax::DeclarationKind::kImport ? AnnotationPlace::kImport
                                                              : AnnotationPlace::kScenario;
}

/// Imports and scenarios are no symbols, but may bear annotations.
void ReadTheRest(Context& context) {
  for (const syntax::File& file : context.program.files) {
    for (const syntax::Declaration* declaration : file.declarations) {
      const bool named = declaration->kind != syntax::DeclarationKind::kImport &&
                         declaration->kind != syntax::DeclarationKind::kScenario;
      if (!named) ReadLeading(context, declaration->leading, declaration->name, PlaceOf(*declaration));
    }
  }
}

}  // namespace

void BuildFlows(Context& context) {
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind == SymbolKind::kFlow) BuildFlow(context, symbol);
    if (symbol.kind == SymbolKind::kPolicy) ReadDeclaration(context, symbol, AnnotationPlace::kPlatform);
  }
  ReadTheRest(context);
}

}  // namespace meshc::sema
