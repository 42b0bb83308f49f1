#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {

void BuildFlavors(Context& context) {
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind != SymbolKind::kFlavor) continue;
    const auto& source = static_cast<const syntax::FlavorDeclaration&>(*symbol.declaration);
    types::Flavor& flavor = context.declarations().flavors[{symbol.index}];
    flavor.origin = ReadDeclaration(context, symbol, AnnotationPlace::kPlatform).origin;
    const SettingScope scope{context, symbol.file, source.recovered};
    flavor.settings = ReadActorSettings(scope, source.settings, "a flavor");
  }
}

}  // namespace meshc::sema
